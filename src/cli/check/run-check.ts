import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { toHttpUrl } from "../../shared/parse-url.ts";
import { messageOf } from "../../shared/values.ts";
import { FLAG, parseOptions, rowsOf, TEXT } from "../parse-options.ts";
import { type Terminal, toJson } from "../terminal.ts";
import { checkSetup } from "./check-setup.ts";
import { type Checked, fileHint, lineOf } from "./finding.ts";
import { runCompare } from "./run-compare.ts";

export const HELP = `payments-client check: checks that everything is ready for the first real payment. Changes something only with an option.

  --env FILE           reads variables from a file, such as .env. Variables of the environment override the file
  --create-test-token  creates a payment token, marked as a test, that expires in 10 minutes
  --keys TOKEN         makes two test payments with a test card's token and one key, and checks that keys are honored
  --notify URL         posts a forged notification to your notification_url, which must answer 401
  --measure            finds out what your gateway in test mode answers where gateways differ, and prints the --variant
                       options for sandbox and check-shop. Creates a token, marked as a test
  --compare            compares your gateway in test mode with a local gateway instead, and lists the differences
  --test-card TOKEN    with --measure or --compare: also makes and refunds payments with a test card's token, marked as tests
  --save DIR           with --compare: writes each request and response, without credentials and customer data
  --json               prints JSON
  --help               this text

The exit status is 0 if nothing failed or differs, otherwise 1.`;

const OPTIONS = {
  ...rowsOf(TEXT, "env", "keys", "notify", "test-card", "save"),
  ...rowsOf(FLAG, "create-test-token", "measure", "compare", "json"),
} as const;

function readVariables(file: string): NodeJS.ProcessEnv {
  try {
    return parseEnv(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Error(`--env ${file} cannot be read: ${messageOf(error)}`);
  }
}

/** Returns a summary such as `Not ready: 2 failed, 1 note, 7 ok`. */
const countLine = (findings: readonly Checked[], { colored }: Terminal): string => {
  const countOf = (wanted: Checked["state"]) => findings.filter(({ state }) => state === wanted).length;
  const [failed, notes] = [countOf("failed"), countOf("note")];
  const counts = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(notes > 0 ? [notes === 1 ? "1 note" : `${notes} notes`] : []),
    `${countOf("ok")} ok`,
  ].join(", ");
  return failed > 0 ? colored("red", `Not ready: ${counts}`) : colored("green", `Ready: ${counts}`);
};

export async function run(args: string[], terminal: Terminal): Promise<number> {
  const { values } = parseOptions({ args, options: OPTIONS });
  const { env, compare: isComparison, save, "test-card": testCard, json: isJson, measure, keys } = values;
  const environment = { ...(env === undefined ? {} : readVariables(env)), ...terminal.program.env };
  const isCheck = measure || values["create-test-token"] || keys !== undefined || values.notify !== undefined;
  if (isComparison && isCheck) throw new Error("--compare is not combined with other checks.");
  if (isComparison)
    return runCompare(environment, { testCard, save, isJson, isFileRead: env !== undefined }, terminal);
  if (save !== undefined) throw new Error("--save needs --compare.");
  if (testCard !== undefined && !measure) throw new Error("--test-card needs --measure or --compare.");
  const notify = toHttpUrl(values.notify);
  if (values.notify !== undefined && !notify) throw new Error("--notify must be an http or https URL.");
  const options = { createTestToken: values["create-test-token"], keys, notify, measure, testCard };
  const findings = await checkSetup(environment, options);
  const isReady = findings.every(({ state }) => state !== "failed");
  terminal.print(
    isJson
      ? toJson({ ready: isReady, findings })
      : [
          ...findings.map((finding) => lineOf(finding, terminal)),
          "",
          ...(env === undefined ? fileHint(findings, "check", terminal) : []),
          countLine(findings, terminal),
        ].join("\n"),
  );
  return isReady ? 0 : 1;
}
