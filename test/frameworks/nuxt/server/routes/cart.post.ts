import { defineEventHandler, readBody } from "h3";

export default defineEventHandler(async (event) => ({
  added: (await readBody(event)).article,
}));
