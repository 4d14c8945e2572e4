import type { Context } from "hono";
import { html } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { contentSecurityPolicy } from "./page-headers.ts";

interface Answer {
  readonly status?: 200 | 404 | 410 | 422;
  /** Whether a merchant's page may show it in a frame, as the widget does with a token's pages. */
  readonly mayBeFramed?: boolean;
}

/** Answers with a page and its Content-Security-Policy. */
export const answerPage = (
  context: Context,
  page: HtmlEscapedString | Promise<HtmlEscapedString>,
  { status = 200, mayBeFramed = false }: Answer = {},
): Response | Promise<Response> => {
  context.header("content-security-policy", contentSecurityPolicy(mayBeFramed));
  return context.html(html`<!DOCTYPE html>${page}`, status);
};

/** Redirects to another address, with GET. */
export const goTo = (context: Context, address: string): Response => context.redirect(address, 303);
