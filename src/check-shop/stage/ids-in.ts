import { parseJson } from "../../sandbox/gateway/input/parse-json.ts";
import { sectionOf, textOf } from "../../sandbox/gateway/input/section.ts";

const segmentsOf = (path: string): string[] =>
  path.split("/").flatMap((segment) => {
    try {
      return decodeURIComponent(segment);
    } catch {
      return segment;
    }
  });

/** The tokens, transactions, order and tracking ids and cards that a call to the gateway names. */
export const idsIn = (path: string, body: string): string[] => {
  const { checkout, request } = sectionOf(parseJson(body));
  const { tracking_id, order_id, parent_uid, credit_card } = sectionOf(request);
  const named = [sectionOf(sectionOf(checkout)["order"])["tracking_id"], tracking_id, order_id, parent_uid];
  const texts = [...named, sectionOf(credit_card)["token"]].map(textOf);
  return [...segmentsOf(path), ...texts].filter((id) => id !== undefined);
};
