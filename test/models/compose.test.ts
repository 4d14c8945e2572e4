/** `package/package.test.ts` composes models of the packed package with a merchant's own. */
import { expect, test } from "vitest";
import * as mini from "zod/mini";
import { MODELS } from "./models.ts";

test("where rules forbid to pick, the model of the fields alone can be picked from", () => {
  for (const [name, model] of MODELS) {
    if (!(model instanceof mini.ZodMiniObject)) continue;
    const hasRules = (model._zod.def.checks ?? []).some(({ _zod }) => _zod.def.check === "custom");
    const fields = `${name.slice(0, -"Schema".length)}FieldsSchema`;
    const alone = hasRules ? [...MODELS].find(([known]) => known === fields)?.[1] : model;
    if (!(alone instanceof mini.ZodMiniObject)) throw new Error(`${fields} is not exported`);
    expect(() => mini.partial(alone), name).not.toThrow();
    expect(Object.keys(alone.shape), name).toStrictEqual(Object.keys(model.shape));
  }
});
