import { expect, test } from "vitest";
import { aCheckout, bodySentBy, createCheckout, having } from "./params.ts";

test("accepts a fourth custom field that counts as not given", async () => {
  for (const nothing of [undefined, null, ""]) {
    const fields = { custom_field_1: { value: "a" }, custom_field_4: nothing };
    const body = await bodySentBy(createCheckout(having(aCheckout, { "order.custom_fields": fields })));
    expect(body).toHaveProperty("checkout.order.custom_fields.custom_field_1", { value: "a" });
  }
});
