import type { en } from './texts.en.ts';

const de: typeof en = {
  next: {
    title: 'Nächste Auszahlung',
    titleIn: (currency: string) => `Nächste Auszahlung in ${currency}`,
    available: 'Verfügbar',
    due: 'Wird mit dem nächsten Auszahlungslauf ausgezahlt.',
    from: (day) => `Frühestens am ${day}`,
    undated: 'Noch kein Termin',
    to: (account: string) => `Auf ${account}`,
    minimum: (sum: string) => `Mindestauszahlung: ${sum}`,
    inRun: (sum: string) => `${sum} sind in einem Auszahlungslauf unterwegs.`,
    overpaid: (sum: string) => `${sum} wurden zu viel ausgezahlt und werden zuerst verrechnet.`,
    why: 'Warum es nicht früher ausgezahlt wird',
    none: { title: 'Noch nichts verdient', hint: 'Hier sehen Sie Ihr Guthaben und die nächste Auszahlung.' },
  },
  line: {
    title: 'Nächste Auszahlung',
    all: 'Wann werde ich bezahlt?',
    due: (sum) => `${sum} mit dem nächsten Auszahlungslauf`,
    from: (sum, day) => `${sum} frühestens am ${day}`,
    undated: (sum) => `${sum}, noch kein Termin`,
    missing: (sum) => `Für eine Auszahlung fehlen noch ${sum}.`,
  },
  months: {
    title: 'Noch nicht ausgezahlt, nach Monat',
    hint: 'Ein Monat wird ausgezahlt, wenn er abgeschlossen ist, die Shops gezahlt haben und die Wartefristen vorbei sind.',
    of: (month) => `Verdienst im ${month}`,
    steps: (month) => `Schritte bis zur Auszahlung von ${month}`,
    states: { done: 'erledigt', waits: 'wartet', later: 'später' },
    earned: 'Verdient',
    decided: 'Alle Bestellungen sind entschieden',
    decidedBy: (sum, day) => `${sum} mehr, spätestens am ${day} entschieden`,
    undecided: (sum, shops) =>
      shops === '' ? `${sum} mehr sind noch nicht entschieden` : `${sum} mehr sind noch nicht entschieden: ${shops}`,
    closed: 'Abgeschlossen',
    closedOn: (day) => `Am ${day}`,
    closesAfter: (day) => `Nach dem ${day}`,
    closesSoon: 'Die Plattform schließt ihn als Nächstes ab',
    paying: 'Von den Shops bezahlt',
    payingLater: 'Nach dem Abschluss',
    paid: (paid, all) => `Von ${paid} von ${all} ${all === 1 ? 'Shop' : 'Shops'} bezahlt`,
    waitsFor: (shops) => `Es fehlt: ${shops}`,
    due: (shop, day) => `${shop} (fällig am ${day})`,
    overdue: (shop, day) => `${shop} (überfällig seit ${day})`,
    andMore: (shops, more) => `${shops} und ${more} weitere`,
    payable: 'Auszahlbar',
    now: 'Jetzt',
    onItsWay: 'In einem Auszahlungslauf unterwegs',
    partly: (sum) => `${sum} jetzt`,
    from: (day) => `Frühestens am ${day}`,
    noDay: 'Noch kein Termin',
    onHold: (sum) => `${sum} sind gesperrt. Wenden Sie sich an den Support.`,
    heldUntil: (day) => `Wartefrist bis ${day}`,
  },
  explained: {
    nothing_payable: () => 'Derzeit ist nichts auszahlbar. Was Sie verdienen, steht hier mit seinem Monat.',
    below_minimum: ({ minimum, payable, missing }) =>
      `Jetzt auszahlbar: ${payable}. Der Mindestbetrag ist ${minimum}, deshalb wird der Betrag übertragen, bis weitere ${missing} auszahlbar sind.`,
    payee_missing: () => 'Speichern Sie unten Ihren rechtlichen Namen und Ihre Adresse.',
    consent_missing: () => 'Stimmen Sie unten dem Gutschriftverfahren zu.',
    account_missing: () => 'Fügen Sie unten ein Auszahlungskonto hinzu.',
    account_new: ({ day }) => `Das Auszahlungskonto ist neu. Es wird ab ${day} verwendet.`,
    bic_missing: () =>
      'Das Auszahlungskonto liegt außerhalb des SEPA-Raums und hat keinen BIC. Speichern Sie das Konto erneut mit seinem BIC.',
    holder_not_latin: () =>
      'Zahlungen nennen den Inhaber in lateinischen Buchstaben. Speichern Sie das Konto erneut mit dem Namen in lateinischen Buchstaben, wie die Bank ihn schreibt.',
    suspended: () => 'Das Konto ist gesperrt. Wenden Sie sich an den Support.',
    paid_elsewhere: () => 'Das zahlt der Zahlungsdienst der Agentur aus. Hier müssen Sie nichts einrichten.',
  },
};

export default de;
