import { randomUUID } from "node:crypto";
import { type Deliver, Sandbox } from "payments-client/sandbox";
import { onTestFinished } from "vitest";
import { environmentOf } from "./environment.ts";

/** Generating a key pair takes long, so all sandboxes begin with the same. */
const FRESH = await new Sandbox().state();

/** A sandbox over HTTP, and the shop's environment for it. */
export async function openSandbox(deliver?: Deliver) {
  const sandbox = new Sandbox({ state: FRESH, deliver });
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  const settings = {
    ...environmentOf(server),
    PAYMENTS_PUBLIC_KEY: await sandbox.publicKey(),
    // As an operator may write it: `//notifications` is no route.
    SHOP_URL: "https://shop.example/",
  };
  return { sandbox, settings };
}

/** The form of a page of the shop, in one browser. */
export const form = (session: string = randomUUID(), origin = "https://shop.example"): RequestInit => ({
  method: "POST",
  headers: { origin, cookie: `theme=dark; session=${session}` },
});

export const tokenOf = (location: unknown): string =>
  new URL(String(location)).searchParams.get("token") ?? "no token";
