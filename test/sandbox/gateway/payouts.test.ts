import { expect, test } from "vitest";
import { PaymentsClient } from "../../../src/index.ts";
import { Sandbox } from "../../../src/sandbox/index.ts";

const VERIFY = "https://shop.example/verify";
const order = { amount: 12900, currency: "EUR", description: "Annual pass" };

/** A merchant's response to a payout verification. */
type Answer = (question: { readonly uid: string; readonly amount: number }) => Response | Promise<Response>;

/** A merchant who verifies payouts. One sandbox per test, since generating a key takes long. */
function open() {
  let answer: Answer = () => new Response();
  let asked: unknown[] = [];
  const sandbox = new Sandbox({
    deliver: async (request) => {
      const { transaction } = Object(await request.json());
      asked.push(transaction);
      return answer(transaction);
    },
  });
  const payments = new PaymentsClient(sandbox.clientOptions);
  /** Pays out while the merchant's server responds like this. */
  const payOut = async (given: Answer, type: "payout" | "payment" = "payout") => {
    [answer, asked] = [given, []];
    const settings = { verification_url: VERIFY };
    const { token } = await payments.checkouts.create({ transaction_type: type, order, settings });
    const transaction = await sandbox.pay(token);
    return { transaction, asked };
  };
  return { sandbox, payOut };
}

test("a payout succeeds when the merchant answers 200 with code 0 and the payout's uid and amount", async () => {
  const { payOut } = open();
  const accept: Answer = ({ uid, amount }) => Response.json({ code: 0, uid, amount });
  const { transaction, asked } = await payOut(accept);
  expect(transaction).toMatchObject({ type: "payout", status: "successful" });
  expect(asked).toMatchObject([{ uid: transaction.uid, amount: 12900, currency: "EUR", type: "payout" }]);
});

test("any other answer declines a payout", async () => {
  const answers: readonly [string, Answer, string][] = [
    ["another amount", ({ uid }) => Response.json({ code: 0, uid, amount: 12901 }), "was not verified"],
    [
      "an amount in digits",
      ({ uid }) => Response.json({ code: 0, uid, amount: "12900" }),
      "was not verified",
    ],
    ["no amount", ({ uid }) => Response.json({ code: 0, uid }), "was not verified"],
    ["another uid", ({ amount }) => Response.json({ code: 0, uid: "other", amount }), "was not verified"],
    ["no uid", ({ amount }) => Response.json({ code: 0, amount }), "was not verified"],
    ["another code", ({ uid, amount }) => Response.json({ code: 1, uid, amount }), "was not verified"],
    ["a code in digits", ({ uid, amount }) => Response.json({ code: "0", uid, amount }), "was not verified"],
    ["no code", ({ uid, amount }) => Response.json({ uid, amount }), "was not verified"],
    [
      "another status",
      ({ uid, amount }) => Response.json({ code: 0, uid, amount }, { status: 201 }),
      "could not be verified",
    ],
    ["no JSON", () => new Response("ok"), "could not be verified"],
    ["an empty body", () => new Response(), "could not be verified"],
    ["a list", () => Response.json([]), "could not be verified"],
    ["no answer", () => Promise.reject(new Error("down")), "could not be verified"],
  ];
  const { payOut } = open();
  for (const [what, answer, message] of answers) {
    const { transaction, asked } = await payOut(answer);
    expect(transaction, what).toMatchObject({ status: "failed", message: `The payout ${message}` });
    expect(asked, what).toHaveLength(1);
  }
});

test("the merchant's reason for declining is in the transaction", async () => {
  const { transaction } = await open().payOut(({ uid, amount }) =>
    Response.json({ code: 17, uid, amount, message: "over the limit", friendly_message: "Contact us" }),
  );
  expect(transaction).toMatchObject({
    status: "failed",
    code: "17",
    message: "over the limit",
    friendly_message: "Contact us",
  });
});

test("only payouts are verified, once and without repeats", async () => {
  const { sandbox, payOut } = open();
  await payOut(() => new Response(null, { status: 500 }));
  expect(sandbox.deliveries).toMatchObject([
    { type: "verification", url: VERIFY, status: 500, attempts: 1, nextAttemptAt: undefined },
  ]);
  const { transaction, asked } = await payOut(() => new Response(null, { status: 500 }), "payment");
  expect(transaction).toMatchObject({ type: "payment", status: "successful" });
  expect(asked).toStrictEqual([]);
});
