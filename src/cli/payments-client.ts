#!/usr/bin/env node
import { checkNode } from "../runtime/check-node.ts";
import { runCommand } from "./commands.ts";
import { printError } from "./errors.ts";

try {
  checkNode();
  process.exitCode = await runCommand(process.argv.slice(2));
} catch (error) {
  printError(error);
  process.exitCode = 1;
}
