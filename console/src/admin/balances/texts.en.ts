export const en = {
  title: 'Balances',
  hint: 'What creators and agencies have earned, what is held and what can be paid out.',
  kind: 'Type',
  kinds: { creator: 'Creator', client: 'Agency' },
  state: 'Status',
  states: { payable: 'Payable', held: 'Held', overpaid: 'Overpaid' },
  payee: 'Name',
  empty: { title: 'No balances yet', hint: 'Creators and agencies are listed here when they have earned something.' },
  nothingFound: { title: 'No matching balances', hint: 'Remove a filter.' },
};
