import type { Child } from "hono/jsx";
import { Layout } from "./layout.tsx";
import type { Words } from "../i18n/messages.ts";

interface Props {
  readonly words: Words;
  readonly shopId: string;
  readonly title: string;
  readonly text: string;
  readonly children?: Child;
}

/** Says plainly why there is nothing to pay here. */
export const NoticePage = ({ words, shopId, title, text, children }: Props) => (
  <Layout title={title} words={words} shopId={shopId}>
    <section class="panel result">
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
    </section>
  </Layout>
);
