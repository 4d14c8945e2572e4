/** Mounts a recipe and judges it. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { judge, judgeServer } from "./judge.mjs";

const name = process.argv[2];

const serve = async (listener) => {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${server.address().port}`;
};

const drives = {
  async koa() {
    const { app } = await import("./koa.mjs");
    await judgeServer(await serve(app.callback()));
  },

  async hapi() {
    process.env.PORT = "0";
    const { server } = await import("./hapi.mjs");
    await server.start();
    await judgeServer(server.info.uri);
  },

  async adonis() {
    const { receive } = await import("./adonis.mjs");
    const { HttpContextFactory, RequestFactory, ResponseFactory } = await import(
      "@adonisjs/core/factories/http"
    );
    const { BodyParserMiddlewareFactory } = await import(
      "@adonisjs/core/factories/bodyparser"
    );
    const parser = new BodyParserMiddlewareFactory().create();
    const listener = async (req, res) => {
      const request = new RequestFactory().merge({ req, res }).create();
      const response = new ResponseFactory().merge({ req, res }).create();
      const context = new HttpContextFactory().merge({ request, response }).create();
      await parser
        .handle(context, () => receive(context))
        .catch((error) => response.status(error.status).send(""));
      response.finish();
    };
    await judgeServer(await serve(listener), { hasCart: false });
  },

  async azure() {
    const { app, HttpRequest, HttpResponse } = await import("@azure/functions");
    let handler;
    app.http = (_, options) => {
      handler = options.handler;
    };
    await import("./azure.ts");
    await judge(async (text, headers) => {
      const body = { string: text };
      const request = new HttpRequest({
        method: "POST",
        url: "https://shop.example/notify",
        headers,
        body,
      });
      const answer = new HttpResponse(await handler(request));
      assert.equal(await answer.text(), "");
      return answer.status;
    });
  },

  async lambda() {
    const { handler } = await import("./lambda.ts");
    for (const isBase64Encoded of [true, false]) {
      await judge(async (text, headers) => {
        const body = isBase64Encoded ? Buffer.from(text).toString("base64") : text;
        const requestContext = { http: { method: "POST" } };
        return (await handler({ body, isBase64Encoded, headers, requestContext }))
          .statusCode;
      });
    }
  },
};

await drives[name]();
console.log(`ok, ${name}`);
process.exit();
