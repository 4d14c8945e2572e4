import type { CheckoutSession } from "../checkout-session.ts";
import { MethodParameters, methodName } from "../forms/method-fieldset.tsx";
import { ResultPage } from "./result-page.tsx";
import { SandboxStep } from "./sandbox-step.tsx";

/** The result page of a pending payment. It can be completed here, since the sandbox has no bank or cash desk. */
export const PendingPage = ({ session }: { readonly session: CheckoutSession }) => {
  const { messages, transaction } = session;
  const { text, approve, decline } = messages.step;
  const method = transaction?.payment_method_type ?? "";
  return (
    <ResultPage session={session} ending="pending">
      <MethodParameters session={session} method={method} isStarted />
      <SandboxStep
        session={session}
        to="result"
        text={text(methodName(method, messages))}
        name="answer"
        choices={[
          ["confirm", approve],
          ["decline", decline],
        ]}
      />
    </ResultPage>
  );
};
