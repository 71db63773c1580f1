import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Nachmeldungen',
  hints: {
    creator:
      'Melden Sie eine Bestellung, die fehlt oder falsch ist. Sie sehen sofort, was darüber bekannt ist, und der Shop entscheidet.',
    store:
      'Bestellungen, die Creator vermissen oder für falsch halten. Entscheiden Sie vor Ablauf der Frist, sonst entscheidet ein Administrator.',
    admin:
      'Bestellungen, die Creator vermissen oder für falsch halten. Hat ein Shop bis zum Ablauf der Frist nicht entschieden, wird die Nachmeldung eskaliert.',
  },
  list: 'Nachmeldungen',
  columns: {
    order: 'Bestellung',
    shop: 'Shop',
    creator: 'Creator',
    amount: 'Betrag',
    status: 'Status',
    due: 'Frist',
  },
  statuses: { open: 'Offen', escalated: 'Eskaliert', accepted: 'Angenommen', declined: 'Abgelehnt' },
  of: (order: string) => `Nachmeldung der Bestellung ${order}`,
  empty: {
    title: 'Keine Nachmeldungen',
    hint: 'Hier erscheinen Nachmeldungen fehlender oder falscher Bestellungen.',
  },
  nothingFound: { title: 'Keine Nachmeldungen mit diesem Status' },
  findings: {
    not_reported: 'Der Shop hat diese Bestellung nicht gemeldet.',
    already_yours: 'Die Bestellung wurde gemeldet und ist diesem Creator zugeordnet.',
    another_creator: 'Die Bestellung wurde gemeldet und ist einem anderen Creator zugeordnet.',
    nobodys: 'Die Bestellung wurde gemeldet und ist niemandem zugeordnet.',
    click_in_window: 'Der Creator hat davor einen Klick innerhalb des Zuordnungszeitraums.',
    no_click_in_window: 'Der Creator hat davor keinen Klick innerhalb des Zuordnungszeitraums.',
  },
  /** Where they differ for the creator who has reported the order. */
  ownFindings: {
    already_yours: 'Die Bestellung wurde gemeldet und ist Ihnen zugeordnet.',
    click_in_window: 'Sie haben davor einen Klick innerhalb des Zuordnungszeitraums.',
    no_click_in_window: 'Sie haben davor keinen Klick innerhalb des Zuordnungszeitraums.',
  },
  form: {
    title: 'Bestellung melden',
    shop: 'Shop',
    chooseShop: 'Shop auswählen',
    order: 'Bestellnummer',
    orderHint: 'So, wie der Shop sie angibt, zum Beispiel auf dem Beleg.',
    day: 'Tag der Bestellung',
    amount: 'Bestellwert',
    currency: 'Währung',
    note: 'Was fehlt oder ist falsch?',
    files: 'Beleg oder Bestätigung',
    filesHint: (count: number) => `PNG oder JPEG, höchstens ${count}. Nur Sie, der Shop und Administratoren sehen sie.`,
    send: 'Bestellung melden',
    sent: 'Die Nachmeldung ist eingegangen',
    noShops: 'Sie können Bestellungen bei Shops melden, zu denen Sie einen Link haben.',
  },
  one: {
    single: 'Nachmeldung',
    hint: 'Was über die Bestellung bekannt ist, und die Belege des Creators. Mit der Annahme wird die Bestellung angelegt oder berichtigt.',
    title: (order: string) => `Nachmeldung der Bestellung ${order}`,
    by: (creator: string, shop: string) => `${creator}, bei ${shop}`,
    known: 'Was darüber bekannt ist',
    said: 'Was der Creator angibt',
    ownSaid: 'Was Sie angeben',
    facts: { day: 'Tag der Bestellung', amount: 'Bestellwert', due: 'Entscheidung bis', decided: 'Entschieden' },
    evidence: 'Nachweise',
    noEvidence: 'Keine Bilder.',
    picture: (name: string) => `Nachweis: ${name}`,
    add: 'Bild hinzufügen',
    added: 'Das Bild wurde hinzugefügt',
    decision: 'Entscheidung',
    reason: (reason: string) => `Begründung: ${reason}`,
    order: 'Bestellung erklären',
    click: 'Klick erklären',
  },
  accept: {
    calculating: 'Kosten werden berechnet …',
    cost: (sum) => `Sie zahlen ${sum} Provision mit der Rechnung dieses Monats.`,
    action: 'Annehmen',
    title: (order: string) => `Nachmeldung der Bestellung ${order} annehmen?`,
    words:
      'Sie wird zu einer bestätigten Bestellung mit dem letzten Klick des Creators davor. Der Creator verdient ihre Provision.',
    done: 'Die Nachmeldung wurde angenommen',
  },
  decline: {
    action: 'Ablehnen',
    title: (order: string) => `Nachmeldung der Bestellung ${order} ablehnen?`,
    words: 'Es wird keine Bestellung erfasst. Der Creator liest die Begründung und kann Einspruch einlegen.',
    hint: 'Der Creator liest sie.',
    done: 'Die Nachmeldung wurde abgelehnt',
  },
};

export default de;
