export const en = {
  title: 'Find and go to',
  key: 'Ctrl K',
  placeholder: 'Pages, shops, campaigns, people, links, orders and invoices',
  page: 'Page',
  nothing: 'Nothing found',
  searching: 'Searching …',
  hint: 'Type at least two characters. Arrow keys select, Enter opens.',
  failed: 'The search failed. Try again.',
  kinds: {
    store: 'Shop',
    campaign: 'Campaign',
    creator: 'Creator',
    client: 'Agency',
    link: 'Link',
    order: 'Order',
    invoice: 'Invoice',
  },
};
