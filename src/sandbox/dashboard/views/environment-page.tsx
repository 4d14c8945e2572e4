import { type Environment, environmentLines } from "../../environment-lines.ts";
import type { Gateway } from "../../gateway/gateway.ts";
import { written } from "../parts/list.tsx";
import { ActionForm, Copy, Fact, type PageProps, PageSection, Submit } from "../parts/parts.tsx";

export const environmentAt = async (
  { settings: { shopId, secretKey }, store }: Gateway,
  { origin }: URL,
): Promise<Environment> => {
  const { publicKey } = await store.key.pair();
  return { shopId, secretKey, baseUrl: origin, checkoutUrl: origin, gatewayUrl: origin, publicKey };
};

const MASKED = "••••••••";

const Hidden = ({ name, children: key }: { name: "Secret key" | "Public key"; children: string }) => {
  const what = name.toLowerCase();
  const id = what.replace(" ", "-");
  return (
    <Fact name={name}>
      <details id={id}>
        <summary id={`${id}-summary`}>Show or hide</summary>
        <code>{key}</code>
      </details>
      <Copy what={what} text={key} />
    </Fact>
  );
};

export const CopyVariables = (environment: Environment) => (
  <Copy what="environment lines" text={`${environmentLines(environment).join("\n")}\n`} />
);

const CredentialsSection = (environment: Environment) => {
  const { shopId, secretKey, publicKey, baseUrl } = environment;
  return (
    <PageSection id="shop" title="Your shop">
      <div class="code">
        <h3>Variables</h3>
        <CopyVariables {...environment} />
        <pre>
          <code>{environmentLines({ ...environment, secretKey: MASKED }).join("\n")}</code>
        </pre>
      </div>
      <dl>
        <Fact name="Shop id">
          <code>{shopId}</code>
          <Copy what="shop id" text={shopId} />
        </Fact>
        <Hidden name="Secret key">{secretKey}</Hidden>
        <Hidden name="Public key">{publicKey}</Hidden>
        <Fact name="Address">
          <code>{baseUrl}</code>
          <Copy what="address" text={baseUrl} />
        </Fact>
      </dl>
    </PageSection>
  );
};

const GUIDES = "node_modules/payments-client/docs/guides/";

const HANDLER = `import { createServer } from "node:http";
import { toNodeListener, Webhooks } from "payments-client/webhooks";

const webhooks = new Webhooks(); // reads the lines above
createServer(toNodeListener(webhooks.handler(shop))).listen(3000); // shop: your functions findOrder, paid and review
`;

const VerifySection = () => (
  <PageSection id="verify" title="Verify notifications">
    <p>
      Anyone can post to <code>notification_url</code>. Accept a notification only if its{" "}
      <code>Content-Signature</code> matches the bytes of its body and the public key, and its{" "}
      <code>Authorization</code> contains the shop id and the secret key. Otherwise answer 401, and do nothing
      else. The handler of the SDK does this:
    </p>
    <div class="code">
      <h3>Handler</h3>
      <Copy what="code of the handler" text={HANDLER} />
      <pre>
        <code>{HANDLER}</code>
      </pre>
    </div>
    <p class="hint">
      The guides are in your project: <code>{`${GUIDES}receive-notifications.md`}</code>, and for other
      languages <code>{`${GUIDES}other-languages.md`}</code>. To try it, choose <strong>Send again</strong>{" "}
      “with another signature” on the page of a paid order.
    </p>
  </PageSection>
);

export const EnvironmentPage = async ({ gateway, url }: PageProps) => {
  const { store } = gateway;
  return (
    <>
      <CredentialsSection {...(await environmentAt(gateway, url))} />
      <VerifySection />
      <PageSection id="clear" title="Start over">
        <details id="clear-details">
          <summary id="clear-summary">Clear everything</summary>
          <p>
            This deletes all orders ({written(store.orders.size)}), products ({written(store.products.size)}),
            saved cards, calls and planned failures. The keys stay. With <code>--state FILE</code>, the state
            before is kept in <code>FILE.cleared-TIME</code>.
          </p>
          <ActionForm action="clear">
            <Submit id="clear-all" label="Delete everything" class="danger">
              Delete everything
            </Submit>
          </ActionForm>
        </details>
      </PageSection>
    </>
  );
};
