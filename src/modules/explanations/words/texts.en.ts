/** The calculation of a share. */
export interface FormulaValues {
  base: string;
  /** What of the base is shared; null: all of it. `by_line`: the lines of the order have parts of their own. */
  part: string | 'by_line' | null;
  /** A fixed amount that is shared, too. */
  fixed?: string | null;
  share: string;
  result: string;
  /** The origin of the share; null: it is not stored. */
  from: 'price' | 'tier' | 'agency' | 'default' | null;
}

/** The rule that decided between a click and a voucher. */
export interface RuleValues {
  rule: 'click_first' | 'code_first';
  /** Whose rule it is. */
  of: 'store' | 'campaign';
  /** Null: not recorded with the order. */
  version: number | null;
}

/** What a summary says of a click, an order or a payment; amounts and rates are texts. */
export interface SummaryValues {
  /** What the reader earns or pays; null: the reader is no party. */
  own: string | null;
  /** What the creator earns and the store pays, as far as the reader may know. */
  creator: string | null;
  store: string | null;
  /** The price of a click, or the rate and the value of an order; null: its lines have rates of their own, or nothing is shared. */
  price: string | null;
  /** The share of the reader; null: the reader shares nothing. */
  share: string | null;
  /** The campaign with these terms; null: the store’s own. */
  campaign: string | null;
}

/** The reasons why the cap of a campaign is exhausted. */
export type CapReason = 'clicks' | 'clicks_each' | 'own_clicks' | 'money' | 'money_each' | 'shared_budget';

export const ORIGINS = {
  price: 'the price itself names it',
  tier: 'it is that of the creator’s revenue tier',
  agency: 'it is that of the creator’s agency',
  default: 'nobody names one, so it is the platform’s default',
};

export const CAPS: Record<CapReason, string> = {
  clicks: 'the maximum number of clicks of the campaign is reached',
  clicks_each: 'the maximum number of clicks for each creator is reached',
  own_clicks: 'the creator’s own number of clicks is reached',
  money: 'the money of the campaign does not cover the click',
  money_each: 'the money for each creator does not cover the click',
  shared_budget: 'the shared budget does not cover the click',
};

const BOOKED = {
  clicks: 'all clicks of the link, day and rates together',
  order: 'the order',
  payment: 'the payment',
};

/** @param origins the origin of a share, in the words of the reader */
export function formula({ base, part, fixed = null, share, result, from }: FormulaValues, origins = ORIGINS): string {
  const shared = part === null ? '' : part === 'by_line' ? ' × the average part of the lines' : ` × ${part}`;
  const whole = fixed === null ? `${base}${shared}` : `(${base}${shared} + ${fixed})`;
  return `${whole} × ${share}, rounded down once, is ${result}${from === null ? '' : `; ${origins[from]}`}.`;
}

/** The cap of a campaign is exhausted. @param caps the reasons, in the words of the reader */
export const exhausted = (reasons: readonly CapReason[], caps = CAPS): string =>
  reasons.length === 0
    ? 'Its cap is exhausted.'
    : `Its cap is exhausted: ${reasons.map((one) => caps[one]).join(', and ')}.`;

/** What a price or rate is. */
const terms = ({ price, campaign }: SummaryValues): string => {
  if (price === null) return '';
  return campaign === null
    ? ` The price of the store, of which the others have a share, is ${price}.`
    : ` The price of the campaign ${campaign}, of which the others have a share, is ${price}.`;
};

const sentences = (...parts: readonly (string | null)[]): string => parts.filter((part) => part !== null).join(' ');

/** What the sentence of a step names, as the reader reads it. */
interface StepValues {
  /** The number of the order among those that count. */
  number: string;
  reached: string;
  from: string;
  period: string;
  rate: string;
  before: string;
}

/** The sentences of explanations. Amounts, rates and months are passed as texts. */
export const en = {
  /** The whole explanation in one or two sentences. */
  summary: {
    priceOfClick: (price: string, isSocial: boolean) => `${price} a click${isSocial ? ' from a social network' : ''}`,
    rateOfOrder: ({ rate, base }: { rate: string; base: string }) => `${rate} of ${base}`,
    fixedOfOrder: (amount: string) => `${amount} for the order`,
    both: (one: string, other: string) => `${one} and ${other}`,
    earned: (values: SummaryValues) =>
      `${sentences(values.creator && `The creator earns ${values.creator}.`, values.store && `The store pays ${values.store}.`)}${terms(values)}`,
    undecided: (values: SummaryValues) =>
      `${sentences('The order is not decided.', values.creator && `Approved, it earns the creator ${values.creator}.`, values.store && `It costs the store ${values.store}.`)}${terms(values)}`,
    nothing: (reason: string) => `It costs and earns nothing. ${reason}`,
    paid: (values: SummaryValues) => `The store pays the creator ${values.store ?? values.creator ?? ''} once.`,
    line: ({ amount, month }: { amount: string; month: string }) => `The line states ${amount} for ${month}.`,
  },
  booked: (values: { month: string; amount: string; what: keyof typeof BOOKED; line: number; invoice: string }) =>
    `Closing ${values.month} booked ${values.amount} for ${BOOKED[values.what]}, on line ${values.line} of ${values.invoice}.`,
  namedByOrder: 'An order names the click and was attributed to another creator.',
  notBooked: 'It is on no invoice or statement yet. It is added when its month is closed.',
  voided: (reason: string) => `An administrator voided it: ${reason}`,
  restored: (reason: string) => `An administrator voided it and restored it: ${reason}`,
  held: {
    store: 'It is earned and not paid out while the store is on hold.',
    creator: 'It is earned and not paid out while the creator is on hold.',
    agency: 'It is earned and not paid out while the agency is on hold.',
  },

  candidates: {
    noTerms: 'No rates apply to the click.',
    notKept: 'The click was recorded by a version that kept only the rates that priced it, not the others.',
    none: 'No rates apply at this instant that have an unexhausted cap.',
    order: {
      none: '',
      attached_campaign: 'Campaigns to which the link is attached come first.',
      creator_campaign: 'The store’s campaign for this one creator comes next.',
      running_campaign: 'Other running campaigns for the creator come next, highest priority first, then newest.',
      store_prices: 'The store’s own prices come last.',
    },
    applied: 'It is the first that applies and whose cap is not exhausted.',
    notReached: 'One before it in the order applies, so it is not looked at.',
    notBegun: 'It has not begun at the instant of the click.',
    ended: 'It ended before the click.',
    exhausted: (reasons: readonly CapReason[]) => exhausted(reasons),
    of: ({ campaign, sentence }: { campaign: string; sentence: string }) => `${campaign}: ${sentence}`,
    otherCreator: 'It is for another creator alone.',
    noCandidate:
      'Its schedule holds, and it was no candidate: it was paused or deleted, or the creator was not in its audience.',
  },

  creditExceeded:
    'What is left of the store’s credit is less than the click costs. It keeps its rates and is not paid.',
  free: 'No rates apply, so the click is free.',
  notCounted: 'Only counted clicks are priced.',
  priced: {
    none: (price: string) => `The price that is shared is ${price}, by nothing.`,
    attached_campaign: (price: string) =>
      `The price that is shared is ${price}, by the campaign to which the link is attached.`,
    creator_campaign: (price: string) =>
      `The price that is shared is ${price}, by the store’s campaign for this creator.`,
    running_campaign: (price: string) => `The price that is shared is ${price}, by a running campaign.`,
    store_prices: (price: string) => `The price that is shared is ${price}, by the store’s own prices.`,
  },
  clickBill: (amount: string) => `The rates say that the store pays ${amount} for the click.`,

  creatorShare: (values: FormulaValues) => `The creator’s share: ${formula(values)}`,
  agencyShare: (values: FormulaValues) =>
    `The agency’s share: ${formula(values)} Both shares together never exceed the whole; the creator’s stands.`,
  noAgency: 'The creator belonged to no agency, so none has a share.',
  platformRest: 'The platform keeps what the store pays less both shares.',

  reported: 'The value is that of the report which determines the order.',
  sameCurrency: 'The order is in the store’s currency.',
  noRate: 'There is no rate for the currency. The order is valued once one is loaded.',
  exchanged: ({ from, to }: { from: string; to: string }) =>
    `The rates are the latest on or before the order’s day, else the earliest: one euro is ${from} and ${to}. The value was rounded once, half away from zero.`,
  notRefunded: 'Nothing was refunded, so commission is computed from the whole value.',
  lessRefunds: ({ value, refunded }: { value: string; refunded: string }) =>
    `Commission is computed from the value less refunds: ${value} − ${refunded}.`,
  unattributed: 'No click and no voucher led to the order.',
  byClick: (days: number) =>
    `The order follows a click on the creator’s link within the attribution window of ${days} days. The rates are those of the click.`,
  byCustomer:
    'The order names no click and no code that counts, and its customer is bound to the creator by an earlier order.',
  ofCustomer: ({ since, month, of, rate }: { since: string; month: string; of: string | null; rate: string }) =>
    `The creator won the customer with the order of ${since}. By the programme of that time, orders in month ${month}${of === null ? '' : ` of ${of}`} pay ${rate}.`,
  stepPeriods: {
    month: (month: string) => `in ${month}`,
    quarter: (month: string) => `in the quarter of ${month}`,
    ever: (_month: string) => 'so far',
  },
  noStep: ({ period, reached }: StepValues) =>
    `The rates of the campaign rise with the approved orders of the creator. Those counted ${period} (${reached}) reach no step.`,
  steps: {
    orders: ({ number, period, from, rate, before }: StepValues) =>
      `This is approved order number ${number} of the creator ${period}. After ${from} orders, the order rate is ${rate} instead of ${before}.`,
    value: ({ reached, period, from, rate, before }: StepValues) =>
      `Orders of ${reached} were approved for the creator ${period} before this one. After ${from}, the order rate is ${rate} instead of ${before}.`,
    whole: ({ reached, period, from, rate, before }: StepValues) =>
      `The approved orders of the creator ${period} (${reached}) reach the step of ${from}. All orders of the period have the order rate ${rate} instead of ${before}.`,
  },
  stepFixed: (amount: string) => `The fixed amount of the step is ${amount}.`,
  byHand: 'A member of the store or an administrator attributed the order to the creator.',
  attributedByHand: (reason: string) => `A person attributed the order to the creator. Reason: ${reason}`,
  takenByHand: (reason: string) => `A person attributed the order to another creator. Reason: ${reason}`,
  byVoucher: 'The voucher of the creator was used. The rates are those of the voucher’s link.',
  lost: {
    click_to_click: 'The order names your click, and it follows another click.',
    click_to_voucher: 'The order names your click and a voucher of another creator, and the voucher decided.',
    voucher_to_click: 'The order names your voucher and a click of another creator, and the click decided.',
    voucher_to_voucher:
      'The order names several vouchers, and yours is not the one that decided: an exclusive one comes first, then the one that was reported first.',
    customer:
      'The order names you only on a page that anybody could have sent, and its customer is bound to another creator.',
    manual: 'The order names you, and a person attributed it to another creator.',
  },
  ruleApplied: ({ rule, of, version }: RuleValues) =>
    `${rule === 'click_first' ? 'A click takes precedence over a voucher' : 'A voucher takes precedence over a click'}: this is the rule of the ${of}${version === null ? '' : `, version ${version}`}, under which the order was placed. Later changes do not affect it.`,
  exclusiveCode: 'The voucher is exclusive: an order that names it is always its creator’s.',
  claimed: 'The creator claimed the order, and the claim was accepted.',
  nobodys: 'The order is nobody’s.',
  denied: 'A denied order costs and earns nothing.',
  denials: {
    duplicate: 'The store denied it as a duplicate of another order.',
    cancelled: 'The store denied it because it was cancelled.',
    returned: 'The store denied it because the goods were returned.',
    not_paid: 'The store denied it because it was not paid.',
    fraud: 'The store denied it because it suspects fraud.',
    test_order: 'The store denied it as a test order.',
    own_purchase: 'The store denied it as a purchase by the creator.',
    other: 'The store denied it for another reason.',
  },
  denialNote: (note: string) => `The store wrote: ${note}`,
  approvedByRule: (days: number) =>
    `Nobody decided the order. It was approved by the rule under which it was placed: undecided orders are approved after ${days} days.`,
  decidesItself: (days: number) =>
    `The order is undecided. By the rule under which it was placed (${days} days) it is approved by itself at the time \`decide_by\`, unless the store denies it before.`,
  extendedFor: (reason: string) => `The store extended the period of the order, once, for this reason: ${reason}`,
  notApproved: 'The store has not approved the order. Only approved orders are invoiced and paid out.',
  orderTerms: (rate: string) =>
    `Creator and agency share ${rate} of the base. The rates were fixed with the attribution; later changes do not affect them.`,
  lineTerms: (rate: string) =>
    `The order rate, of lines that no rule concerns, is ${rate}. The rates were fixed with the attribution; later changes do not affect them.`,
  orderBill: ({ rate, base, result }: { rate: string; base: string; result: string }) =>
    `The store pays ${rate} of ${base}, rounded down once: ${result}.`,
  lineBill: ({ base, result }: { base: string; result: string }) =>
    `The store pays the average part of the lines of ${base}, rounded down once: ${result}.`,
  fixedBill: (result: string) => `The store pays the fixed amount for the order: ${result}.`,
  withFixed: ({ base, fixed }: { base: string; fixed: string }) => `${base}, and ${fixed} for the order`,
  /** What becomes of the fixed amount of an order. */
  fixed: {
    below: ({ base, minimum }: { base: string; minimum: string }) =>
      `What is left of the order, ${base}, is below the minimum value of ${minimum}, so the order earns nothing.`,
    reached: (minimum: string) => `What is left of the order reaches the minimum value of ${minimum}.`,
    nothingLeft: 'Nothing is left of the order, so it has no fixed amount.',
    added: (amount: string) =>
      `Creator and agency share a fixed amount of ${amount} for the order, too. Refunds of a part of the order do not change it.`,
    larger: (amount: string) =>
      `The terms pay the larger of both: the fixed amount of ${amount} is larger than the part of the value, and is shared instead of it.`,
    smaller: (amount: string) =>
      `The terms pay the larger of both: the part of the value is not less than the fixed amount of ${amount}, and is shared instead of it.`,
    ofKind: ({ kind, amount }: { kind: string; amount: string }) =>
      `The store pays for each event of the kind “${kind}”: creator and agency share a fixed amount of ${amount}, the price at the time of the click.`,
    noAmount: 'The commission rules that the order matches exclude the fixed amount.',
  },
  ruleOfOrder: ({ rule, rate }: { rule: number; rate: string }) =>
    `Rule ${rule} is the first commission rule of the campaign that the order matches as a whole, because it was reported without lines: ${rate}.`,
  ruleOfLine: ({ rule, rate, left }: { rule: number; rate: string; left: string }) =>
    `Rule ${rule} is the first commission rule of the campaign, as it was at the click, that this line matches: ${rate} of what is left of it, ${left}.`,
  noRuleOfLine: ({ rate, left }: { rate: string; left: string }) =>
    `No commission rule concerns this line, so it has the order rate: ${rate} of what is left of it, ${left}.`,
  events: {
    reported: 'The order was reported.',
    amended: 'A report changed the order.',
    attributed: 'The order was attributed to a creator.',
    status: 'The store or an administrator decided the order.',
    extended: 'The store extended the period of the order.',
    refund: 'A part of the order was refunded.',
    disputed: 'Reports of the order contradicted each other.',
    resolved: 'Somebody said which report is right.',
    voided: 'An administrator voided the order.',
    void_undone: 'An administrator restored the order.',
    other: 'The order was changed.',
  },

  bonusReached:
    'The approved orders of the creator in this month, less refunds, reached the tier of the campaign. Each tier is paid once.',
  bonusTakenBack:
    'The bonus was taken back: after later refunds or denials, the orders of the month no longer reach the tier.',
  bonusPaid: (amount: string) => `The campaign pays ${amount} for the tier.`,
  granted: (amount: string) => `The store granted the creator ${amount} once.`,
  agreed: (amount: string) => `The store and the creator agreed on ${amount} for taking part in the campaign.`,
  notShared: 'A one-time payment is not shared: the creator receives all of it, and the store pays as much.',

  creditNote: (reason: string) => `An administrator has issued a credit note: ${reason}`,
  sum: (entries: string) =>
    `The line adds up ${entries} bookings of the ledger. Each is the difference between what was owed when the month was closed and what had been booked before.`,
  adjusts: (month: string) =>
    `It adjusts ${month}, which was closed before these changes: late clicks, approvals, refunds or voids.`,
  vat: (rate: string) => `Lines are without VAT. The invoice adds ${rate} once, to the sum of its lines.`,
};

/** Sentences that differ for a reader. */
type Voiced<Texts> = {
  [Name in keyof Texts]?: Texts[Name] extends (...values: never[]) => string
    ? Texts[Name]
    : Texts[Name] extends string
      ? string
      : Voiced<Texts[Name]>;
};

/** The readers who are addressed: the one who is paid, and the one who pays. Others read of all parties in the third person. */
export type Voice = 'creator' | 'store' | 'agency';

/** The sentences of a language that address a reader. */
export type Voices = Record<Voice, Voiced<ExplanationTexts>>;

/** The sentences in one language. The compiler refuses a language with a missing sentence. */
export type ExplanationTexts = typeof en;
