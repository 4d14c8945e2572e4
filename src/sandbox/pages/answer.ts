import type { Context } from "hono";
import { html } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import type { Fields } from "../kept.ts";
import { contentSecurityPolicy } from "./page-headers.ts";

interface Answer {
  readonly status?: 200 | 404 | 410 | 422;
  /** Of the token whose page it is. */
  readonly settings?: Fields;
}

/** A page with its policy. */
export const answerPage = (
  context: Context,
  page: HtmlEscapedString | Promise<HtmlEscapedString>,
  { status = 200, settings }: Answer = {},
): Response | Promise<Response> => {
  context.header("content-security-policy", contentSecurityPolicy(settings));
  return context.html(html`<!DOCTYPE html>${page}`, status);
};

/** Goes on to another address, with GET. */
export const goTo = (context: Context, address: string): Response => context.redirect(address, 303);
