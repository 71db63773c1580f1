import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Importerat från andra plattformar',
  hint: 'Endast historik. De här provisionerna är intjänade på annat håll och betalas inte ut av den här marknadsplatsen.',
  columns: {
    earned: 'Intjänad',
    source: 'Plattform',
    partner: 'Partner',
    sale: 'Order',
    commission: 'Provision',
    status: 'Status',
  },
  statuses: { pending: 'Väntar', approved: 'Godkänd', declined: 'Avböjd', paid: 'Betald', unknown: '–' },
  sources: {
    awin: 'Awin',
    adtraction: 'Adtraction',
    tradedoubler: 'Tradedoubler',
    rewardful: 'Rewardful',
    dub: 'Dub',
    other: 'Annan',
  },
  empty: 'Inget på den här sidan',
};
export default sv;
