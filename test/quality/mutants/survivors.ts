/**
 * The changes that no test or search notices, as the program prints them, by the reason why. A text without the new code holds for all
 * changes of its expression, and a text without the expression for all changes of its line.
 */
type Survivors = Readonly<Record<string, readonly string[]>>;

/** They change no behavior, or neither lose nor give away money. They do not count in a score. */
const HARMLESS: Survivors = {
  "Only the signal calls it, but its type does not say so.": [
    "send.ts: const abort = (): void => controller.abort(signal?.reason); | signal?.reason -> signal.reason",
  ],
  "Its check accepts any value, so that no message has its text.": [
    'options.ts: const anything = satisfying<unknown>("anything", () => true); | "anything" -> ""',
    'options.ts: headers: satisfying<HeadersOption | undefined>("headers", () => true), | "headers" -> ""',
    'request-options.ts: headers: satisfying<HeadersOption | undefined>("headers", () => true), | "headers" -> ""',
  ],
  "It runs once in a process, and the tests run in one.": [
    "exchange.ts: if (!noStore) {",
    'exchange.ts: noStore = { cache: "no-store" };',
    'exchange.ts: new Request("https://gateway.invalid", noStore);',
  ],
  "The types need the code, which never has the other value.": [
    'handle-payment.ts: if (!found || uid === undefined) return review("no_order"); | uid === undefined -> false',
    "handle-payment.ts: await shop[outcome]?.({ ...event, order: found.order, uid }); | shop[outcome]?.({ ...event, order: found.order, uid }) -> shop[outcome]({ ...event, order: found.order, uid })",
    'payout-verification.ts: if (typeof amount !== "number" || !Number.isSafeInteger(amount) || amount < 1) | typeof amount !== "number" -> false',
    'signature.ts: const signature = sent.length === 1 ? decodeBase64(sent[0] ?? "") : undefined; | "" -> "Stryker was here!"',
    'webhooks.ts: const [header = ""] = sent; | "" -> "Stryker was here!"',
    'public-key.ts: const [, all, size, rest = ""] = RSA_KEY.exec(hex) ?? [];',
    'public-key.ts: const [, length, exponent] = /^02([0-7].)(.+)/.exec(rest.slice(end)) ?? []; | [] -> ["Stryker was here"]',
    'handle-payment.ts: const amountsText = ({ amount, currency = "", uid }: PaymentSummary, order: OrderTerms): string => { | "" -> "Stryker was here!"',
    'options.ts: return ""; | "" -> "Stryker was here!"',
    "options.ts: if (publicKey === undefined || problems.length > 0) | publicKey === undefined -> false",
    "handle-payment.ts: if (readOption(shop, name)) await shop[name]?.(event); | shop[name]?.(event) -> shop[name](event)",
    'webhooks.ts: else if (readOption(shop, "other")) await shop.other?.(notification); | shop.other?.(notification) -> shop.other(notification)',
    "poll.ts: if (error instanceof ApiError) retryAfter = Math.min(MAX_INTERVAL, (error.retryAfter ?? 0) * 1000); | error instanceof ApiError -> true",
    "holds.ts: const parent = transaction?.parent_uid; | transaction?.parent_uid -> transaction.parent_uid",
    'holds.ts: await this.make([this.database.store("pay", orderId, hold.credit_card?.token ?? "", 990, request)]); | hold.credit_card?.token -> hold.credit_card.token',
    'send-once.ts: ({ type }) => fieldsOfAnotherCall({ type: sent.type }, { uid: "", type }).length === 0, | "" -> "Stryker was here!"',
    "send.ts: if (!attemptSignal.aborted || signal?.aborted) answered.resolve(answer); | signal?.aborted -> signal.aborted",
  ],
  "An earlier check refuses the payment as unknown if its values differ.": [
    "handle-payment.ts: return values.length > 0 && values.every((value) => isSameValue(value, expected)); | values.every((value) => isSameValue(value, expected)) -> values.some(value => isSameValue(value, expected))",
  ],
  "The other value leads to the same result.": [
    "webhooks.ts: return new Response(null, { status: 200 }); | { status: 200 } -> {}",
    "headers.ts: ...(idempotencyKey !== undefined && { requestid: idempotencyKey }), | idempotencyKey !== undefined -> true",
    "hooks.ts: if (!hook) return task(); | !hook -> false",
    "read-result.ts: body: redacted === text ? body : parse(redacted), | redacted === text -> false",
    'transport.ts: const callId = HOOK_NAMES.some((name) => hooks[name]) ? crypto.randomUUID() : ""; | "" -> "Stryker was here!"',
    'another-call.ts: (typeof value === "number" && Number.isInteger(value)) || | typeof value === "number" -> true',
    'another-call.ts: (typeof value === "number" && Number.isInteger(value)) || | typeof value === "number" && Number.isInteger(value) -> typeof value === "number" || Number.isInteger(value)',
    "webhooks.ts: for (let index = 0; index < expected.length; index += 1) { | index < expected.length -> index <= expected.length",
    "base64.ts: for (let index = 0; index < bytes.length; index += 1) bytes[index] = characters.charCodeAt(index); | index < bytes.length -> index <= bytes.length",
    'webhooks.ts: const credentials = header.replace(/^basic +/i, "Basic "); | /^basic +/i -> /basic +/i',
    'signature.ts: const key = await subtle.importKey("spki", der, algorithm, false, ["verify"]); | false -> true',
  ],
  "Only the number of the issues is read, not their paths.": [
    'to-api-error.ts: export const hasErrors = (body: unknown): boolean => readIssues(sourcesOf(body), []).length > 0; | [] -> ["Stryker was here"]',
  ],
  "Any key works that every copy of the package has.": [
    'payments-error.ts: const BRAND = /* @__PURE__ */ Symbol.for("payments-client.error"); | "payments-client.error" -> ""',
  ],
  "A function without a return returns undefined, too.": [
    "base64.ts: } catch { | } catch { … -> {}",
    "signature.ts: } catch { | } catch { … -> {}",
  ],
  "The response was sent before, the body has a limit, and no callback is called for it.": [
    "raw-body.ts: const { bytes, isTooLarge, failure } = await readBytes(reader, MAX_BYTES, { signal }); | { signal } -> {}",
  ],
  "The stack begins with a name.": [
    "call-site.ts: if (frames >= 0) error.stack = `${error}${stack.slice(frames)}`; | frames >= 0 -> frames > 0",
  ],
  "ky never sees the status, because the attempt throws first.": [
    "send.ts: throwHttpErrors: false, | false -> true",
  ],
  "No option has this name.": [
    'call.ts: ...(transactionType ? ["idempotencyKey"] : []), | [] -> ["Stryker was here"]',
    'call.ts: ...(takesResend ? ["resend"] : []), | [] -> ["Stryker was here"]',
  ],
  "The error is ignored, and there is no body to drop.": [
    'exchange.ts: if (typeof response.body?.cancel === "function") await response.body.cancel(); | response.body?.cancel -> response.body.cancel',
  ],
  "The listener only keeps memory until the signal is collected.": [
    'send.ts: task.finally(() => signal.removeEventListener("abort", abort)).then(resolve, reject);',
  ],
  "The notification or the job tells of the payment, too.": [
    'holds.ts: const response = page === "return" ? new Response("Thank you") : await notify(request); | page === "return" -> false',
    'holds.ts: if (page === "return" && order) await this.ask(order).catch(() => undefined); | page === "return" -> page !== "return"',
    'with-sdk.ts: if (page === "notify") return this.notified(request); | page === "notify" -> true',
    'with-sdk.ts: if (page === "return") { | page === "return"',
    'with-sdk.ts: if (page === "return") { | if (page === "return") { … -> {}',
    "with-sdk.ts: const order = await this.connection.transaction(({ orders }) => orders.get(id)); | ({ orders }) => orders.get(id) -> () => undefined",
    "with-sdk.ts: if (order) await this.ask(order).catch(() => undefined); | order",
    'without-sdk.ts: if (pathname === "/hook") return new Response(null, { status: await this.hook(request) }); | pathname === "/hook" -> true',
    'without-sdk.ts: if (!pathname.startsWith("/thanks/") || id === undefined) return new Response(null, { status: 404 }); | !pathname.startsWith("/thanks/") || id === undefined',
    'without-sdk.ts: if (!pathname.startsWith("/thanks/") || id === undefined) return new Response(null, { status: 404 }); | pathname.startsWith("/thanks/") -> pathname.endsWith("/thanks/")',
    'without-sdk.ts: if (!pathname.startsWith("/thanks/") || id === undefined) return new Response(null, { status: 404 }); | !pathname.startsWith("/thanks/") -> pathname.startsWith("/thanks/")',
    "without-sdk.ts: const order = await this.books.transaction(({ orders }) => orders.get(id)); | ({ orders }) => orders.get(id) -> () => undefined",
    'without-sdk.ts: if (!pathname.startsWith("/thanks/") || id === undefined) return new Response(null, { status: 404 }); | id === undefined -> id !== undefined',
    "without-sdk.ts: if (order) await this.look(order).catch(() => undefined); | order",
  ],
  "The payment is kept for manual review, or the bill is one that is paid once.": [
    'bills.ts: const isSoldOften = (kind: Kind): boolean => kind === "permanent bill" || kind === "open link"; | (kind: Kind): boolean => kind === "permanent bill" || kind === "open link" -> () => undefined',
    "bills.ts: if (isSoldOften(this.kind)) this.sales.set(uid, order); | isSoldOften(this.kind) -> true",
  ],
  "The handler finds the order by the tracking_id of the bill.": [
    "bills.ts: if (bill.uid !== order.token) return; | bill.uid !== order.token -> false",
  ],
  "The time is exact to a millisecond.": [
    'holds.ts: if (row.state !== "open" || Date.now() - row.sentAt < milliseconds) return false; | Date.now() - row.sentAt < milliseconds -> Date.now() - row.sentAt <= milliseconds',
    "tickets.ts: if (Date.now() - row.sentAt < milliseconds) return false; | Date.now() - row.sentAt < milliseconds -> Date.now() - row.sentAt <= milliseconds",
  ],
  "A review too many moves no money.": [
    "holds.ts: this.database.reviews.delete(key); | this.database.reviews.delete(key); -> ;",
    "holds.ts: this.database.reviews.delete(`capture of ${order.id}`); | this.database.reviews.delete(`capture of ${order.id}`); -> ;",
    "holds.ts: this.database.reviews.set(`void of ${order.id}`, [order.id, order.paidBy]); | [order.id, order.paidBy] -> []",
  ],
  "The gateway refuses the call, or ignores the field.": [
    'holds.ts: if (!order?.paidBy) throw new Error("The order is not held"); | throw new Error("The order is not held"); -> ;',
    'holds.ts: additional_data: { contract: ["card_on_file"] }, | ["card_on_file"] -> []',
    "holds.ts: order.isVoided = true; | true -> false",
    'holds.ts: const refunds = this.database.rowsOf(orderId, "refund").filter(({ parent }) => parent === uid); | ({ parent }) => parent === uid -> () => undefined',
    'holds.ts: const refunds = this.database.rowsOf(orderId, "refund").filter(({ parent }) => parent === uid); | parent === uid -> false',
    "holds.ts: if (left > 0) throw new Error(`${left} more than was captured`); | left > 0 -> false",
    "holds.ts: if (left > 0) throw new Error(`${left} more than was captured`); | throw new Error(`${left} more than was captured`); -> ;",
    "bills.ts: const paid = [...all.values()].find((order) => order.id === id && order.paidBy !== null); | order.paidBy !== null -> true",
    'holds.ts: : { parent_uid: parent, amount, ...(method === "refund" && { reason: "Returned" }) }; | method === "refund" -> true',
    'holds.ts: if (!order?.paidBy) throw new Error("The order is not held"); | !order?.paidBy -> false',
    'holds.ts: row.state === "succeeded" || row.state === "open" ? row.amount : 0,',
  ],
  "A notification of a token is no payment to `outcome`.": [
    'with-sdk.ts: if (notification.type === "transaction") await this.take(notification.transaction); | notification.type === "transaction" -> true',
  ],
  "An order that stays open is asked for by the job.": [
    'with-sdk.ts: if (notification.type === "checkout") await this.expire(notification.checkout); | notification.type === "checkout" -> false',
    "with-sdk.ts: async expire({ token, expired }: CheckoutStatus): Promise<void> { | async expire({ token, expired }: CheckoutStatus): Promise<void> { … -> {}",
    "with-sdk.ts: if (expired !== true) return; | true -> false",
    "with-sdk.ts: for (const order of orders.values()) { | for (const order of orders.values()) { … -> {}",
    "with-sdk.ts: await this.connection.transaction(({ orders }) => { | await this.connection.transaction(({ orders }) => { … -> {}",
    'with-sdk.ts: if (order.token === token && order.status === "open") order.status = "expired"; | order.token === token && order.status === "open" -> false',
  ],
  "The answer is another one than 200 either way, and the notification is repeated.": [
    "with-sdk.ts: } catch (error) { | } catch (error) { … -> {}",
    "without-sdk.ts: const { status, content } = await this.call(`/transactions/${uid}`).catch(() => ({ | const { status, content } = await this.call(`/transactions/${uid}`).catch(() => ({ … -> () => undefined",
  ],
  "The gateway repeats what is answered 401, too.": [
    'with-sdk.ts: return new Response(null, { status: Object(error).code === "webhook" ? 401 : 500 }); | Object(error).code === "webhook"',
  ],
  "A payment that succeeded has a uid, and one without an order is no payment of this shop.": [
    "with-sdk.ts: if (!order || uid === undefined || payments.has(uid)) return; | !order || uid === undefined -> !order && uid === undefined",
    "with-sdk.ts: if (!order || uid === undefined || payments.has(uid)) return; | !order || uid === undefined -> false",
    "with-sdk.ts: if (!order || uid === undefined || payments.has(uid)) return; | uid === undefined -> false",
  ],
  "An expired order is fulfilled when it is paid.": [
    "with-sdk.ts: if (expired !== true) return; | expired !== true",
    'with-sdk.ts: if (order.token === token && order.status === "open") order.status = "expired"; | order.token === token && order.status === "open" -> order.token === token || order.status === "open"',
    'with-sdk.ts: if (order.token === token && order.status === "open") order.status = "expired"; | order.token === token -> true',
    'with-sdk.ts: if (order.token === token && order.status === "open") order.status = "expired"; | order.token === token -> order.token !== token',
  ],
  "A token that was paid does not expire.": [
    'with-sdk.ts: if (order.token === token && order.status === "open") order.status = "expired"; | order.status === "open" -> order.status !== "open"',
    'with-sdk.ts: if (order.token === token && order.status === "open") order.status = "expired"; | order.status === "open" -> true',
  ],
  "The SDK compares the token itself.": [
    "with-sdk.ts: if (status.token !== token) return; | status.token !== token -> false",
  ],
  "A hold may be captured at once, or by the job.": ["holds.ts: if (this.isAutomatic) {"],
  "No order is canceled after it was fulfilled.": ["tickets.ts: if (order?.paidBy !== null) return false;"],
  "The gateway notifies of a payment that waited.": [
    'tickets.ts: if (state === "pending" || state === "unknown") return; | state === "pending" -> false',
  ],
  "The id is looked up at the gateway before it is sent.": [
    "with-sdk.ts: if (known) return known; | known -> false",
  ],
  "Each order has another number.": [
    "bills.ts: order_id: String(100_000 + this.orders.size), | 100_000 + this.orders.size -> 100_000 - this.orders.size",
  ],
  "The job asks for a token that was paid, and learns nothing new.": [
    "holds.ts: for (const order of orders.values()) if (!order.isDone) await this.ask(order).catch(() => undefined); | !order.isDone -> true",
    "without-sdk.ts: await this.books.transaction(() => { | await this.books.transaction(() => { … -> {}",
    'with-sdk.ts: if (outcome(status) !== "paid") return; | outcome(status) !== "paid" -> true',
    "with-sdk.ts: await this.connection.transaction(() => { | await this.connection.transaction(() => { … -> {}",
    "with-sdk.ts: order.isDone = true; | true -> false",
    "with-sdk.ts: orders: [...tables.orders.values()].filter(({ isDone }) => !isDone), | [...tables.orders.values()].filter(({ isDone }) => !isDone) -> [...tables.orders.values()]",
    "without-sdk.ts: order.isDone = true; | true -> false",
    "without-sdk.ts: orders: [...books.orders.values()].filter(({ isDone }) => !isDone), | [...books.orders.values()].filter(({ isDone }) => !isDone) -> [...books.orders.values()]",
  ],
  "The call fails without a token, too.": [
    "with-sdk.ts: if (token === undefined) return; | token === undefined -> false",
  ],
  "Whoever asked was told that the result is not known, and asks again.": [
    'with-sdk.ts: requests: [...tables.requests.values()].filter(({ state }) => state === "asked"), | [...tables.requests.values()] -> []',
    'with-sdk.ts: requests: [...tables.requests.values()].filter(({ state }) => state === "asked"), | state === "asked" -> false',
    'with-sdk.ts: requests: [...tables.requests.values()].filter(({ state }) => state === "asked"), | state === "asked" -> state !== "asked"',
    'with-sdk.ts: requests: [...tables.requests.values()].filter(({ state }) => state === "asked"), | ({ state }) => state === "asked" -> () => undefined',
  ],
  "What was sent before is looked for before it is sent.": [
    'with-sdk.ts: requests: [...tables.requests.values()].filter(({ state }) => state === "asked"), | [...tables.requests.values()].filter(({ state }) => state === "asked") -> [...tables.requests.values()]',
    'with-sdk.ts: requests: [...tables.requests.values()].filter(({ state }) => state === "asked"), | state === "asked" -> true',
    "without-sdk.ts: ...(key !== undefined && { RequestID: key }), | key !== undefined && { RequestID: key } -> false",
    "without-sdk.ts: ...(key !== undefined && { RequestID: key }), | key !== undefined && { RequestID: key } -> true",
  ],
  "The keys are others, and still one for each request.": [
    "with-sdk.ts: const all = [...requests.values()].filter((each) => each.orderId === orderId && each.kind === kind); | each.kind === kind -> true",
  ],
  "What was refused stays asked for, and is refused again.": [
    'without-sdk.ts: if (status === 422) return await this.end(job, "refused"); | status === 422 -> false',
  ],
  "The order is always there.": [
    'holds.ts: currency: order?.currency ?? "", | order?.currency -> order.currency',
    'holds.ts: if (!order?.paidBy) throw new Error("The order is not held"); | order?.paidBy -> order.paidBy',
    'bills.ts: const refund: Refund = open ?? { key, parent, amount, isBill: paid?.isBill === true, state: "open" }; | paid?.isBill -> paid.isBill',
    'with-sdk.ts: const uid = order?.paidBy ?? ""; | order?.paidBy -> order.paidBy',
    'with-sdk.ts: const params = { ...common, ...card, currency: order?.currency ?? "", description: "One year more" }; | order?.currency -> order.currency',
    'without-sdk.ts: const parent = orders.get(orderId)?.paidBy ?? ""; | orders.get(orderId)?.paidBy -> orders.get(orderId).paidBy',
  ],
  "The gateway refuses the same amount within 30 seconds, and the staff is told.": [
    "with-sdk.ts: const common = { amount, tracking_id: id, duplicate_check: false }; | false -> true",
    "without-sdk.ts: const common = { amount: cents, tracking_id: key, duplicate_check: false }; | false -> true",
  ],
  "A payment by card has one.": [
    'with-sdk.ts: const card = { credit_card: { token: credit_card?.token ?? "" } }; | credit_card?.token -> credit_card.token',
  ],
  "It fails in the next statement, too.": [
    'without-sdk.ts: typeof value === "object" && value !== null && !Array.isArray(value); | value !== null -> true',
  ],
  "A GET with a content type is answered in the same way.": [
    'without-sdk.ts: ...(body !== undefined && { "content-type": "application/json" }), | body !== undefined -> true',
  ],
  "Nobody can pay without a token: the order is placed again.": [
    'without-sdk.ts: if (status !== 201 || typeof token !== "string") throw new Error("The gateway is not available"); | status !== 201 || typeof token !== "string" -> false',
    'without-sdk.ts: if (status !== 201 || typeof token !== "string") throw new Error("The gateway is not available"); | status !== 201 || typeof token !== "string" -> status !== 201 && typeof token !== "string"',
    'without-sdk.ts: if (status !== 201 || typeof token !== "string") throw new Error("The gateway is not available"); | typeof token !== "string" -> false',
    'without-sdk.ts: if (status !== 201 || typeof token !== "string") throw new Error("The gateway is not available"); | throw new Error("The gateway is not available"); -> ;',
  ],
  "An answer without a token is refused, too.": [
    'without-sdk.ts: if (status !== 201 || typeof token !== "string") throw new Error("The gateway is not available"); | status !== 201 -> false',
    'without-sdk.ts: if (status !== 200 || checkout["token"] !== order.token) return; | status !== 200 -> false',
  ],
  "No address lacks the id.": [
    'without-sdk.ts: if (!pathname.startsWith("/thanks/") || id === undefined) return new Response(null, { status: 404 }); | id === undefined -> false',
  ],
  "What counts is what the gateway says when it is asked.": [
    'without-sdk.ts: if (!verify("sha256", body, this.account.publicKey, signature)) return 401; | !verify("sha256", body, this.account.publicKey, signature) -> false',
  ],
  "The transaction itself is read before it is taken.": [
    'without-sdk.ts: if (checkout["status"] !== "successful" || typeof uid !== "string") return; | checkout["status"] !== "successful" || typeof uid !== "string" -> false',
    'without-sdk.ts: if (checkout["status"] !== "successful" || typeof uid !== "string") return; | checkout["status"] !== "successful" || typeof uid !== "string" -> checkout["status"] !== "successful" && typeof uid !== "string"',
    'without-sdk.ts: if (checkout["status"] !== "successful" || typeof uid !== "string") return; | checkout["status"] !== "successful" -> false',
    'without-sdk.ts: if (checkout["status"] !== "successful" || typeof uid !== "string") return; | typeof uid !== "string" -> false',
  ],
  "The job sends it.": [
    "without-sdk.ts: if (refund) await this.run(refund).catch(() => undefined); | refund",
  ],
  "What has ended is not sent again.": [
    'without-sdk.ts: jobs: [...books.jobs.values()].filter(({ state }) => state === "new" || state === "unknown"), | [...books.jobs.values()].filter(({ state }) => state === "new" || state === "unknown") -> [...books.jobs.values()]',
    'without-sdk.ts: jobs: [...books.jobs.values()].filter(({ state }) => state === "new" || state === "unknown"), | state === "new" || state === "unknown" -> true',
  ],
  "One look-up more.": [
    'without-sdk.ts: let made = job.state === "unknown" ? await this.find(job) : undefined; | job.state === "unknown" -> true',
  ],
  "What was made counts as unknown, and is found by the next look-up.": [
    'without-sdk.ts: if (status >= 300 || made["tracking_id"] !== job.key) | status >= 300 || made["tracking_id"] !== job.key -> true',
    'without-sdk.ts: if (status >= 300 || made["tracking_id"] !== job.key) | made["tracking_id"] !== job.key -> made["tracking_id"] === job.key',
    'without-sdk.ts: if (status >= 300 || made["tracking_id"] !== job.key) | status >= 300 -> status < 300',
  ],
  "An answer without the refund or the charge is refused, too.": [
    'without-sdk.ts: if (status >= 300 || made["tracking_id"] !== job.key) | status >= 300 -> false',
    'without-sdk.ts: if (status >= 300 || made["tracking_id"] !== job.key) | status >= 300 -> status > 300',
  ],
  "An answer without a list is refused, too.": [
    "without-sdk.ts: if (status !== 200 || !isObject(content)) throw new Error(`The gateway answered ${status}`); | status !== 200 || !isObject(content) -> status !== 200 && !isObject(content)",
    "without-sdk.ts: if (status !== 200 || !isObject(content)) throw new Error(`The gateway answered ${status}`); | status !== 200 || !isObject(content) -> false",
    "without-sdk.ts: if (status !== 200 || !isObject(content)) throw new Error(`The gateway answered ${status}`); | status !== 200 -> false",
    "without-sdk.ts: if (status !== 200 || !isObject(content)) throw new Error(`The gateway answered ${status}`); | throw new Error(`The gateway answered ${status}`); -> ;",
    'without-sdk.ts: if (!Array.isArray(transactions)) throw new Error("The gateway gave no list"); | !Array.isArray(transactions) -> false',
    'without-sdk.ts: if (!Array.isArray(transactions)) throw new Error("The gateway gave no list"); | throw new Error("The gateway gave no list"); -> ;',
  ],
  "Nothing is returned, which is not true.": ["with-sdk.ts: } catch { | } catch { … -> {}"],
  "The staff is told of an error instead of the end of a refund, and no money moves.": [
    "holds.ts: if (left > 0) throw new Error(`${left} more than was captured`); | left > 0 -> true",
    "holds.ts: if (left > 0) throw new Error(`${left} more than was captured`); | left > 0 -> left >= 0",
  ],
  "The shop never gets there.": [
    'holds.ts: throw new Error("This shop asks for holds only"); | throw new Error("This shop asks for holds only"); -> ;',
  ],
  "A row that has ended cannot be claimed.": [
    'holds.ts: if (row.state !== "open") return; | row.state !== "open" -> false',
  ],
  "An order that ships when it is held is not captured by the job.": [
    "holds.ts: if (!this.isAutomatic) return; | !this.isAutomatic -> false",
  ],
  "The SDK calls it only for an order that no other payment has paid.": [
    "bills.ts: if (order.paidBy === null) order.paidBy = uid; | order.paidBy === null -> true",
  ],
};

/** They count in a score. */
const MISSED: Survivors = {
  "Needs a renewal or a refund between a failed capture and the next one, or before it.": [
    'holds.ts: if (sent.is === "succeeded" && method === "capture" && order) {',
  ],
  "The only payment of a fulfilled order waits for a person too; checkShop does not know whom it asks for what.":
    [
      "with-sdk.ts: if (!order || uid === undefined || payments.has(uid)) return;",
      "with-sdk.ts: payments.set(uid, { orderId: order.id, isInReview: !isRight });",
    ],
  "Takes another order's refund for the one that is asked for: only stories that are played side by side show it.":
    [
      "with-sdk.ts: const all = [...requests.values()].filter((each) => each.orderId === orderId && each.kind === kind);",
    ],
  "The sandbox ignores the key of a request for a token, so that one key for all of them is not noticed.": [
    "without-sdk.ts: ...(key !== undefined && { RequestID: key }),",
  ],
  "No fault answers with another transaction than the one that was asked for.": [
    'without-sdk.ts: if (transaction["uid"] !== uid || type !== "payment" || status !== "successful" || test === true) return;',
    'without-sdk.ts: if (status >= 300 || made["tracking_id"] !== job.key)',
  ],
  "Needs a kill between two statements, a fraction of a millisecond apart: test/examples/money tries that.": [
    'without-sdk.ts: jobs: [...books.jobs.values()].filter(({ state }) => state === "new" || state === "unknown"),',
  ],
  "Needs a job that read its list before a refund ended, at a gateway that ignores keys.": [
    'with-sdk.ts: if (this.sending.has(request.id) || request.state !== "asked") return;',
    'without-sdk.ts: if (this.running.has(job.key) || job.state === "done" || job.state === "refused") return;',
  ],
};

const isIn = (survivors: Survivors, text: string): boolean =>
  Object.values(survivors)
    .flat()
    .some((known) => text === known || text.startsWith(`${known} -> `) || text.startsWith(`${known} | `));

export const isHarmless = (text: string): boolean => isIn(HARMLESS, text);

/** Whether a list has the reason why the change is not noticed. */
export const isExplained = (text: string): boolean => isHarmless(text) || isIn(MISSED, text);
