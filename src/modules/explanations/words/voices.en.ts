import { CAPS, exhausted, formula, ORIGINS, type SummaryValues, type Voices } from './texts.en.ts';

/** The terms of a summary for its reader. */
function terms({ price, share, campaign }: SummaryValues): string {
  if (price === null) return '';
  const by = campaign === null ? 'The store pays' : `The campaign ${campaign} pays`;
  return ` ${by} ${price}${share === null ? '' : `; your share is ${share}`}.`;
}

const pays = (values: SummaryValues, sentence: string): string => {
  const { price, campaign } = values;
  if (price === null) return sentence;
  return `${sentence} ${campaign === null ? 'Your own price' : `The price of the campaign ${campaign}`}, of which creators have a share, is ${price}.`;
};

const payee = {
  earned: (values: SummaryValues) => `You earn ${values.own}.${terms(values)}`,
  undecided: (values: SummaryValues) => `You earn ${values.own} once the store has approved the order.${terms(values)}`,
  nothing: (reason: string) => `You earn nothing. ${reason}`,
  paid: (values: SummaryValues) => `You receive ${values.own}.`,
  line: ({ amount, month }: { amount: string; month: string }) => `You earn ${amount} for ${month}.`,
};

const OWN_ORIGINS = { ...ORIGINS, tier: 'it is that of your revenue tier', agency: 'it is that of your agency' };
const OWN_CAPS = { ...CAPS, own_clicks: 'your own number of clicks is reached' };

/** The sentences that address the reader. */
export const voices: Voices = {
  creator: {
    summary: payee,
    held: {
      creator: 'It is earned and not paid out while your payouts are on hold.',
      agency: 'It is earned and not paid out while your agency is on hold.',
    },
    candidates: {
      order: {
        creator_campaign: 'The store’s campaign for you alone comes next.',
        running_campaign: 'Other running campaigns for you come next, highest priority first, then newest.',
      },
      exhausted: (reasons) => exhausted(reasons, OWN_CAPS),
    },
    priced: { creator_campaign: (price) => `The price that is shared is ${price}, by the store’s campaign for you.` },
    creatorShare: (values) => `Your share: ${formula(values, OWN_ORIGINS)}`,
    byClick: (days) =>
      `The order follows a click on your link within the attribution window of ${days} days. The rates are those of the click.`,
    byCustomer:
      'The order names no click and no code that counts, and you have won its customer with an earlier order.',
    ofCustomer: ({ since, month, of, rate }) =>
      `You won the customer with the order of ${since}. By the programme of that time, orders in month ${month}${of === null ? '' : ` of ${of}`} pay ${rate}, which you and your agency share.`,
    noStep: ({ period, reached }) =>
      `The rates of the campaign rise with your approved orders. Those counted ${period} (${reached}) reach no step.`,
    steps: {
      orders: ({ number, period, from, rate, before }) =>
        `This is your approved order number ${number} ${period}. After ${from} orders, the order rate is ${rate} instead of ${before}.`,
      value: ({ reached, period, from, rate, before }) =>
        `Orders of ${reached} were approved for you ${period} before this one. After ${from}, the order rate is ${rate} instead of ${before}.`,
      whole: ({ reached, period, from, rate, before }) =>
        `Your approved orders ${period} (${reached}) reach the step of ${from}. All orders of the period have the order rate ${rate} instead of ${before}.`,
    },
    byHand: 'A member of the store or an administrator attributed the order to you.',
    attributedByHand: (reason) => `A person attributed the order to you. Reason: ${reason}`,
    byVoucher: 'Your voucher was used. The rates are those of the voucher’s link.',
    exclusiveCode: 'Your voucher is exclusive: an order that names it is always yours.',
    claimed: 'You claimed the order, and the claim was accepted.',
    orderTerms: (rate) =>
      `${rate} of the base is shared with you and your agency. The rates were fixed with the attribution; later changes do not affect them.`,
    events: { attributed: 'The order was attributed to you.' },
    bonusReached:
      'Your approved orders in this month, less refunds, reached the tier of the campaign. Each tier is paid once.',
    granted: (amount) => `The store granted you ${amount} once.`,
    agreed: (amount) => `The store and you agreed on ${amount} for taking part in the campaign.`,
    notShared: 'A one-time payment is not shared: you receive all of it, and the store pays as much.',
  },
  store: {
    summary: {
      earned: (values) => pays(values, `You pay ${values.own}.`),
      undecided: (values) => pays(values, `You pay ${values.own} if the order is approved.`),
      nothing: (reason) => `You pay nothing. ${reason}`,
      paid: (values) => `You pay the creator ${values.own} once.`,
      line: ({ amount, month }) => `You pay ${amount} for ${month}.`,
    },
    candidates: {
      order: {
        creator_campaign: 'Your campaign for this one creator comes next.',
        store_prices: 'Your own prices come last.',
      },
    },
    creditExceeded: 'What is left of your credit is less than the click costs. It keeps its rates and is not paid.',
    priced: {
      creator_campaign: (price) => `The price that is shared is ${price}, by your campaign for this creator.`,
      store_prices: (price) => `The price that is shared is ${price}, by your own prices.`,
    },
    clickBill: (amount) => `The rates say that you pay ${amount} for the click.`,
    sameCurrency: 'The order is in your currency.',
    denialNote: (note) => `Your note: ${note}`,
    notApproved: 'You have not approved the order. Only approved orders are invoiced and paid out.',
    fixedBill: (result) => `You pay the fixed amount for the order: ${result}.`,
    orderBill: ({ rate, base, result }) => `You pay ${rate} of ${base}, rounded down once: ${result}.`,
    lineBill: ({ base, result }) => `You pay the average part of the lines of ${base}, rounded down once: ${result}.`,
    granted: (amount) => `You granted the creator ${amount} once.`,
    agreed: (amount) => `You and the creator agreed on ${amount} for taking part in the campaign.`,
    notShared: 'A one-time payment is not shared: the creator receives all of it, and you pay as much.',
  },
  agency: {
    summary: payee,
    held: { agency: 'It is earned and not paid out while your agency is on hold.' },
    agencyShare: (values) =>
      `Your share: ${formula(values, { ...ORIGINS, agency: 'it is that of your agency' })} Both shares together never exceed the whole; the creator’s stands.`,
  },
};
