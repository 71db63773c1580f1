import type { en } from './texts.en.ts';

const de: typeof en = {
  participant: {
    open: 'Eingeladen',
    applied: 'Beworben',
    denied: 'Hat abgelehnt',
    accepted: 'Angenommen',
    store_denied: 'Abgelehnt',
    done: 'Abgeschlossen',
    suggestion: 'Vorgeschlagen',
    second_prio: 'Warteliste',
    have_posted: 'Veröffentlicht',
    have_received: 'Produkt erhalten',
    product_sent: 'Produkt versandt',
  },
  campaign: { active: 'Läuft', paused: 'Pausiert', scheduled: 'Geplant', ended: 'Beendet', deleted: 'Gelöscht' },
};

export default de;
