export const en = {
  open: 'Search',
  title: 'Search and go to',
  placeholder: 'Search pages, stores, campaigns, people, links, orders and invoices',
  page: 'Page',
  nothing: 'Nothing found',
  searching: 'Searching …',
  hint: 'Type at least two characters. Arrow keys select, Enter opens.',
  failed: 'The search failed. Try again.',
  kinds: {
    store: 'Store',
    campaign: 'Campaign',
    creator: 'Creator',
    client: 'Agency',
    link: 'Link',
    order: 'Order',
    invoice: 'Invoice',
  },
};
