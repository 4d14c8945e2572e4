import chromium from "@sparticuz/chromium";

/** Unpacks Chromium once, before the workers start: concurrent workers would find it half unpacked. */
export const setup = async (): Promise<void> => {
  await chromium.executablePath();
};
