export const en = {
  title: 'Imported from other platforms',
  hint: 'History only. These commissions were earned elsewhere and are not paid by this marketplace.',
  columns: {
    earned: 'Earned',
    source: 'Platform',
    partner: 'Partner',
    sale: 'Order',
    commission: 'Commission',
    status: 'Status',
  },
  statuses: { pending: 'Pending', approved: 'Approved', declined: 'Declined', paid: 'Paid', unknown: '–' },
  sources: {
    awin: 'Awin',
    adtraction: 'Adtraction',
    tradedoubler: 'Tradedoubler',
    rewardful: 'Rewardful',
    dub: 'Dub',
    other: 'Other',
  },
  empty: 'Nothing on this page',
};
