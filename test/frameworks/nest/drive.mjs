/** Starts the shop on Nest and judges it: on Express and on Fastify, before the parsers and behind them. */
import assert from "node:assert/strict";
import { NestFactory } from "@nestjs/core";
import { FastifyAdapter } from "@nestjs/platform-fastify";
import { toNodeListener } from "payments-client/webhooks";
import { judgeServer } from "./judge.mjs";
import { app, ShopModule } from "./out/main.js";
import { notify } from "./out/notify.js";
import { app as rawOnExpress } from "./out/raw-body.js";
import { app as rawOnFastify } from "./out/raw-body-fastify.js";
import { uncaughtOnExpress, uncaughtOnFastify } from "./out/uncaught.js";

async function whileListening(app, check) {
  await app.listen(0, "127.0.0.1");
  await check(await app.getUrl());
  await app.close();
}

const appOnFastify = await NestFactory.create(ShopModule, new FastifyAdapter());
appOnFastify.use("/notify", toNodeListener(notify));
for (const each of [app, appOnFastify]) await whileListening(each, judgeServer);

for (const each of [rawOnExpress, rawOnFastify]) {
  await whileListening(each, (url) =>
    judgeServer(url, { hasCart: false, isLimited: true }),
  );
}

for (const create of [uncaughtOnExpress, uncaughtOnFastify]) {
  await whileListening(await create(), async (url) => {
    assert.equal((await fetch(`${url}/uncaught`)).status, 500);
  });
}
console.log("ok");
process.exit();
