import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Fakturor',
  hint: 'En faktura per stängd månad för klick, godkända ordrar och engångsbetalningar.',
  list: 'Dina fakturor',
  empty: {
    title: 'Inga fakturor än',
    hint: 'Den första fakturan skapas när en månad med klick eller ordrar stängs.',
  },
  soFar: {
    of: (month) => `klick och ordrar i ${month}`,
    title: (month) => `${month} hittills`,
    hint: 'Exklusive moms. Faktureras när månaden stängs.',
    total: 'Att fakturera',
    clicks: 'Klick',
    commission: 'Godkända ordrar',
    one_time: 'Engångsbetalningar',
    pending: 'Ordrar att granska',
    pendingHint: 'Tillkommer om du godkänner',
    count: (count) => `${count} st`,
    earlier: (month) => `${month} är slut men inte fakturerad än`,
  },
  pay: {
    action: 'Betala',
    label: (number) => `Betala faktura ${number}`,
  },
  setup: {
    title: 'Betalningsmetod',
    done: 'Klar',
    notDone: 'Inte konfigurerad än',
    byInvoice: 'Du betalar med banköverföring till kontot som anges på varje faktura.',
    noted: (id) => `Avtal ${id}`,
    since: (day) => `sedan ${day}`,
    method: (type, last4) => `${type} som slutar på ${last4}`,
    expires: (month) => `Giltig till och med ${month}`,
    missing: 'Lägg till en betalningsmetod för att betala fakturor automatiskt.',
    open: 'Lägg till betalningsmetod',
    change: 'Ändra betalningsmetod',
    refresh: 'Kontrollera igen',
    checked: 'Kontrollerad hos betalningsleverantören',
    instructions: 'Instruktioner',
    goThere: 'Gå till betalningssidan',
    billing: 'Faktureras',
    vat: (number) => `Momsregistreringsnummer ${number}`,
  },
};
export default sv;
