const REASONS = ['on_hold', 'hold_period', 'store_unpaid', 'not_invoiced'] as const;

/** The reasons for which an amount is held, without those that hold nothing. */
export const heldReasons = (held: Record<(typeof REASONS)[number], { amount: string }>) =>
  REASONS.filter((reason) => Number(held[reason].amount) !== 0);
