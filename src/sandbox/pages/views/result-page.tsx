import { section, textOf } from "../../gateway/section.ts";
import { secondsToReturn } from "../auto-return.ts";
import { purposeOf } from "../forms/cards.ts";
import { OrderFacts } from "./order-facts.tsx";
import type { Ending } from "../return-address.ts";
import { TokenLayout } from "./token-layout.tsx";
import { canTryAgain, pathTo, returnAddressOf, type Visit } from "../checkout-session.ts";
import { widgetMessage } from "../widget-message.ts";

const SIGNS: Readonly<Record<Ending, string>> = {
  successful: "M5 13l5 5 9-11",
  failed: "M6 6l12 12M18 6L6 18",
  error: "M12 6v8M12 18v.5",
  pending: "M12 3a9 9 0 1 0 .01 0M12 7v5l3 2",
  cancelled: "M6 6l12 12M18 6L6 18",
};

const Sign = ({ ending }: { readonly ending: Ending }) => (
  <svg class={`sign ${ending}`} viewBox="0 0 24 24" width="56" height="56" aria-hidden="true">
    <path d={SIGNS[ending]} />
  </svg>
);

const isFailedPayout = ({ fields }: Visit["checkout"], ending: Ending): boolean =>
  ending === "failed" && purposeOf(fields) === "payout";

const titleOf = ({ words, checkout }: Visit, ending: Ending): string => {
  const purpose = purposeOf(checkout.fields);
  if (isFailedPayout(checkout, ending)) return words.results.payoutFailed;
  return ending === "successful" && purpose !== "payment" ? words.results[purpose] : words.results[ending];
};

/** The merchant's lines of the receipt. Source: API reference, "receipt_text". */
const receiptLines = ({ checkout }: Visit): string[] => {
  const lines = section(section(checkout.fields["order"])["additional_data"])["receipt_text"];
  return Array.isArray(lines) ? lines.map(String) : [];
};

const Facts = ({ visit, ending }: { readonly visit: Visit; readonly ending: Ending }) => {
  const { words, transaction } = visit;
  const friendly = textOf(section(transaction)["friendly_message"]);
  const reason = friendly ?? textOf(transaction?.message);
  return (
    <dl class="facts">
      <OrderFacts visit={visit} />
      {ending === "failed" && reason !== undefined && (
        <>
          <dt>{words.reason}</dt>
          <dd lang={friendly === undefined ? "en" : undefined}>{reason}</dd>
        </>
      )}
      {transaction && (
        <>
          <dt class="whole">{words.paymentNumber}</dt>
          <dd class="whole">
            <code>{transaction.uid}</code>
          </dd>
        </>
      )}
    </dl>
  );
};

/** The ways on from a result: once more, back to the shop, or asking again. */
const Ways = ({ visit, ending }: { readonly visit: Visit; readonly ending: Ending }) => {
  const { words, settings } = visit;
  const mayTry = canTryAgain(visit);
  const seconds = secondsToReturn(visit, ending);
  const [before, after] = words.returnIn;
  return (
    <>
      {mayTry && (
        <a class="button primary" href={pathTo(visit, "checkout")}>
          {words.tryAgain}
        </a>
      )}
      <a
        class={`button ${mayTry ? "secondary" : "primary"}`}
        href={returnAddressOf(visit, ending) ?? "/"}
        data-return={seconds === 0 ? "now" : "pressed"}
      >
        {textOf(settings["button_next_text"]) ?? words.backToShop}
      </a>
      {ending === "pending" && <a href={pathTo(visit, "result")}>{words.checkAgain}</a>}
      {seconds !== undefined && seconds > 0 && (
        <p class="hint">
          {before} <span data-countdown>{seconds}</span> {after}
        </p>
      )}
    </>
  );
};

/** How it ended, and the way back to the shop. Custom fields are not shown here. Source: API reference. */
export const ResultPage = ({ visit, ending }: { readonly visit: Visit; readonly ending: Ending }) => {
  const { words, checkout } = visit;
  const title = titleOf(visit, ending);
  const message = widgetMessage(checkout.token, ending, returnAddressOf(visit, ending));
  return (
    <TokenLayout visit={visit} title={title} widgetMessage={message}>
      <section class="panel result">
        <Sign ending={ending} />
        <h1>{title}</h1>
        <p>{words.resultTexts[isFailedPayout(checkout, ending) ? "payoutFailed" : ending]}</p>
        {ending === "successful" && receiptLines(visit).map((line) => <p class="receipt">{line}</p>)}
        {ending !== "error" && ending !== "cancelled" && <Facts visit={visit} ending={ending} />}
        <div class="ways">
          <Ways visit={visit} ending={ending} />
        </div>
      </section>
    </TokenLayout>
  );
};

/** While the gateway asks the merchant about a payout. */
export const WaitingPage = ({ visit }: { readonly visit: Visit }) => {
  const { words } = visit;
  return (
    <TokenLayout visit={visit} title={words.results.processing}>
      <section class="panel result">
        <h1>{words.results.processing}</h1>
        <p>{words.resultTexts.processing}</p>
        <div class="ways">
          <a class="button secondary" href={pathTo(visit, "result")}>
            {words.checkAgain}
          </a>
        </div>
      </section>
    </TokenLayout>
  );
};

/** On the way to the merchant. */
export const LeavingPage = ({ visit, address }: { readonly visit: Visit; readonly address: string }) => (
  <TokenLayout visit={visit} title={visit.words.leaving}>
    <section class="panel result">
      <h1>{visit.words.leaving}</h1>
      <div class="ways">
        <a class="button secondary" href={address}>
          {visit.words.backToShop}
        </a>
      </div>
    </section>
  </TokenLayout>
);
