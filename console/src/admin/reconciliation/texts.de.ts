import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Zahlungsabgleich',
  hint: 'Laden Sie hoch, was die Bank meldet. Auszahlungen und Rechnungen werden damit ausgeglichen, der Rest wird aufgelistet.',
  upload: {
    title: 'Bankdatei',
    hint: (megabytes: number) =>
      `Ein Kontoauszug (camt.052, camt.053 oder camt.054) oder ein Statusbericht (pain.002) mit höchstens ${megabytes} MB. Jede Datei wird nur einmal verarbeitet.`,
    file: 'Datei',
    action: 'Hochladen',
    result: 'Die Bankdatei wurde verarbeitet',
    empty: 'Die Bankdatei enthält keine Einträge.',
  },
  outcomes: {
    paid: 'Auszahlung ausgeführt',
    paid_unexpectedly: 'Unerwartet ausgeführt',
    returned: 'Auszahlung zurückgekommen',
    rejected: 'Auszahlung abgelehnt',
    invoice_paid: 'Rechnung bezahlt',
    prepaid: 'Vorauszahlung',
    known: 'Bereits bekannt',
    doubtful: 'Vielleicht schon bekannt',
    noted: 'Vermerkt',
    unmatched: 'Nicht zugeordnet',
    dismissed: 'Aussortiert',
  },
  doubtful: {
    title: 'Vielleicht schon bekannt',
    hint: 'Die Bewegung wurde vielleicht schon gemeldet. Bis zur Entscheidung wird nichts gebucht.',
    empty: { title: 'Keine unklaren Einträge', hint: 'Hier stehen Einträge, die einen früheren wiederholen könnten.' },
    todo: (id: number) =>
      `Vielleicht dieselbe Zahlung wie Eintrag ${id}. Vergleichen Sie beide mit dem Konto bei der Bank.`,
    same_payment: 'Dieselbe Zahlung',
    another_payment: 'Andere Zahlung',
    effects: {
      same_payment: (id: number) => `Er wiederholt Eintrag ${id}. Nichts wird gebucht.`,
      another_payment: (id: number) =>
        `Er ist nicht Eintrag ${id}. Er wird wie andere Einträge zugeordnet und gebucht.`,
    },
    labels: {
      same_payment: (party: string) => `Dieselbe Zahlung: Eintrag von ${party}`,
      another_payment: (party: string) => `Andere Zahlung: Eintrag von ${party}`,
    },
    done: 'Entscheidung gespeichert.',
  },
  open: {
    title: 'Nicht zugeordnet',
    hint: 'Entscheiden Sie für jeden Eintrag, was er ist.',
    empty: {
      title: 'Alles ist zugeordnet',
      hint: 'Hier erscheinen Einträge aus Bankdateien, die zu nichts passen.',
    },
  },
  all: {
    title: 'Alle Einträge',
    outcome: 'Ergebnis',
    empty: { title: 'Noch keine Bankdateien', hint: 'Laden Sie oben eine Bankdatei hoch.' },
    nothingFound: { title: 'Keine passenden Einträge', hint: 'Wählen Sie ein anderes Ergebnis.' },
  },
  columns: {
    entry: 'Eintrag',
    amount: 'Betrag',
    outcome: 'Ergebnis',
    settles: 'Gleicht aus',
    reference: 'Referenz',
    todo: 'Was zu tun ist',
    action: 'Aktionen',
  },
  directions: { in: 'Eingang', out: 'Ausgang', status: 'Status' },
  unknownParty: 'Ohne Namen',
  payout: (id: number) => `Auszahlung ${id}`,
  because: (reason: string) => `Grund: ${reason}`,
  /** By the reason why an entry matched nothing. */
  todo: {
    day_unknown: 'Der Tag fehlt oder ist ungültig. Fragen Sie die Bank und legen Sie den Eintrag dann beiseite.',
    foreign_account:
      'Der Auszug gehört zu einem Konto, das nicht als Konto der Plattform eingestellt ist. Prüfen Sie die Bankkonten der Plattform in der Konfiguration des Servers.',
    unknown_payment:
      'Keine unserer Auszahlungen. Sortieren Sie den Eintrag aus, wenn es eine Gebühr oder private Überweisung ist, sonst fragen Sie die Bank.',
    amount_unknown:
      'Die Bank hat den Betrag nicht angegeben. Sehen Sie bei der Bank nach und markieren Sie die Rechnung dann als bezahlt.',
    already_paid:
      'Die Rechnung ist bereits bezahlt. Erstatten Sie die Zahlung, ordnen Sie sie einer anderen Rechnung zu oder fügen Sie sie dem Guthaben hinzu.',
    amount_differs:
      'Der Betrag weicht von der Rechnung oder Auszahlung ab. Ordnen Sie Rechnungen mit dieser Summe zu, fügen Sie ihn dem Guthaben hinzu oder fragen Sie den Zahler.',
    unknown_invoice: 'Die im Verwendungszweck genannte Rechnung gibt es nicht. Ordnen Sie die gemeinte Rechnung zu.',
    no_reference: 'Keine Rechnungsnummer, und keine einzelne Rechnung passt. Ordnen Sie die gemeinte Rechnung zu.',
    not_at_bank: 'Die Auszahlung stand in keiner Datei für die Bank. Fragen Sie die Bank, woher der Auftrag kam.',
    paid_again:
      'Die Bank hat eine zurückgekommene Auszahlung erneut ausgeführt. Fragen Sie den Zahlungsempfänger und die Bank.',
  },
  otherwise: 'Klären Sie den Eintrag mit der Bank und sortieren Sie ihn dann mit dem Ergebnis aus.',
  unexpected:
    'Ausgeführt, obwohl die Auszahlung nicht vorgesehen war. Sie ist gebucht; fragen Sie die Bank nach dem Grund.',
  match: 'Zuordnen',
  matchLabel: (party: string) => `Zahlung von ${party} zuordnen`,
  matchTitle: 'Welche Rechnungen werden damit bezahlt?',
  matchWords: (sum: string) => `Die Rechnungen müssen zusammen ${sum} ergeben.`,
  invoices: 'Offene Rechnungen an Shops',
  invoicesPlaceholder: 'Nach Nummer oder Shop suchen',
  noInvoices: 'Keine offenen Rechnungen gefunden',
  sum: (sum: string, amount: string) => `Ausgewählt: ${sum} von ${amount}`,
  matched: 'Zahlung zugeordnet.',
  prepay: 'Dem Guthaben hinzufügen',
  prepayLabel: (party: string) => `Dem Guthaben hinzufügen: Zahlung von ${party}`,
  prepayTitle: 'Welcher Shop hat vorausbezahlt?',
  prepayWords: (sum: string) =>
    `${sum} werden dem vorausbezahlten Guthaben des Shops hinzugefügt. Offene Rechnungen werden daraus bezahlt, die älteste zuerst.`,
  shop: 'Shop',
  shopHint: 'In der Währung der Zahlung.',
  prepaid: 'Zahlung dem Guthaben hinzugefügt.',
  dismiss: 'Aussortieren',
  dismissLabel: (party: string) => `Eintrag von ${party} aussortieren`,
  dismissTitle: 'Diesen Eintrag aussortieren?',
  dismissWords: 'Er wird aus der Liste entfernt, und es wird nichts gebucht.',
  dismissed: 'Eintrag aussortiert.',
  reasonHint: 'Wird im Audit-Log gespeichert.',
};

export default de;
