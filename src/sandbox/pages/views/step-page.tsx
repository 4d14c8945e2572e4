import type { Entries } from "../forms/form.ts";
import { MethodParameters, methodName } from "../forms/method-fieldset.tsx";
import { isAlternative } from "../forms/offered-methods.ts";
import { TokenLayout } from "./token-layout.tsx";
import { orderOf, pathTo, type Visit } from "../checkout-session.ts";

/** What never leaves the page where it was entered. */
const SECRET = ["number", "cvc", "saved_cvc", "outcome"];

interface Props {
  readonly visit: Visit;
  readonly method: string;
  readonly entries: Entries;
}

/** Stands for a wallet or an alternative method: the customer chooses what it answers. */
export const StepPage = ({ visit, method, entries }: Props) => {
  const { words } = visit;
  const name = methodName(method, words);
  const { title, amount } = orderOf(visit);
  const kept = Object.entries({ ...entries, method }).filter(([field]) => !SECRET.includes(field));
  return (
    <TokenLayout visit={visit} title={words.step.heading(name)}>
      <section class="panel">
        <h1>{words.step.heading(name)}</h1>
        <p class="amount">{amount}</p>
        <p>{title}</p>
        <MethodParameters visit={visit} method={method} />
        <form method="post" action={pathTo(visit, "checkout")} class="sandbox-step">
          <p>{words.step.text(name)}</p>
          {kept.map(([field, value]) => (
            <input type="hidden" name={field} value={value} />
          ))}
          <button type="submit" name="outcome" value="successful" class="primary">
            {words.step.approve}
          </button>
          <button type="submit" name="outcome" value="failed" class="secondary">
            {words.step.decline}
          </button>
          {isAlternative(method) && (
            <button type="submit" name="outcome" value="pending" class="secondary">
              {words.step.leavePending}
            </button>
          )}
        </form>
        <p>
          <a href={pathTo(visit, "checkout")}>{words.step.back}</a>
        </p>
      </section>
    </TokenLayout>
  );
};
