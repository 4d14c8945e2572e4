import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
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

/** A request as an API Gateway event, payload format 2.0. */
export async function toLambdaEvent(request: Request, base64: boolean): Promise<object> {
  const { host: domainName, pathname: rawPath, search } = new URL(request.url);
  const body = Buffer.from(await request.arrayBuffer());
  const { cookie, ...headers } = Object.fromEntries(request.headers);
  return {
    ...{ version: "2.0", rawPath, rawQueryString: search.slice(1), headers },
    ...(cookie !== undefined && { cookies: cookie.split("; ") }),
    requestContext: { domainName, http: { method: request.method, path: rawPath, sourceIp: "192.0.2.1" } },
    ...(body.length > 0 && { body: body.toString(base64 ? "base64" : "utf8") }),
    isBase64Encoded: base64,
  };
}

/** Starts workerd with the worker that was built in this folder. It reports its port on a control pipe. */
export async function startWorker(folder: string, env: Record<string, string>): Promise<string> {
  const { default: workerd }: { default: string } = createRequire(join(folder, "package.json"))("workerd");
  const child = spawn(workerd, ["serve", "workerd.capnp", "--control-fd=3"], {
    cwd: folder,
    env,
    stdio: ["ignore", "inherit", "inherit", "pipe"],
  });
  onTestFinished(() => void child.kill());
  const control = child.stdio[3];
  if (!control || !("setEncoding" in control)) throw new Error("workerd has no control pipe");
  const ended = once(child, "close").then(([code]) => Promise.reject(new Error(`It ended with ${code}`)));
  const [line] = await Promise.race([once(control, "data"), ended]);
  return `http://127.0.0.1:${JSON.parse(String(line)).port}`;
}
