import { Webhooks } from "payments-client/webhooks";
import { vi } from "vitest";
import type { FaultyGateway } from "../faulty-gateway.ts";
import { guardPool, type Pool } from "../guard-pool.ts";
import type { Shop } from "../play.ts";
import { load } from "./load.ts";
import { PATIENT, type ScaleOutDatabase } from "./scale-out-database.ts";

const FILES = [
  "database",
  "jobs",
  "orders",
  "payment-handlers",
  "queues",
  "refunds",
  "start-payment",
  "status",
];

const TICKETS = 10;
const STOCK = 1_000_000;

const REFUNDS =
  "SELECT id, payment_uid AS uid, reason = 'Returned' AS asked FROM refunds WHERE order_id = $1";

/** Lets work begin when what was given before has ended. */
function inTurn() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const own = last.then(work, work);
    last = own;
    return own;
  };
}

interface Job {
  readonly id: string;
  readonly data: object;
}

/** @param database Is emptied first. */
export async function openScaleOut(database: ScaleOutDatabase, gateway: FaultyGateway): Promise<Shop> {
  const modules = await Promise.all(FILES.map((file) => load(`scale-out/src/${file}.ts`)));
  const code = Object.assign({}, ...modules);
  for (const [name, value] of Object.entries(await gateway.environment())) vi.stubEnv(name, value);
  await database.empty();
  const closes: (() => Promise<void>)[] = [];
  /** The last error of each schedule. */
  const failures = new Map<string, string>();
  const atStaff = inTurn();
  return {
    async open(life, payments) {
      const own: Pool = code.openPool({ ...PATIENT, max: 5 });
      const pool = guardPool(life, own, database.setClock);
      const boss = await code.openBoss(pool, {});
      closes.push(async () => {
        await boss.stop({ graceful: false });
        await own.end();
      });
      const shop = { pool, boss, payments, publicUrl: "http://shop.example", isTestMode: true };
      const notify = new Webhooks().handler(code.paymentHandlers(shop));
      const never = new AbortController().signal;
      /** @returns why it failed. */
      const run = (queue: string, data: object): Promise<string | undefined> =>
        code.JOBS[queue](shop, { ...data, signal: never, isOver: () => false }).then(
          () => undefined,
          (error: Error) => error.message,
        );
      const work = async (queue: string): Promise<void> => {
        for (;;) {
          const jobs: Job[] = await boss.fetch(queue, { batchSize: 5 });
          if (jobs.length === 0) return;
          const settle = async ({ id, data }: Job): Promise<void> => {
            const message = await run(queue, data);
            await (message === undefined ? boss.complete(queue, id) : boss.fail(queue, id, { message }));
          };
          await Promise.all(jobs.map(settle));
        }
      };
      const runJobs = async (): Promise<void> => {
        await database.setClock();
        await database.expireJobs();
        for (const name of code.SCHEDULED_QUEUES) {
          const message = await run(name, {});
          if (message === undefined) failures.delete(name);
          else failures.set(name, message);
        }
        for (const queue of Object.keys(code.JOBS))
          if (!code.SCHEDULED_QUEUES.includes(queue)) await work(queue);
      };
      const startPayment = async (orderId: string): Promise<string | undefined> => {
        const order = await code.findOrder(pool, orderId);
        if (order.paidBy !== null || order.inReview) return undefined;
        const address: string = await code.startPayment(shop, order);
        return URL.parse(address)?.searchParams.get("token") ?? undefined;
      };
      const askForRefund = async (orderId: string, amount: number): Promise<void> => {
        const { rows } = await pool.query(REFUNDS, [orderId]);
        if (!rows.some(({ asked }) => asked)) await code.refundOrder(shop, orderId, amount);
      };
      return {
        runJobs,
        storefront: {
          placeOrder: () => code.placeOrder(pool, "ticket", TICKETS),
          startPayment,
          notify,
          // A command has no id of its own: whoever gives it looks first whether somebody did.
          askForRefund: (orderId, _, amount) => atStaff(() => askForRefund(orderId, amount)),
        },
      };
    },
    async books(orderId) {
      const { rows: refunds } = await database.pool.query(REFUNDS, [orderId]);
      const { rows } = await database.pool.query("SELECT stock FROM products WHERE name = 'ticket'");
      const { failedJobs, money, unreadable } = await code.readStatus(database.pool);
      return {
        fulfillments: (STOCK - Number(rows[0]?.["stock"])) / TICKETS,
        inReview: [],
        givenBack: refunds.flatMap(({ asked, id, uid }) =>
          asked ? [] : { id: String(id), uid: String(uid) },
        ),
        refunds: refunds.flatMap(({ asked, id }) => (asked ? String(id) : [])),
        toDo: [...failedJobs.newest, ...money.newest, ...unreadable.newest, ...failures.values()],
      };
    },
    async close() {
      await Promise.all(closes.map((close) => close()));
    },
  };
}
