/** A shop's own API that takes and documents an order of the models, as the reference of the models shows. */
import assert from "node:assert/strict";
import { extendZodWithOpenApi, OpenAPIRegistry, OpenApiGeneratorV31 } from "@asteasolutions/zod-to-openapi";
import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { orderSchema } from "payments-client";
import * as z from "zod";

extendZodWithOpenApi(z);
const { $schema, ...documented } = z.toJSONSchema(orderSchema);
const schema = z.unknown().pipe(orderSchema).openapi(documented);
const route = {
  method: "post",
  path: "/orders",
  request: { body: { content: { "application/json": { schema } }, required: true } },
  responses: { 200: { description: "The order." } },
};
const info = { openapi: "3.1.0", info: { title: "Shop", version: "1" } };
const checkDocument = ({ paths }) => {
  const { requestBody } = paths["/orders"].post;
  const { properties, required } = requestBody.content["application/json"].schema;
  assert.deepEqual(Object.keys(properties), Object.keys(orderSchema.shape));
  assert.deepEqual(required, ["amount", "currency", "description"]);
};

const app = new OpenAPIHono();
app.openapi(createRoute(route), (context) => context.json(context.req.valid("json")));
checkDocument(app.getOpenAPI31Document(info));
const post = async (order) => {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(order),
  };
  return app.request("/orders", init);
};
const order = { amount: 3245, currency: "EUR", description: "Pass" };
assert.deepEqual(await (await post(order)).json(), order);
assert.equal((await post({ ...order, amount: 1.5 })).status, 400);

const registry = new OpenAPIRegistry();
registry.registerPath(route);
checkDocument(new OpenApiGeneratorV31(registry.definitions).generateDocument(info));
console.log("ok");
