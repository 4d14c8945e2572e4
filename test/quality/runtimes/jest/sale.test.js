const { sellInMemory, sellOverHttp } = require("./scenario.cjs");

test.each([sellInMemory, sellOverHttp])("a sale: %p", async (sell) => {
  const line = await sell();
  expect(line).toMatch(/^ok/);
  process.stdout.write(`${line}\n`);
});
