export const en = {
  pending: {
    dated: (amount: string, day: string) => `Pending: ${amount}, decided by ${day} at the latest.`,
    undated: (amount: string) => `Pending: ${amount}. The stores have not decided these orders yet.`,
    partly: (dated: string, day: string, amount: string) =>
      `Pending: ${amount}, of which ${dated} are decided by ${day} at the latest.`,
    agreed: (amount: string) =>
      `Agreed for finished campaigns: ${amount}. It is added to the balance when the month is closed.`,
  },
  title: 'Balance',
  titleIn: (currency: string) => `Balance in ${currency}`,
  hint: 'What can be paid out, and what is held until a condition is met.',
  earned: 'Earned',
  earnedHint: 'In total',
  held: 'Held',
  heldHint: 'Not payable yet',
  payable: 'Payable',
  payableHint: 'Released for payout',
  paid: 'Paid out',
  paidHint: 'In total',
  why: 'Why amounts are held',
  reasons: {
    not_invoiced: { title: 'Month not closed', hint: 'Payable after the month is closed.' },
    hold_period: { title: 'Hold period', hint: 'Recent clicks and orders are held in case they are cancelled.' },
    store_unpaid: { title: 'Store has not paid', hint: 'Payable when the store’s invoice is paid.' },
    on_hold: { title: 'On hold', hint: 'The platform reviews these payouts. Contact support for details.' },
  },
  overpaid: (sum: string) =>
    `After cancellations, ${sum} more was paid out than earned. It is deducted from the next earnings.`,
};
