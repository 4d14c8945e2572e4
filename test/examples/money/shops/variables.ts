import { environmentOf } from "../../environment.ts";
import type { FaultyGateway } from "../faulty-gateway.ts";

/** The shop's environment. */
export const variablesOf = async ({ sandbox }: FaultyGateway): Promise<Record<string, string>> => ({
  ...environmentOf(sandbox),
  PAYMENTS_PUBLIC_KEY: await sandbox.publicKey(),
});
