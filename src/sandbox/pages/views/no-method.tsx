import { limitsOf } from "../../gateway/transactions/offered-methods.ts";
import type { CheckoutSession } from "../checkout-session.ts";
import { Fact } from "../order/facts.tsx";

/** The notice that no method can pay for the order, with the settings that limit the methods. */
export const NoMethod = ({ session: { checkout, messages } }: { readonly session: CheckoutSession }) => {
  const limits = limitsOf(checkout.fields);
  return (
    <>
      <p>{messages.noMethod}</p>
      {limits.length > 0 && (
        <>
          <p>{messages.limitedBy}</p>
          <dl class="facts">
            {limits.map(({ setting, values }) => (
              <Fact name={<code>{setting}</code>}>{values.join(", ")}</Fact>
            ))}
          </dl>
        </>
      )}
    </>
  );
};
