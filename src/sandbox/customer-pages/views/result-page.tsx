import type { Child } from "hono/jsx";
import { sectionOf, textOf } from "../../gateway/input/section.ts";
import { allowedAttempts } from "../../gateway/payments/token-state.ts";
import {
  type CheckoutSession,
  canTryAgain,
  pathTo,
  returnAddressOf,
  type SessionProps,
  wayBackOf,
} from "../checkout-session.ts";
import { purposeOf } from "../entries/cards.ts";
import { MethodParameters, methodName } from "../forms/method-fieldset.tsx";
import { secondsToReturn } from "../return/auto-return.ts";
import type { Ending } from "../return/return-address.ts";
import { widgetMessage } from "../return/widget-message.ts";
import { TokenLayout } from "./layout.tsx";
import { Receipt } from "./receipt.tsx";
import { SandboxStep, stepText } from "./sandbox-step.tsx";

const isFailedPayout = ({ fields }: CheckoutSession["checkout"], ending: Ending): boolean =>
  ending === "failed" && purposeOf(fields) === "payout";

const titleOf = ({ messages: { results }, checkout }: CheckoutSession, ending: Ending): string => {
  const purpose = purposeOf(checkout.fields);
  if (isFailedPayout(checkout, ending)) return results.payoutFailed;
  return ending === "successful" && purpose !== "payment" ? results[purpose] : results[ending];
};

const textOfResult = ({ messages, checkout }: CheckoutSession, ending: Ending): string | undefined => {
  if (isFailedPayout(checkout, ending)) return messages.notSent;
  if (ending === "pending") return messages.completedLater;
  return ending === "failed" || ending === "cancelled" ? messages.notTaken : undefined;
};

/** The merchant's lines of the receipt. Source: API reference, "receipt_text". */
const receiptLines = ({ checkout }: CheckoutSession): string[] => {
  const lines = sectionOf(sectionOf(checkout.fields["order"])["additional_data"])["receipt_text"];
  return Array.isArray(lines) ? lines.map((line) => textOf(line) ?? "") : [];
};

interface ResultProps extends SessionProps {
  readonly ending: Ending;
  /** Shown between the facts and the next steps. */
  readonly children?: Child;
}

/** The next steps after a result: try again, return to the shop, or check again. */
const NextSteps = ({ session, ending }: ResultProps) => {
  const { messages, settings } = session;
  const mayTry = canTryAgain(session);
  const seconds = secondsToReturn(session, ending);
  // In the widget, the script closes the overlay instead of following the link.
  const back = wayBackOf(session, ending) ?? (session.isWidget ? pathTo(session, "result") : undefined);
  return (
    <>
      {mayTry && (
        <a class="button primary" href={pathTo(session, "checkout")}>
          {messages.tryAgain}
        </a>
      )}
      {back !== undefined && (
        <a
          class={mayTry ? "button" : "button primary"}
          href={back}
          data-return={seconds === 0 ? "now" : "pressed"}
        >
          {textOf(settings["button_next_text"]) ?? messages.backToShop}
        </a>
      )}
      {ending === "pending" && <a href={pathTo(session, "result")}>{messages.checkAgain}</a>}
      {seconds !== undefined && seconds > 0 && (
        <p class="hint">
          {messages.leaving} <span data-countdown>{seconds}</span>
        </p>
      )}
    </>
  );
};

/** The result of a payment, and the return to the shop. */
export const ResultPage = ({ session, ending, children }: ResultProps) => {
  const { messages, checkout } = session;
  const title = titleOf(session, ending);
  const text = textOfResult(session, ending);
  const message = widgetMessage(checkout.token, ending, returnAddressOf(session, ending));
  return (
    <TokenLayout
      session={session}
      title={title}
      widgetMessage={message}
      hasLanguages={ending !== "cancelled"}
    >
      <section class="panel result" data-pending={ending === "pending" ? "" : undefined}>
        <h1>{title}</h1>
        {text && <p>{text}</p>}
        {canTryAgain(session) && (
          <p>{messages.attemptsLeft(allowedAttempts(checkout) - checkout.uids.length)}</p>
        )}
        {ending === "successful" && (
          <div class="receipt-lines">
            {receiptLines(session).map((line) => (
              <p class="receipt">{line}</p>
            ))}
          </div>
        )}
        {ending !== "error" && ending !== "cancelled" && <Receipt session={session} ending={ending} />}
        {children}
        <div class="ways">
          <NextSteps session={session} ending={ending} />
        </div>
      </section>
    </TokenLayout>
  );
};

/** The result page of a pending payment. It can be completed here, since the sandbox has no bank or cash desk. */
export const PendingPage = ({ session }: SessionProps) => {
  const { messages, transaction } = session;
  const method = transaction?.payment_method_type ?? "";
  return (
    <ResultPage session={session} ending="pending">
      <MethodParameters session={session} method={method} isStarted />
      <SandboxStep
        action={pathTo(session, "result")}
        text={stepText(methodName(method, messages))}
        name="answer"
        choices={[
          ["confirm", "Approve"],
          ["decline", "Decline"],
        ]}
      />
    </ResultPage>
  );
};

interface OnwardProps extends SessionProps {
  readonly title: string;
  readonly to: string;
  readonly children: string;
}

const OnwardPage = ({ session, title, to, children }: OnwardProps) => (
  <TokenLayout session={session} title={title}>
    <section class="panel result">
      <h1>{title}</h1>
      <div class="ways">
        <a class="button" href={to}>
          {children}
        </a>
      </div>
    </section>
  </TokenLayout>
);

/** Shown while the merchant verifies a payout. */
export const WaitingPage = ({ session }: SessionProps) => {
  const { results, checkAgain } = session.messages;
  return (
    <OnwardPage session={session} title={results.processing} to={pathTo(session, "result")}>
      {checkAgain}
    </OnwardPage>
  );
};

/** Shown before the redirect to the merchant. */
export const LeavingPage = ({ session, to }: Pick<OnwardProps, "session" | "to">) => (
  <OnwardPage session={session} title={session.messages.leaving} to={to}>
    {session.messages.backToShop}
  </OnwardPage>
);
