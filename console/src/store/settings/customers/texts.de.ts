import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Wiederholte Bestellungen',
  hint: 'Wen ein Creator gewonnen hat, bleibt an ihn gebunden: Spätere Bestellungen werden mit diesen Sätzen vergütet, auch ohne Klick. Ihr Server nennt in jeder Meldung, wer bestellt hat.',
  none: 'Niemand wird gebunden. Jede Bestellung braucht einen Klick oder einen Code.',
  edit: 'Vergütung ändern',
  save: 'Vergütung speichern',
  saved: 'Die Vergütung wiederholter Bestellungen ist gespeichert.',
  step: (number) => `Stufe ${number}`,
  months: 'Monate',
  monthsHint: 'In der letzten Stufe leer: ohne Ende',
  rate: 'Teil des Werts (%)',
  remove: (number) => `Stufe ${number} entfernen`,
  add: 'Stufe hinzufügen',
  first: 'Auch die erste Bestellung nach der ersten Stufe vergüten',
  firstHint: 'Sonst gilt für sie die Vergütung der Kampagne oder des Shops.',
  first_yes: 'Auch für die erste Bestellung gilt die erste Stufe.',
  change:
    'Eine Änderung gilt für alle, die ab jetzt gewonnen werden. Für andere bleibt die Vergütung ihrer ersten Bestellung.',
  whole: 'Geben Sie eine ganze Zahl von 1 bis 120 ein.',
  percent: 'Geben Sie eine Zahl von 0 bis 100 ein.',
  bound: {
    title: 'Gebundene Kundschaft',
    hint: 'Die neuesten 50. Von Ihrer Kundennummer wird nur ein Hash mit Schlüssel gespeichert.',
    empty: {
      title: 'Keine gebundene Kundschaft',
      hint: 'Die erste Bestellung mit einem Klick oder einem Code bindet.',
    },
    customer: 'Kunde',
    creator: 'Creator',
    since: 'Seit',
    until: 'Bis',
    orders: 'Bestellungen',
    actions: 'Beenden',
    endless: 'Ohne Ende',
    ended: {
      months_over: (day) => `Monate vorbei ${day}`,
      orders_denied: () => 'Bestellung abgelehnt',
      by_store: (day) => `Beendet ${day}`,
      forgotten: (day) => `Vergessen ${day}`,
    },
    end: 'Beenden',
    endTitle: (customer) => `Bindung von Kunde ${customer} beenden`,
    endText:
      'Spätere Bestellungen bringen dem Creator keinen Verdienst mehr, und er liest den Grund. Frühere Bestellungen ändern sich nicht.',
    done: 'Die Bindung ist beendet.',
  },
};
export default de;
