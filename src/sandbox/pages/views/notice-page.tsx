import { Layout, type LayoutProps } from "./layout.tsx";

type Props = Pick<LayoutProps, "messages" | "shop" | "title" | "isWidget" | "widgetMessage"> & {
  readonly text: string;
};

/** The page that explains why there is nothing to pay. */
export const NoticePage = ({ text, ...props }: Props) => (
  <Layout {...props}>
    <section class="panel result">
      <h1>{props.title}</h1>
      <p>{text}</p>
    </section>
  </Layout>
);
