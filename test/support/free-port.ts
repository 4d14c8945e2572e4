// For a process that is told its port. What listens on any free port never gets one of these.
export { freePort } from "../../examples/scale-out/local/free-port.ts";
