/** The customer of an order that is attributed. */
export interface CustomerOfOrder {
  /** The keyed hash of the reference. */
  hash: Buffer;
  /** Our id of the order; null: it is new. */
  orderId: number | null;
}

/** The version of a programme that prices an order, and the begin of the binding from which its months count. */
export interface CustomerRate {
  programmeId: number;
  since: Date;
  /** Whether the binding is not made yet: this is the order that is to make it. */
  isFirst: boolean;
}
