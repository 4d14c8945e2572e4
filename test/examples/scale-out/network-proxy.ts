import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** Passes connections on to a port, until it is frozen. Then nothing gets through, and no side notices. */
export class NetworkProxy {
  readonly #server = createServer((near) => this.#pass(near));
  readonly #target: number;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #isFrozen = false;
  #lost: RegExp | undefined;

  private constructor(target: number) {
    this.#target = target;
  }

  /** @param address Whose port connections are passed on to. */
  static async start(address: string): Promise<NetworkProxy> {
    const proxy = new NetworkProxy(Number(new URL(address).port));
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  #pass(near: Socket): void {
    const far = connect(this.#target, "127.0.0.1");
    const pair = [near, far] as const;
    this.#pairs.add(pair);
    for (const [from, to] of [pair, [far, near]] as const) {
      from.on("error", () => to.destroy());
      from.on("close", () => {
        this.#pairs.delete(pair);
        to.destroy();
      });
    }
    if (this.#isFrozen) return void near.pause();
    near.on("data", (bytes) => {
      if (!this.#lost?.test(bytes.toString("latin1"))) return;
      far.unpipe();
      far.on("data", () => near.destroy()).resume();
    });
    near.pipe(far).pipe(near);
  }

  /** The same address, through this proxy. */
  redirect(address: string): string {
    return Object.assign(new URL(address), { port: String(Object(this.#server.address()).port) }).href;
  }

  /** As if the host had vanished: no connection is closed, and none answers any more. */
  freeze(): void {
    this.#isFrozen = true;
    for (const [near, far] of this.#pairs) {
      near.unpipe(far).pause();
      far.unpipe().pause();
    }
  }

  /** Requests that match get through, but their connection breaks before the response. */
  loseResponses(to: RegExp): void {
    this.#lost = to;
  }

  /** As after a failover: new connections work, and those from before never answer again. */
  heal(): void {
    this.#isFrozen = false;
    this.#lost = undefined;
  }

  close(): void {
    this.#server.close();
    for (const socket of [...this.#pairs].flat()) socket.destroy();
  }
}
