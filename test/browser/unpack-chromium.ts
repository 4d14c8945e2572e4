import chromium from "@sparticuz/chromium";

/** Once, before any worker asks for it: two that unpack it at the same time would each find half of it. */
export const setup = async (): Promise<void> => {
  await chromium.executablePath();
};
