// A process of its own, whose memory is that of the built sandbox alone.
import { Sandbox } from "../../dist/sandbox/index.js";

const { url } = await new Sandbox().listen();
process.on("message", () => {
  process.send?.({ megabytes: process.resourceUsage().maxRSS / 1024 });
});
process.send?.({ port: Number(new URL(url).port) });
