export const en = {
  title: 'Credit',
  hint: 'The unpaid cost of clicks, orders and one-time payments with what is agreed with participants, and their limit.',
  used: (used: string, limit: string) => `${used} of ${limit}`,
  meter: 'Credit used',
  promised: (incurred: string, promised: string) =>
    `${incurred} incurred and ${promised} promised to participants of campaigns`,
  free: (sum: string) => `${sum} available`,
  near: (share: string) => `${share} of the credit limit is used`,
  nearHint:
    'At the limit, clicks are not paid and new commitments are refused until invoices are paid. A verified payment method raises the limit.',
  reached: 'The credit limit is reached',
  reachedHint:
    'Clicks are not paid and new commitments are refused until invoices are paid. A verified payment method raises the limit.',
  view: 'View invoices',
};
