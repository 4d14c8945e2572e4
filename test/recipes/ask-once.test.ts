import { PaymentsClient, type Transaction } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Answer, type Asked, askOnce, UNDER_WAY } from "../../examples/recipes/ask-once.ts";
import { FAULTS, FaultyGateway, lostAnswer, neverArrives } from "../money/faulty-gateway.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const wait = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);
const DAY = 24 * 60 * 60_000;

/** A row that asks for a charge or a refund, and the processes that look after it. */
async function openRow(type: "payment" | "refund", knowsKeys: boolean) {
  const gateway = new FaultyGateway(new Sandbox(), knowsKeys);
  const [shop, other] = [gateway.client(), gateway.client()];
  const { token } = await shop.checkouts.create({
    transaction_type: "payment",
    order: { amount: 12_900, currency: "EUR", description: "Pass", tracking_id: "order-1" },
  });
  const { uid, credit_card: card } = await gateway.sandbox.pay(token, { saveCard: true });
  const asked: Asked = {
    key: "row-1",
    type,
    amount: 4000,
    currency: "EUR",
    ...(type === "refund" && { parentUid: uid }),
  };
  let sentAt = 0;
  const claim = (): boolean => {
    if (Date.now() - sentAt < UNDER_WAY) return false;
    sentAt = Date.now();
    return true;
  };
  const common = { amount: 4000, tracking_id: asked.key, duplicate_check: !knowsKeys };
  const ask = (payments = shop, cardToken = card?.token ?? ""): Promise<Answer> =>
    askOnce(
      payments,
      asked,
      claim,
      (options): Promise<Transaction> =>
        type === "refund"
          ? payments.transactions.refund({ ...common, parent_uid: uid, reason: "Returned" }, options)
          : payments.transactions.pay(
              { ...common, currency: "EUR", description: "A month", credit_card: { token: cardToken } },
              options,
            ),
    );
  const made = async () => (await gateway.succeeded(asked.key)).map((transaction) => transaction.uid);
  return { gateway, shop, other, ask, made, asked };
}

/** The first POST meets this fault, and each GET that one. */
function trouble(gateway: FaultyGateway, post: (typeof FAULTS)[string], get?: (typeof FAULTS)[string]): void {
  let isFirst = true;
  gateway.faultOf = ({ method }) => {
    if (method === "GET") return isFirst ? undefined : get;
    const fault = isFirst ? post : undefined;
    isFirst = false;
    return fault;
  };
}

describe.each(["payment", "refund"] as const)("a %s", (type) => {
  describe.each([true, false])("of a gateway that knows idempotency keys: %s", (knowsKeys) => {
    test("is made once, however often and late it is asked for", async () => {
      const { ask, made } = await openRow(type, knowsKeys);
      const first = await ask();
      expect(first).toMatchObject({ is: "done", transaction: { status: "successful" } });
      for (const later of [0, UNDER_WAY, DAY + UNDER_WAY]) {
        wait(later);
        expect(await ask()).toMatchObject({ is: "done", transaction: { type } });
      }
      expect(await made()).toHaveLength(1);
    });

    test.each(Object.entries(FAULTS))("is made once where the call %s", async (_, fault) => {
      const { ask, made, gateway } = await openRow(type, knowsKeys);
      trouble(gateway, fault);
      expect(await ask()).toMatchObject({ is: "unknown" });
      await ask();
      wait(UNDER_WAY);
      expect(await ask()).toMatchObject({ is: "done", transaction: { status: "successful" } });
      expect(await made()).toHaveLength(1);
    });

    test.each([
      ["is lost", neverArrives],
      ["is refused", async () => Response.json({ errors: { base: ["is odd"] } }, { status: 400 })],
    ] as const)("is not made again where the look-up after a lost answer %s", async (_, lookUp) => {
      const { ask, made, gateway } = await openRow(type, knowsKeys);
      trouble(gateway, lostAnswer, lookUp);
      for (let asks = 0; asks < 3; asks += 1) {
        expect(await ask()).toMatchObject({ is: "unknown" });
        wait(UNDER_WAY + DAY);
      }
      gateway.faultOf = () => undefined;
      expect(await ask()).toMatchObject({ is: "done" });
      expect(await made()).toHaveLength(1);
    });

    test("is made once by two processes at once", async () => {
      const { ask, made, other } = await openRow(type, knowsKeys);
      const answers = await Promise.all([ask(), ask(other)]);
      expect(answers.map(({ is }) => is)).toContain("done");
      expect(await ask(other)).toMatchObject({ is: "done" });
      expect(await made()).toHaveLength(1);
    });

    test("that is still under way is not sent by another process", async () => {
      const { ask, made, gateway, other } = await openRow(type, knowsKeys);
      let finish = (): void => undefined;
      const isHeld = new Promise<void>((resolve) => {
        finish = resolve;
      });
      let send = (): void => undefined;
      const isUnderWay = new Promise<void>((resolve) => {
        send = resolve;
      });
      trouble(gateway, async (process) => {
        send();
        await isHeld;
        return process();
      });
      const slow = ask();
      await isUnderWay;
      wait(UNDER_WAY - 1);
      expect(await ask(other)).toMatchObject({ is: "unknown" });
      finish();
      expect(await slow).toMatchObject({ is: "done" });
      expect(await made()).toHaveLength(1);
    });

    test("is sent once, although the client would repeat it", async () => {
      const { ask, made, gateway } = await openRow(type, knowsKeys);
      let posts = 0;
      gateway.faultOf = ({ method }) => {
        if (method === "POST") posts += 1;
        return method === "POST" ? lostAnswer : undefined;
      };
      // What a shop believes of its gateway can be wrong.
      const options = { ...gateway.sandbox.clientOptions, idempotencyKeys: true, fetch: gateway.fetch };
      expect(await ask(new PaymentsClient(options))).toMatchObject({ is: "unknown" });
      expect(posts).toBe(1);
      expect(await made()).toHaveLength(1);
    });

    test("is not sent after a look-up that lasted, since another process may have sent it meanwhile", async () => {
      const { ask, made, gateway, other } = await openRow(type, knowsKeys);
      let answer = (): void => undefined;
      const isHeld = new Promise<void>((resolve) => {
        answer = resolve;
      });
      let looks = 0;
      gateway.faultOf = ({ method }) => {
        if (method === "GET") looks += 1;
        if (method === "POST" || looks > 1) return undefined;
        return async (process) => {
          const response = await process();
          await isHeld;
          return response;
        };
      };
      const slow = ask();
      wait(UNDER_WAY);
      expect(await ask(other)).toMatchObject({ is: "done" });
      wait(31_000); // then the gateway refuses no duplicate any more
      answer();
      expect(await slow).toMatchObject({ is: "unknown" });
      expect(await made()).toHaveLength(1);
    });
  });

  test("whose first call arrives after the look-up is not refused with its repeat", async () => {
    const { ask, made, gateway } = await openRow(type, false);
    let arrive = async (): Promise<unknown> => undefined;
    let posts = 0;
    gateway.faultOf = ({ method }) => {
      if (method !== "POST") return undefined;
      posts += 1;
      if (posts > 1)
        return async (process) => {
          await arrive();
          return process();
        };
      return (process) => {
        arrive = process;
        return neverArrives(process);
      };
    };
    expect(await ask()).toMatchObject({ is: "unknown" });
    wait(UNDER_WAY);
    expect(await ask()).toMatchObject({ is: "unknown", reason: expect.stringContaining("Duplicate") });
    expect(await ask()).toMatchObject({ is: "done", transaction: { status: "successful" } });
    expect(await made()).toHaveLength(1);
  });

  test("that the gateway refuses did nothing", async () => {
    const { ask, gateway, made } = await openRow(type, true);
    trouble(gateway, async () => Response.json({ errors: { amount: ["is too big"] } }, { status: 422 }));
    expect(await ask()).toStrictEqual({ is: "refused", reason: expect.stringContaining("is too big") });
    expect(await made()).toHaveLength(0);
  });

  const others: [string, object][] = [
    ["amount", { amount: 4001 }],
    ["currency", { currency: "USD" }],
    ["tracking id", { tracking_id: "row-2" }],
  ];
  if (type === "refund") others.push(["payment", { parent_uid: "another" }]);

  test.each(others)(
    "is neither taken for an earlier one with another %s, nor made beside it",
    async (_, other) => {
      const { ask, made, gateway, asked } = await openRow(type, true);
      const earlier = {
        ...{ uid: "uid-1", type, status: "successful", amount: 4000, currency: "EUR" },
        ...{ tracking_id: asked.key, parent_uid: asked.parentUid, [type]: { status: "successful" } },
      };
      gateway.faultOf = ({ method }) =>
        method === "GET"
          ? async () => Response.json({ transactions: [{ ...earlier, ...other }] })
          : undefined;
      expect(await ask()).toMatchObject({
        is: "unknown",
        reason: `${type} uid-1 has the key, but was not asked for`,
      });
      gateway.faultOf = () => undefined;
      expect(await made()).toHaveLength(0);
    },
  );

  test("is sent with its key, beside a transaction of another type that has it", async () => {
    const { ask, made, gateway, asked } = await openRow(type, true);
    const sent: (string | null)[] = [];
    const earlier = { uid: "uid-1", type: "void", status: "successful", amount: 4000, currency: "EUR" };
    gateway.faultOf = ({ method, headers }) => {
      if (method === "POST") sent.push(headers.get("RequestID"));
      return method === "GET"
        ? async () => Response.json({ transactions: [{ ...earlier, tracking_id: asked.key, void: {} }] })
        : undefined;
    };
    expect(await ask()).toMatchObject({ is: "done" });
    expect(sent).toStrictEqual([asked.key]);
    gateway.faultOf = () => undefined;
    expect(await made()).toHaveLength(1);
  });
});

test("of a refund and a decline of its repeat, the refund counts", async () => {
  const { ask, gateway, asked } = await openRow("refund", false);
  expect(await ask()).toMatchObject({ is: "done", transaction: { status: "successful" } });
  await gateway.honest().transactions.refund({
    parent_uid: asked.parentUid ?? "",
    amount: asked.amount,
    reason: "Duplicate transaction",
    tracking_id: asked.key,
    duplicate_check: false,
    additional_data: { recipient: { expected_bank_code: "05" } },
  });
  const [newest] = await gateway.honest().transactions.findByTrackingId(asked.key);
  expect(newest?.status).toBe("failed");
  expect(await ask()).toMatchObject({ is: "done", transaction: { status: "successful" } });
});

test("a gateway that knows neither the credentials nor the path says nothing about the row", async () => {
  for (const status of [401, 403, 404, 429]) {
    const { ask, gateway } = await openRow("payment", true);
    trouble(gateway, async () => Response.json({ message: "No" }, { status }));
    expect(await ask(), String(status)).toMatchObject({ is: "unknown" });
  }
});

test("a declined charge is done, and says so", async () => {
  const { ask, gateway } = await openRow("payment", true);
  trouble(gateway, async (process) => {
    const { transaction } = Object(await (await process()).json());
    return Response.json({
      transaction: { ...transaction, status: "failed", payment: { status: "failed" } },
    });
  });
  expect(await ask()).toMatchObject({ is: "done", transaction: { status: "failed" } });
});

test("a card that the gateway does not know is refused", async () => {
  const { ask, shop } = await openRow("payment", true);
  expect(await ask(shop, "deleted")).toMatchObject({ is: "refused" });
});

test("a mistake of the shop's own is thrown", async () => {
  const { shop, asked } = await openRow("payment", true);
  const mistake = (): never => {
    throw new TypeError("undefined is not a function");
  };
  await expect(askOnce(shop, asked, () => true, mistake)).rejects.toThrow("undefined is not a function");
});
