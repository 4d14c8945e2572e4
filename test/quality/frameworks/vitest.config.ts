import { defineConfig } from "vitest/config";
import runtimes from "../runtimes/vitest.config.ts";

export default defineConfig({ test: { ...runtimes.test, include: ["test/quality/frameworks/*.test.ts"] } });
