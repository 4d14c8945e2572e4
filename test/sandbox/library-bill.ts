/** A bill that is paid with ERIP. */
export const LIBRARY_BILL = {
  amount: 4750,
  currency: "BYN",
  description: "Library fee for the autumn",
  order_id: "100700000012",
  ip: "127.0.0.1",
  payment_method: { type: "erip", account_number: "1007", service_no: "99999999" },
} as const;
