import type { Context } from "hono";
import { html } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { contentSecurityPolicy } from "./page-headers.ts";

interface Answer {
  readonly status?: 200 | 404 | 410 | 422;
  /** Whether it is a token's page. */
  readonly isOfToken?: boolean;
}

/** A page with its policy. */
export const answerPage = (
  context: Context,
  page: HtmlEscapedString | Promise<HtmlEscapedString>,
  { status = 200, isOfToken = false }: Answer = {},
): Response | Promise<Response> => {
  context.header("content-security-policy", contentSecurityPolicy(isOfToken));
  return context.html(html`<!DOCTYPE html>${page}`, status);
};

/** Goes on to another address, with GET. */
export const goTo = (context: Context, address: string): Response => context.redirect(address, 303);
