/** The changes of the two shops that `checkShop` does not find, and why. */
interface Reason {
  /** Whether the change loses and gives away no money: it does not count then. */
  readonly harmless: boolean;
  readonly reason: string;
}

const harmless = (reason: string): Reason => ({ harmless: true, reason });
const missed = (reason: string): Reason => ({ harmless: false, reason });

/** By what `score.ts` prints of the change: the line, and what becomes what. */
export const REASONS: Readonly<Record<string, Reason>> = {
  "with-sdk.ts: if (order) await this.ask(order).catch(() => undefined); | order -> false": harmless(
    "The notification or the job tells of the payment, too.",
  ),
  'with-sdk.ts: if (page === "return") { | page === "return" -> false': harmless(
    "The notification or the job tells of the payment, too.",
  ),
  'with-sdk.ts: return new Response(null, { status: Object(error).code === "webhook" ? 401 : 500 }); | Object(error).code === "webhook" -> true':
    harmless("The gateway repeats what is answered 401, too."),
  "with-sdk.ts: if (!order || uid === undefined || payments.has(uid)) return; | !order || uid === undefined || payments.has(uid) -> (!order || uid === undefined) && payments.has(uid)":
    missed(
      "The only payment of a fulfilled order waits for a person too; checkShop does not know whom it asks for what.",
    ),
  "with-sdk.ts: if (expired !== true) return; | true -> false": harmless(
    "An order that stays open is asked for by the job.",
  ),
  'with-sdk.ts: if (order.token === token && order.status === "open") order.status = "expired"; | order.token === token && order.status === "open" -> order.token === token || order.status === "open"':
    harmless("An expired order is fulfilled when it is paid."),
  "with-sdk.ts: if (status.token !== token) return; | status.token !== token -> false": harmless(
    "The SDK compares the token itself.",
  ),
  'with-sdk.ts: requests: [...tables.requests.values()].filter(({ state }) => state === "asked"), | [...tables.requests.values()].filter(({ state }) => state === "asked") -> [...tables.requests.values()]':
    harmless("What was sent before is looked for before it is sent."),
  'with-sdk.ts: requests: [...tables.requests.values()].filter(({ state }) => state === "asked"), | state === "asked" -> state !== "asked"':
    harmless("Whoever asked was told that the result is not known, and asks again."),
  "with-sdk.ts: if (!(error instanceof ApiError && error.status === 422)) throw error; | !(error instanceof ApiError && error.status === 422) -> true":
    harmless("What was refused stays asked for, and is refused again."),
  "with-sdk.ts: await this.connection.transaction(() => { | await this.connection.transaction(() => { … -> {}":
    harmless("The job asks for a token that has ended, and learns nothing new."),
  "with-sdk.ts: const common = { amount, tracking_id: id, duplicate_check: false }; | false -> true":
    harmless("The gateway refuses the same amount within 30 seconds, and the staff is told."),
  "with-sdk.ts: fulfilments: (id) => tables.orders.get(id)?.shipments ?? 0, | tables.orders.get(id)?.shipments -> tables.orders.get(id).shipments":
    harmless("The order is always there."),
  "with-sdk.ts: [...tables.payments.values()].filter(({ orderId, isInReview }) => orderId === id && isInReview).length, | orderId === id && isInReview -> true":
    harmless("This is what checkShop is given, not the shop."),
  "without-sdk.ts: ...(key !== undefined && { RequestID: key }), | key !== undefined && { RequestID: key } -> false":
    harmless("What was sent before is looked for before it is sent again."),
  'without-sdk.ts: if (status !== 201 || typeof token !== "string") throw new Error("The gateway is not available"); | status !== 201 -> false':
    harmless("An answer without a token is refused, too."),
  'without-sdk.ts: if (!pathname.startsWith("/thanks/") || id === undefined) return new Response(null, { status: 404 }); | !pathname.startsWith("/thanks/") || id === undefined -> true':
    harmless("The notification or the job tells of the payment, too."),
  'without-sdk.ts: if (!pathname.startsWith("/thanks/") || id === undefined) return new Response(null, { status: 404 }); | id === undefined -> false':
    harmless("No address lacks the id."),
  'without-sdk.ts: if (checkout["status"] === "successful" && typeof uid === "string") { | checkout["status"] === "successful" && typeof uid === "string" -> checkout["status"] === "successful" || typeof uid === "string"':
    harmless("The transaction itself is read before it is taken."),
  'without-sdk.ts: if (checkout["finished"] === true || checkout["expired"] === true) { | checkout["finished"] === true || checkout["expired"] === true -> false':
    harmless("The job asks for a token that has ended, and learns nothing new."),
  'without-sdk.ts: if (checkout["finished"] === true || checkout["expired"] === true) { | checkout["expired"] === true -> false':
    harmless("The job asks for a token that has ended, and learns nothing new."),
  "without-sdk.ts: order.isClosed = true; | true -> false": harmless(
    "The job asks for a token that has ended, and learns nothing new.",
  ),
  'without-sdk.ts: if (this.running.has(job.key) || job.state === "done" || job.state === "refused") return; | this.running.has(job.key) || job.state === "done" -> this.running.has(job.key) && job.state === "done"':
    missed("Needs a job that read its list before a refund ended, at a gateway that ignores keys."),
  'without-sdk.ts: if (job.state === "unknown" && (await this.wasMade(job))) return await this.end(job, "done"); | job.state === "unknown" -> true':
    harmless("One look-up more."),
  'without-sdk.ts: if (status >= 300 || made["tracking_id"] !== job.key) throw new Error(`The gateway answered ${status}`); | status >= 300 -> status < 300':
    harmless("What was made counts as unknown, and is found by the next look-up."),
  'without-sdk.ts: if (status >= 300 || made["tracking_id"] !== job.key) throw new Error(`The gateway answered ${status}`); | status >= 300 || made["tracking_id"] !== job.key -> true':
    harmless("What was made counts as unknown, and is found by the next look-up."),
  "without-sdk.ts: if (status !== 200 || !isObject(content)) throw new Error(`The gateway answered ${status}`); | status !== 200 -> false":
    harmless("An answer without a list is refused, too."),
  'without-sdk.ts: return transactions.some((each) => isObject(each) && each["status"] === "successful"); | isObject(each) && each["status"] === "successful" -> true':
    missed("The sandbox keeps no refund that was declined, which would be found by its tracking id."),
  "without-sdk.ts: fulfilments: (id) => books.orders.get(id)?.parcels ?? 0, | books.orders.get(id)?.parcels -> books.orders.get(id).parcels":
    harmless("The order is always there."),
  'without-sdk.ts: [...books.jobs.values()].filter((job) => job.orderId === id && job.state === "refused").length, | job.orderId === id && job.state === "refused" -> true':
    harmless("This is what checkShop is given, not the shop."),
  'without-sdk.ts: [...books.jobs.values()].filter((job) => job.orderId === id && job.state === "refused").length, | job.state === "refused" -> true':
    harmless("This is what checkShop is given, not the shop."),
  "without-sdk.ts: restart: () => { | restart: () => { … -> {}": harmless(
    "This is what checkShop is given, not the shop.",
  ),
};
