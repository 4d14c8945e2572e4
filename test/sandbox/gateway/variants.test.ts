/** What gateways answer differently. The books stay the same in each variant. */
import { expect, test } from "vitest";
import { type CheckoutStatus, isFinal, NotFoundError, outcome } from "../../../src/index.ts";
import { Sandbox, type SandboxOptions } from "../../../src/sandbox.ts";
import { endlessProduct } from "../../models/params.ts";
import { DECLINED, NOTIFY, ORDER, openSandbox } from "../open-gateway.ts";
import { rawCall } from "../raw-call.ts";

type Variants = NonNullable<SandboxOptions["variants"]>;

/** A gateway in these variants, whose shop answers 200 to each notification. */
function open(variants: Variants) {
  const posted: Record<string, unknown>[] = [];
  const deliver = async (request: Request) => {
    posted.push(JSON.parse(await request.text()));
    return new Response();
  };
  return { ...openSandbox({ variants, deliver }), posted };
}

const said = ({ status, finished, message }: CheckoutStatus) => [status, finished, message];

test("a token that no customer has opened has one of four statuses, and is never final", async () => {
  for (const [variants, status, message] of [
    [{}, "error", "Gateway response not found."],
    [{ freshToken: "incomplete" }, "incomplete", "Transaction is incomplete."],
    [{ freshToken: "pending" }, "pending", "Transaction is incomplete."],
    [{ freshToken: "none" }, null, "Transaction is incomplete."],
  ] as const) {
    const { sandbox, payments, create } = open(variants);
    const token = await create();
    const fresh = await payments.checkouts.get(token);
    expect([...said(fresh), fresh.gateway_response]).toStrictEqual([status, false, message, null]);
    expect([outcome(fresh), isFinal(fresh)]).toStrictEqual(["pending", false]);
    await sandbox.pay(token);
    expect(outcome(await payments.checkouts.get(token))).toBe("paid");
  }
});

test("a token with attempts left has one of four statuses after a decline, and can still be paid", async () => {
  for (const [variants, status, finished] of [
    [{}, "failed", false],
    [{ declinedToken: "incomplete" }, "incomplete", false],
    [{ declinedToken: "error" }, "error", false],
    [{ declinedToken: "finished" }, "failed", true],
  ] as const) {
    const { sandbox, payments, create } = open(variants);
    const token = await create({ attempts: 2 });
    const { message } = await sandbox.pay(token, { card: DECLINED });
    const declined = await payments.checkouts.get(token);
    expect(said(declined)).toStrictEqual([status, finished, message]);
    expect(declined.gateway_response).toMatchObject({ payment: { status: "failed" } });
    await sandbox.pay(token);
    expect(outcome(await payments.checkouts.get(token))).toBe("paid");
  }
});

test("the status of a refunded payment has the section of the refund only in one variant", async () => {
  for (const [followedToken, sections] of [
    ["payment", ["payment"]],
    ["all", ["refund", "payment"]],
  ] as const) {
    const { sandbox, payments, create } = open({ followedToken });
    const token = await create();
    const { uid } = await sandbox.pay(token);
    await payments.transactions.refund({ parent_uid: uid, amount: 100, reason: "Returned" });
    const refunded = await payments.checkouts.get(token);
    expect(Object.keys(refunded.gateway_response ?? {})).toStrictEqual(sections);
  }
});

test("a refund has its result at once, or is pending for a second", async () => {
  for (const followUp of ["final", "pending"] as const) {
    const { sandbox, payments, create } = open({ followUp });
    const { uid: parent_uid } = await sandbox.pay(await create());
    const refund = { parent_uid, amount: 100, reason: "Returned", tracking_id: "refund" };
    const first = followUp === "final" ? "refunded" : "pending";
    const { uid, ...made } = await payments.transactions.refund(refund);
    const [found] = await payments.transactions.findByTrackingId("refund");
    const get = async () => outcome(await payments.transactions.get(uid));
    expect([outcome({ uid, ...made }), found && outcome(found), await get()]).toStrictEqual([
      first,
      first,
      first,
    ]);
    await expect.poll(get, { timeout: 3000 }).toBe("refunded");
  }
});

test("a search that finds nothing is an empty list, or a 404", async () => {
  expect(await open({}).payments.transactions.findByTrackingId("nothing")).toStrictEqual([]);
  const { payments } = open({ nothingFound: "missing" });
  await expect(payments.transactions.findByTrackingId("nothing")).rejects.toThrow(NotFoundError);
});

test("a late search finds a payment after a second, and its uid at once", async () => {
  const { sandbox, payments, create } = open({ lookUp: "late" });
  const { uid } = await sandbox.pay(await create());
  const find = async () =>
    (await payments.transactions.findByTrackingId(ORDER.tracking_id)).map((each) => each.uid);
  expect(await find()).toStrictEqual([]);
  expect(await payments.transactions.get(uid)).toMatchObject({ uid });
  await expect.poll(find, { timeout: 3000 }).toStrictEqual([uid]);
});

test("an equal refund is refused, or a failed refund, and moves no money either way", async () => {
  for (const [duplicate, answer] of [
    ["refused", { status: 422, body: { message: expect.stringContaining("Duplicate transaction") } }],
    ["declined", { status: 200, body: { transaction: { status: "failed", code: "F.0215" } } }],
  ] as const) {
    const { sandbox, payments, create } = open({ duplicate });
    const { uid } = await sandbox.pay(await create());
    const refund = { parent_uid: uid, amount: 100, reason: "Returned" };
    await payments.transactions.refund(refund);
    const call = rawCall(sandbox, { "x-api-version": "2" });
    expect(await call("POST", "/transactions/refunds", { request: refund })).toMatchObject(answer);
    const rest = { ...refund, amount: 12_800 };
    expect(await payments.transactions.refund(rest)).toMatchObject({ status: "successful" });
  }
});

test("a refusal is a 422, or a 200 with errors", async () => {
  for (const [refusal, status] of [
    ["unprocessable", 422],
    ["ok", 200],
  ] as const) {
    const call = rawCall(new Sandbox({ variants: { refusal } }), { "x-api-version": "2" });
    const errors = expect.objectContaining({ errors: expect.anything() });
    expect(await call("POST", "/ctp/api/checkouts", { checkout: {} })).toMatchObject({
      status,
      body: errors,
    });
    expect(await call("POST", "/transactions/refunds", { request: {} })).toMatchObject({
      status,
      body: errors,
    });
  }
});

test("a payment by a link is notified as a transaction, or as a product with its last transaction", async () => {
  for (const productNotice of ["transaction", "product"] as const) {
    const { sandbox, payments, posted } = open({ productNotice });
    const { id } = await payments.products.create({
      ...endlessProduct,
      ...{ notification_url: NOTIFY },
    });
    const { uid } = await sandbox.pay(id);
    const { name, amount, currency } = endlessProduct;
    const ofProduct = {
      product: { name, amount, currency },
      last_transaction: { uid, status: "successful" },
    };
    const ofPayment = { transaction: { uid } };
    expect(posted).toMatchObject([productNotice === "product" ? ofProduct : ofPayment]);
    // A refund has no product.
    await payments.transactions.refund({ parent_uid: uid, amount: 1, reason: "Returned" });
    await sandbox.idle();
    expect(posted[1]).toMatchObject({ transaction: { parent_uid: uid } });
  }
});

test("redirect_url is one of three addresses, and each of them opens the payment page", async () => {
  for (const [variants, version, path] of [
    [{}, "2", "/widget/hpp.html"],
    [{}, "1", "/v2/checkout"],
    [{ page: "v2" }, "2", "/v2/checkout"],
    [{ page: "checkout" }, "2", "/checkout"],
  ] as const) {
    const { sandbox } = open(variants);
    const params = { checkout: { transaction_type: "payment", order: ORDER } };
    const call = rawCall(sandbox, { "x-api-version": version });
    const { body } = await call("POST", "/ctp/api/checkouts", params);
    const { checkout } = Object(body);
    const url = new URL(checkout.redirect_url);
    expect(url.pathname).toBe(path);
    for (const page of ["/widget/hpp.html", "/v2/checkout", "/checkout"]) {
      const opened = await sandbox.fetch(new Request(new URL(page + url.search, url)));
      expect(await opened.text()).toContain("129.00");
      expect(opened.headers.get("referrer-policy")).toBe("no-referrer");
      const entered = await sandbox.fetch(
        new Request(new URL(page, url), {
          method: "POST",
          body: new URLSearchParams({ token: checkout.token }),
        }),
      );
      expect([entered.status, await entered.text()]).toStrictEqual([200, expect.stringContaining("129.00")]);
    }
  }
});

test("an unknown fact or variant is refused with the nearest", () => {
  const wrong = (variants: object) => () => new Sandbox({ variants });
  expect(wrong({ freshTokens: "error" })).toThrow(
    "variants must not have freshTokens. Did you mean freshToken?",
  );
  expect(wrong({ freshToken: "pendng" })).toThrow(
    "variants.freshToken must be error, incomplete, pending, none, not pendng. Did you mean pending?",
  );
  expect(wrong({ toString: "error" })).toThrow("variants must not have toString");
  expect(wrong({ freshToken: "constructor" })).toThrow("variants.freshToken must be");
});
