/** Mistakes that only one variant of the gateway shows. */
import { KINDS } from "../shops/bills.ts";
import { ASKS } from "./with-sdk-changes.ts";
import { AFTER, changesOf, type WrongShop, wrong } from "./wrong-shop.ts";

/** Forgets a token with such a status, although a customer can still pay it. */
const forgets = (condition: string, story: string): WrongShop =>
  wrong({ fulfilled: [story] }, [
    'if (outcome(status) !== "paid") return;',
    `if (outcome(status) !== "paid" && !(${condition})) return;`,
  ]);

const DECLINED = 'status.gateway_response?.payment?.status === "failed"';

const SENDS = "const { status } = found ?? (await this.post(request));";
const NO_KEYS = ["const options = { idempotencyKey: id };", "const options = {};"] as const;

export const VARIANTS: Readonly<Record<string, WrongShop>> = {
  "takes an incomplete token for a customer who left": forgets(
    'status.status === "incomplete" && !status.gateway_response',
    "order, freshToken=incomplete, job, pay",
  ),
  "waits only for the notification of a pending token": forgets(
    'status.status === "pending" && !status.gateway_response',
    "order, freshToken=pending, job, pay",
  ),
  "forgets a token without a status": forgets("!status.status", "order, freshToken=none, job, pay"),
  "takes a declined token for a customer who left": forgets(
    `status.status === "incomplete" && ${DECLINED}`,
    "order, declinedToken=incomplete, decline, job, pay",
  ),
  "takes a declined token for an error of the gateway": forgets(
    `status.status === "error" && ${DECLINED}`,
    "order, declinedToken=error, decline, job, pay",
  ),
  "forgets a token that the gateway calls finished": forgets(
    "status.finished",
    "order, declinedToken=finished, decline, job, pay",
  ),
  "sends a request again as soon as a search does not find it": wrong(
    {
      refund: [`${AFTER}, lookUp=late, refund @lost`],
      renewal: [`${AFTER}, lookUp=late, renew @lost`],
    },
    [
      SENDS,
      `const { status } = found ?? (await this.post(request).catch(async () => {
        const [made] = await this.payments.transactions.findByTrackingId(request.id);
        return made ?? this.post(request);
      }));`,
    ],
    NO_KEYS,
  ),
  "expects that a duplicate is refused": wrong(
    { refund: [`${AFTER}, duplicate=declined, refund @lost`] },
    [
      SENDS,
      `const again = () =>
        this.post(request).catch((error) => {
          if (!(error instanceof ValidationError)) throw error;
          return { status: "successful" };
        });
      const { status } = found ?? (await this.post(request).catch(again));`,
    ],
    [", duplicate_check: false", ""],
    NO_KEYS,
  ),
  "takes a search without a result for an error": changesOf({ file: "without-sdk", index: 0 })(
    { accepted: [`${AFTER}, nothingFound=missing, refund`] },
    ['job.state === "unknown" ? await this.find(job) : undefined', "await this.find(job)"],
  ),
  "takes each 200 for a refund": wrong({ refund: [`${AFTER}, refusal=ok, refund too much`] }, [
    "if (!(error instanceof ValidationError)) throw error;",
    'if (Object(error).response?.status === 200) return this.end(request, "done");\n      if (!(error instanceof ValidationError)) throw error;',
  ]),
  "ignores the notification of a product": changesOf({ file: "bills", index: KINDS.indexOf("link") })(
    { fulfilled: ["order, productNotice=product, pay, deliver"] },
    ["if (uid) await", "if (!this) await"],
  ),
  "takes the token from the address of the page": changesOf({ file: "licenses", index: 0 })(
    { fulfilled: ["v2", "checkout"].map((page) => `order, page=${page}, begin again, pay newest, job`) },
    [
      "const { token } = await this.payments.checkouts.create({",
      "const { token, redirect_url } = await this.payments.checkouts.create({",
    ],
    ["tokens.set(token, id)", 'tokens.set(redirect_url.split("/widget/hpp.html?token=")[1] ?? "", id)'],
  ),
  "takes a pending refund for a declined one": wrong({ refund: [`${AFTER}, followUp=pending, refund`] }, [
    'status === "incomplete" || status === "pending"',
    'status === "incomplete"',
  ]),
  "reads the first section of a token's status": wrong(
    { review: [`${AFTER}, followedToken=all, refund, return`] },
    [
      ASKS,
      `${ASKS}
    const [section] = Object.entries(status.gateway_response ?? {});
    if (section && section[0] !== "payment") {
      const uid = String(Object(section[1]).uid);
      await this.connection.transaction(({ payments }) =>
        payments.set(uid, { orderId: order.id, isInReview: true }),
      );
    }`,
    ],
  ),
};
