import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Granskningslogg',
  hint: {
    admin: 'Känsliga åtgärder på marknadsplatsen, nyast först.',
    store: 'Känsliga åtgärder som rör butiken, nyast först.',
  },
  action: 'Åtgärd',
  actionHint: 'Till exempel token.created',
  actor: 'Användar-ID',
  subject: 'Objekt',
  from: 'Från',
  to: 'Till',
  search: 'Använd',
  columns: { at: 'Tid', actor: 'Av', action: 'Åtgärd', subject: 'Objekt', details: 'Detaljer' },
  system: 'Systemet',
  storeKey: (name) => `API-nyckel ”${name}”`,
  subjects: {
    user: 'Användare',
    store: 'Butik',
    client: 'Byrå',
    token: 'Token',
    offer: 'Kampanj',
    order: 'Order',
    invoice: 'Faktura',
    period: 'Månad',
  },
  empty: { title: 'Inga poster', hint: 'Prova andra filter.' },
};
export default sv;
