export default {
  gateway: {
    input: "../../../dist/openapi.json",
    output: {
      target: ".tmp-generated/orval.ts",
      client: "fetch",
      baseUrl: {
        runtime: "gateway.url",
        imports: [{ name: "gateway", importPath: "../calls/gateway", values: true }],
      },
    },
  },
};
