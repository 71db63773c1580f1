export const en = {
  title: 'Credit',
  hint: 'The unpaid cost of clicks, orders and one-time payments, the sums promised to participants, and their limit.',
  used: (used: string, limit: string) => `${used} of ${limit}`,
  meter: 'Credit used',
  promised: (incurred: string, promised: string) =>
    `${incurred} incurred and ${promised} promised to participants of campaigns`,
  reserved: (sum: string) => `${sum} reserved for campaigns with guaranteed pay`,
  free: (sum: string) => `${sum} available`,
  unlimited: 'No limit',
  near: (share: string) => `${share} of the credit limit is used`,
  nearHint:
    'At the limit, clicks are not paid and new commitments are refused until invoices are paid. A verified payment method raises the limit.',
  reached: 'The credit limit is reached',
  reachedHint:
    'Clicks are not paid and new commitments are refused until invoices are paid. A verified payment method raises the limit.',
  view: 'View invoices',
  balance: {
    title: 'Prepaid balance',
    hint: 'Open invoices are paid from it, the oldest first. What remains is added to the credit limit.',
    how: 'To pay ahead, make a bank transfer with this reference. Ask the operator of the platform which account to pay to.',
    howTo: (account: string) => `To pay ahead, make a bank transfer to ${account} with this reference.`,
    reference: 'Reference',
    copy: 'Copy reference',
    movements: 'Movements',
    none: 'No movements yet.',
    all: 'Show all movements',
    fewer: 'Show fewer',
    kinds: { paid_in: 'Paid ahead', refunded: 'Paid back', invoice: 'Invoice', credit_note: 'Credit note' },
  },
};
