/** Facts of a reason against a payout, as the reader sees them. */
interface ReasonFacts {
  minimum: string;
  /** What is payable now. */
  payable: string;
  /** What is missing until the minimum. */
  missing: string;
  /** The day from which a new account is used. */
  day: string;
}

export const en = {
  next: {
    title: 'Next payout',
    titleIn: (currency: string) => `Next payout in ${currency}`,
    available: 'Available',
    due: 'Paid with the next payout run.',
    from: (day: string) => `On or after ${day}`,
    undated: 'No date yet',
    to: (account: string) => `To ${account}`,
    minimum: (sum: string) => `Minimum payout: ${sum}`,
    inRun: (sum: string) => `${sum} is on its way in a payout run.`,
    overpaid: (sum: string) => `${sum} was overpaid and is deducted first.`,
    why: 'Why it is not paid sooner',
    none: { title: 'Nothing earned yet', hint: 'Your balance and the next payout are shown here.' },
  },
  line: {
    title: 'Next payout',
    all: 'When am I paid?',
    due: (sum: string) => `${sum} with the next payout run`,
    from: (sum: string, day: string) => `${sum} on or after ${day}`,
    undated: (sum: string) => `${sum}, no date yet`,
    missing: (sum: string) => `You need ${sum} more for a payout.`,
  },
  months: {
    title: 'Not paid yet, by month',
    hint: 'A month is paid when it is closed, its stores have paid and its hold periods have ended.',
    of: (month: string) => `earnings of ${month}`,
    steps: (month: string) => `Steps until ${month} is paid`,
    states: { done: 'done', waits: 'waiting', later: 'later' },
    earned: 'Earned',
    decided: 'All orders are decided',
    decidedBy: (sum: string, day: string) => `${sum} more, decided by ${day} at the latest`,
    undecided: (sum: string, shops: string) =>
      shops === '' ? `${sum} more is not decided yet` : `${sum} more is not decided yet by ${shops}`,
    closed: 'Closed',
    closedOn: (day: string) => `On ${day}`,
    closesAfter: (day: string) => `After ${day}`,
    closesSoon: 'The platform closes it next',
    paying: 'Paid by the stores',
    payingLater: 'After the closing',
    paid: (paid: number, all: number) => `Paid by ${paid} of ${all} ${all === 1 ? 'store' : 'stores'}`,
    waitsFor: (shops: string) => `Waiting for ${shops}`,
    due: (shop: string, day: string) => `${shop} (due ${day})`,
    overdue: (shop: string, day: string) => `${shop} (overdue since ${day})`,
    andMore: (shops: string, more: number) => `${shops} and ${more} more`,
    payable: 'Payable',
    now: 'Now',
    onItsWay: 'On its way in a payout run',
    partly: (sum: string) => `${sum} now`,
    from: (day: string) => `On or after ${day}`,
    noDay: 'No date yet',
    onHold: (sum: string) => `${sum} is on hold. Contact support.`,
    heldUntil: (day: string) => `Hold period until ${day}`,
  },
  explained: {
    nothing_payable: () => 'Nothing is payable now. What you earn is shown here with its month.',
    below_minimum: ({ minimum, payable, missing }: ReasonFacts) =>
      `${payable} is payable now. The minimum payout is ${minimum}, so it is carried over until ${missing} more is payable.`,
    payee_missing: () => 'Save the legal name and address below.',
    consent_missing: () => 'Consent to self-billing below.',
    account_missing: () => 'Add a payout account below.',
    account_new: ({ day }: ReasonFacts) => `The payout account is new. It is used from ${day}.`,
    bic_missing: () =>
      'The payout account is outside the SEPA area and has no BIC. Save the account again with its BIC.',
    holder_not_latin: () =>
      'Payments name the holder in Latin letters. Save the account again with the name in Latin letters, as the bank writes it.',
    suspended: () => 'The account is suspended. Contact support.',
    paid_elsewhere: () => 'The payment provider of the agency pays this. Nothing has to be set up here.',
  },
};
