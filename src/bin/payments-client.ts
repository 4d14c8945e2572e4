#!/usr/bin/env node
import { runCommand } from "./commands.ts";
import { printError } from "./print-error.ts";

function checkNode(): void {
  if (Number.parseInt(process.versions.node, 10) < 22)
    throw new Error(`Node 22 or newer is needed; this is ${process.version}`);
}

try {
  checkNode();
  process.exitCode = await runCommand(process.argv.slice(2));
} catch (error) {
  printError(error);
  process.exitCode = 1;
}
