export const en = {
  title: 'How the amounts are calculated',
  loading: 'Loading …',
  amounts: { store: 'Store pays', creator: 'Creator earns', agency: 'Agency earns', platform: 'Platform keeps' },
  omitted: 'Not shown, because it concerns others:',
  omissions: {
    store_amount: 'what the store pays',
    creator_amount: 'what the creator earns',
    agency_amount: 'what the agency earns',
    platform_amount: 'what the platform keeps',
    campaign_caps: 'caps and budgets of campaigns',
    other_campaigns: 'campaigns for others',
    store_credit: 'the store’s credit',
    store_invoices: 'the store’s invoices',
    payee_statements: 'statements of creator and agency',
  },
  records: {
    click: () => 'Explain the click',
    order: (id: string) => `Explain order ${id}`,
    one_time_payment: (id: string) => `Explain payment ${id}`,
    invoice_line: (id: string) => `Explain line ${id.split('/')[1] ?? ''} of the invoice`,
  },
};
