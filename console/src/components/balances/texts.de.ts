import type { en } from './texts.en.ts';

const de: typeof en = {
  pending: {
    dated: (amount, day) => `Offen: ${amount}, entschieden bis spätestens ${day}.`,
    undated: (amount) => `Offen: ${amount}. Die Shops haben über diese Bestellungen noch nicht entschieden.`,
    partly: (dated, day, amount) => `Offen: ${amount}, davon ${dated} entschieden bis spätestens ${day}.`,
    agreed: (amount) =>
      `Vereinbart für beendete Kampagnen: ${amount}. Der Betrag kommt beim Monatsabschluss zum Guthaben hinzu.`,
  },
  title: 'Guthaben',
  titleIn: (currency: string) => `Guthaben in ${currency}`,
  hint: 'Was ausgezahlt werden kann und was einbehalten wird, bis eine Bedingung erfüllt ist.',
  earned: 'Verdient',
  earnedHint: 'Insgesamt',
  held: 'Einbehalten',
  heldHint: 'Noch nicht auszahlbar',
  payable: 'Auszahlbar',
  payableHint: 'Zur Auszahlung frei',
  paid: 'Ausgezahlt',
  paidHint: 'Insgesamt',
  why: 'Warum Beträge einbehalten werden',
  reasons: {
    not_invoiced: { title: 'Monat nicht abgeschlossen', hint: 'Auszahlbar nach dem Monatsabschluss.' },
    hold_period: {
      title: 'Wartefrist',
      hint: 'Neue Klicks und Bestellungen werden einbehalten, weil sie noch storniert werden können.',
    },
    store_unpaid: { title: 'Zahlung des Shops steht aus', hint: 'Auszahlbar, sobald der Shop seine Rechnung bezahlt.' },
    on_hold: {
      title: 'Auszahlung gesperrt',
      hint: 'Die Plattform prüft diese Auszahlungen. Der Support gibt Ihnen Auskunft.',
    },
  },
  overpaid: (sum: string) =>
    `Nach Stornierungen wurden ${sum} mehr ausgezahlt als verdient. Der Betrag wird mit dem nächsten Verdienst verrechnet.`,
};

export default de;
