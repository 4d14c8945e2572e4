import { connect, createServer, type Server } from "node:net";

/** Distributes connections to processes in turn. A process that is down is left out. */
export function loadBalancer(ports: readonly number[]): Server {
  let turn = 0;
  return createServer((near) => {
    const pass = (others: number): void => {
      turn += 1;
      const far = connect(ports[turn % ports.length] ?? 0, "127.0.0.1");
      let isOpen = false;
      far.on("connect", () => {
        isOpen = true;
        near.pipe(far).pipe(near);
      });
      far.on("error", () => (isOpen || others === 0 ? near.destroy() : pass(others - 1)));
      near.on("error", () => far.destroy());
    };
    pass(ports.length - 1);
  });
}
