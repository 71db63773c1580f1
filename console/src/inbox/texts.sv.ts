import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Aviseringar',
  hint: 'Det som berör dig, nyast först. Aviseringar sparas i 180 dagar. Under listan väljer du vad du även får via e-post.',
  list: 'Dina aviseringar',
  unreadOnly: 'Bara olästa',
  markAll: 'Markera alla som lästa',
  markRead: (title) => `Markera som läst: ${title}`,
  markUnread: (title) => `Markera som oläst: ${title}`,
  read: 'Markera som läst',
  unread: 'Markera som oläst',
  isNew: 'Ny',
  empty: 'Inga aviseringar',
  emptyHint: 'Nyheter om kampanjer, ordrar, betalningar och ditt konto visas här.',
  settings: {
    title: 'E-post',
    hint: 'Välj vad som mejlas till dig direkt. Allt finns alltid här.',
    kinds: {
      campaigns: 'Kampanjer: inbjudningar, beslut och ändrade villkor',
      messages: 'Meddelanden i konversationer',
      orders: 'Ordrar som kräver ett beslut',
      statements: 'Avräkningar och fakturor',
      payments: 'Betalningar',
      limits: 'Gränser för kampanjer och kredit',
      service: 'Godkännande av butiker, webhooks och data',
      reports: 'Schemalagda rapporter',
      security: 'Ditt kontos säkerhet (alltid på)',
    },
    digest: 'Veckosammanfattning av det som inte har mejlats och är oläst',
    language: 'Språk i mejl och aviseringar',
    languages: { en: 'English', sv: 'Svenska', de: 'Deutsch' },
    save: 'Spara',
    saved: 'Inställningarna är sparade.',
  },
};
export default sv;
