import { html } from "../web/html.ts";
import { page } from "./layout.ts";

/** A page with a title and one sentence. */
export const messagePage = (title: string, message: string): string =>
  page({ title, body: html`<h1>${title}</h1><p>${message}</p><p><a href="/">To the shop</a></p>` });
