import { connection } from "next/server";
import { isPaymentsError, PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";

const read = () => new PaymentsClient(new Sandbox().clientOptions).products.get("prd_unknown");

async function readCached() {
  "use cache";
  return read();
}

async function readAndCatchCached() {
  "use cache";
  return read().catch((error) => ({ isPaymentsError: isPaymentsError(error), name: error.name }));
}

export async function GET() {
  await connection();
  return Response.json({
    inside: await readAndCatchCached(),
    outside: await readCached().catch((error) => ({
      isPaymentsError: isPaymentsError(error),
      name: error.name,
      message: error.message,
    })),
  });
}
