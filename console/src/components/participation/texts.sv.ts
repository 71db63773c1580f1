import type { en } from './texts.en.ts';

const sv: typeof en = {
  participant: {
    open: 'Inbjuden',
    applied: 'Har ansökt',
    denied: 'Tackade nej',
    accepted: 'Tackade ja',
    store_denied: 'Avvisad',
    done: 'Klar',
    suggestion: 'Föreslagen',
    second_prio: 'Väntelista',
    have_posted: 'Publicerat',
    have_received: 'Produkten mottagen',
    product_sent: 'Produkten skickad',
  },
  campaign: { active: 'Pågår', paused: 'Pausad', scheduled: 'Planerad', ended: 'Avslutad', deleted: 'Borttagen' },
};

export default sv;
