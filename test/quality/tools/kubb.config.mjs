import { defineConfig } from "@kubb/core";
import { pluginClient } from "@kubb/plugin-client";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";

export default defineConfig({
  input: { path: "../../../dist/openapi.json" },
  output: { path: ".tmp-generated/kubb", format: false },
  plugins: [pluginOas(), pluginTs(), pluginClient({ client: "fetch" })],
});
