/** A campaign's payment and billed amount for one source; null: not set. Shares and cpa are fractions of at most six decimals. */
export interface PriceInput {
  source: 0 | 1;
  cpcMinor: number | null;
  invoiceCpcMinor: number | null;
  cpa: number | null;
  invoiceCpa: number | null;
  userShare: number | null;
  agencyShare: number | null;
}
