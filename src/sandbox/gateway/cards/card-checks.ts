import { type Fields, sectionOf, textOf } from "../input/section.ts";
import type { CardPayment, TestCard } from "./test-cards.ts";

/** The result for a digit in the address and a digit in the ZIP. Source: gateway documentation, "Test cards". */
const AVS: readonly (readonly [address: string, zip: string, result: string])[] = [
  ["1", "1", "M"],
  ["2", "2", "N"],
  ["1", "2", "B"],
  ["2", "1", "P"],
  ["3", "3", "U"],
  ["4", "4", "E"],
  ["5", "5", "0"],
];

const CVC: Readonly<Record<string, string>> = { 111: "M", 222: "N", 333: "U", 444: "E", 555: "0" };

const NOT_CHECKED = "1";

const avsResult = (address: string, zip: string): string =>
  AVS.find(([inAddress, inZip]) => address.includes(inAddress) && zip.includes(inZip))?.[2] ?? NOT_CHECKED;

/** Electronic commerce indicators of Visa and Mastercard. */
const eciOf = ({ brand, paStatus }: TestCard): string => {
  const level = paStatus === "Y" ? 2 : Number(paStatus === "A");
  return brand === "visa" ? `0${7 - level}` : `0${level}`;
};

/** The result of a challenge that the customer has not answered. */
export const OPEN_CHALLENGE = "C";

const verificationOf = ({ card, skipsSecure }: CardPayment) =>
  card.paStatus === undefined || skipsSecure
    ? null
    : {
        ve_status: "Y",
        pa_status: card.secure === "challenge" ? OPEN_CHALLENGE : card.paStatus,
        eci: eciOf(card),
      };

/** Whether the order is for a contract. Source: API reference, "Contract meanings". */
export const isContract = (fields: Fields): boolean => {
  const { contract } = sectionOf(sectionOf(fields["order"])["additional_data"]);
  return Array.isArray(contract) && contract.length > 0;
};

/** Returns the results of the checks of a card. Source: gateway documentation, "Notifications". */
export const cardChecks = (input: CardPayment, fields: Fields): Record<string, unknown> => {
  const { address, zip } = sectionOf(fields["customer"]);
  const isTest = fields["test"] === true;
  const initial = isContract(fields) ? "initial" : null;
  const avs = isTest ? avsResult(textOf(address) ?? "", textOf(zip) ?? "") : NOT_CHECKED;
  const cvc = (isTest ? CVC[input.cvc ?? ""] : undefined) ?? NOT_CHECKED;
  return {
    recurring_type: input.cardToken === undefined ? initial : "recurring",
    avs_cvc_verification: {
      avs_verification: { result_code: avs },
      cvc_verification: { result_code: cvc },
    },
    three_d_secure_verification: verificationOf(input),
  };
};
