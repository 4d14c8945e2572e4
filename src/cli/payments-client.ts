#!/usr/bin/env node
import { checkNode } from "../runtime/check-node.ts";
import { runCommand } from "./commands.ts";
import { printError } from "./errors.ts";

const args = process.argv.slice(2);

try {
  checkNode();
  process.exitCode = await runCommand(args);
} catch (error) {
  printError(error, args.includes("--json"));
  process.exitCode = 1;
}
