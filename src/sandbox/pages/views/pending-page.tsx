import { type CheckoutSession, pathTo } from "../checkout-session.ts";
import { MethodParameters, methodName } from "../forms/method-fieldset.tsx";
import { ResultPage } from "./result-page.tsx";

/** The result page of a pending payment. It can be completed here, since the sandbox has no bank or cash desk. */
export const PendingPage = ({ session }: { readonly session: CheckoutSession }) => {
  const { messages, transaction } = session;
  const method = transaction?.payment_method_type ?? "";
  return (
    <ResultPage session={session} ending="pending">
      <MethodParameters session={session} method={method} isStarted />
      <form method="post" action={pathTo(session, "result")} class="sandbox-step">
        <p>{messages.step.text(methodName(method, messages))}</p>
        <button type="submit" name="answer" value="confirm" class="secondary">
          {messages.step.approve}
        </button>
        <button type="submit" name="answer" value="decline" class="secondary">
          {messages.step.decline}
        </button>
      </form>
    </ResultPage>
  );
};
