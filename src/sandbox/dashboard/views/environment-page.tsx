import { environmentLines } from "../../environment-lines.ts";
import { Copy } from "../parts/parts.tsx";
import { Layout, type PageProps } from "./layout.tsx";

interface Credentials {
  readonly shopId: string;
  readonly secretKey: string;
  readonly publicKey: string;
  readonly origin: string;
}

const MASKED = "••••••••";

const linesOf = ({ origin, ...credentials }: Credentials): string[] =>
  environmentLines({ ...credentials, baseUrl: origin, checkoutUrl: origin, gatewayUrl: origin });

/** The values for a merchant's configuration. The secret key is hidden until the developer opens it. */
const CredentialsSection = (credentials: Credentials) => {
  const { shopId, secretKey, publicKey, origin } = credentials;
  return (
    <section id="shop" aria-labelledby="shop-title">
      <h2 id="shop-title">Your shop</h2>
      <dl class="keys">
        <dt>Shop id</dt>
        <dd>
          <code>{shopId}</code>
          <Copy what="shop id" text={shopId} />
        </dd>
        <dt>Secret key</dt>
        <dd>
          <details id="secret-key">
            <summary id="secret-key-summary">
              <span class="masked">{MASKED}</span>
              <span class="show">Show</span>
            </summary>
            <code>{secretKey}</code>
          </details>
          <Copy what="secret key" text={secretKey} />
        </dd>
        <dt>Public key</dt>
        <dd>
          <code class="one-line">{publicKey}</code>
          <Copy what="public key" text={publicKey} />
        </dd>
        <dt>Address</dt>
        <dd>
          <code>{origin}</code>
          <Copy what="address" text={origin} />
        </dd>
      </dl>
      <div class="code">
        <h3>Environment</h3>
        <Copy what="environment lines" text={`${linesOf(credentials).join("\n")}\n`} />
        <pre>
          {linesOf({ ...credentials, secretKey: MASKED }).map((line) => (
            <code class="one-line">{line}</code>
          ))}
        </pre>
      </div>
    </section>
  );
};

/** The variables of the shop's environment, and the button that forgets all orders. */
export const EnvironmentPage = ({ publicKey, ...props }: PageProps & { readonly publicKey: string }) => {
  const { shop, url } = props;
  const { shopId, secretKey } = shop;
  return (
    <Layout {...props} title="Environment" at="/sandbox/environment">
      <h1>Environment</h1>
      <CredentialsSection shopId={shopId} secretKey={secretKey} publicKey={publicKey} origin={url.origin} />
      <section id="clear" aria-labelledby="clear-title">
        <h2 id="clear-title">Start over</h2>
        <p class="hint">
          Forgets all orders, products, saved cards, calls and planned failures. The keys stay.
        </p>
        <form method="post" action="/sandbox/clear">
          <button type="submit" id="clear-all" aria-label="Clear everything">
            Clear everything
          </button>
        </form>
      </section>
    </Layout>
  );
};
