import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { Transform } from "node:stream";

/** Passes connections on to a port, until it is frozen: then nothing gets through, and nobody is told. */
export class NetworkProxy {
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #isFrozen = false;
  #lost: RegExp | undefined;
  #delay = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** @param address Whose port connections are passed on to. */
  static async start(address: string): Promise<NetworkProxy> {
    const port = Number(new URL(address).port);
    const server = createServer();
    const proxy = new NetworkProxy(server);
    server.on("connection", (socket: Socket) => proxy.#pass(socket, port));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return proxy;
  }

  #pass(near: Socket, port: number): void {
    const far = connect(port, "127.0.0.1");
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
      if (this.#lost?.test(bytes.toString("latin1")))
        far
          .unpipe()
          .on("data", () => near.destroy())
          .resume();
    });
    near.pipe(far).pipe(this.#delayed()).pipe(near);
  }

  #delayed(): Transform {
    const stream = new Transform({
      transform: (bytes, _encoding, done) => {
        if (this.#delay === 0) return done(null, bytes);
        setTimeout(() => stream.push(bytes), this.#delay);
        done();
      },
      flush: (done) => void setTimeout(done, this.#delay),
    });
    return stream;
  }

  /** The same address, through this proxy. */
  redirect(address: string): string {
    const url = new URL(address);
    url.port = String(Object(this.#server.address()).port);
    return url.href;
  }

  /** As if the host had vanished: no connection is closed, and none answers any more. */
  freeze(): void {
    this.#isFrozen = true;
    for (const [near, far] of this.#pairs) {
      near.unpipe(far).pause();
      far.unpipe().pause();
    }
  }

  /** Requests that match get through, and their responses don't: the connection breaks instead. */
  loseResponses(to: RegExp): void {
    this.#lost = to;
  }

  /** Whatever comes back comes so many milliseconds later. */
  delay(milliseconds: number): void {
    this.#delay = milliseconds;
  }

  /** As after a failover: new connections work. Those from before never answer again. */
  heal(): void {
    this.#isFrozen = false;
    this.#lost = undefined;
  }

  close(): void {
    this.#server.close();
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
  }
}
