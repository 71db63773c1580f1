/** Days from the issue of an invoice until it is due. */
export const PAYMENT_TERMS_DAYS = 30;
