import { CAPS, exhausted, formula, ORIGINS } from './texts.de.ts';
import type { SummaryValues, Voices } from './texts.en.ts';

/** The terms of a summary for its reader. */
function terms({ price, share, campaign }: SummaryValues): string {
  if (price === null) return '';
  const by = campaign === null ? 'Der Shop zahlt' : `Die Kampagne ${campaign} zahlt`;
  return ` ${by} ${price}${share === null ? '' : `; Ihr Anteil ist ${share}`}.`;
}

const pays = (values: SummaryValues, sentence: string): string => {
  const { price, campaign } = values;
  if (price === null) return sentence;
  return `${sentence} ${campaign === null ? 'Ihr eigener Preis' : `Der Preis der Kampagne ${campaign}`}, an dem Creators einen Anteil haben, ist ${price}.`;
};

const payee = {
  earned: (values: SummaryValues) => `Sie verdienen ${values.own}.${terms(values)}`,
  undecided: (values: SummaryValues) =>
    `Sie verdienen ${values.own}, sobald der Shop die Bestellung bestätigt hat.${terms(values)}`,
  nothing: (reason: string) => `Sie verdienen nichts. ${reason}`,
  paid: (values: SummaryValues) => `Sie erhalten ${values.own}.`,
  line: ({ amount, month }: { amount: string; month: string }) => `Sie verdienen ${amount} für ${month}.`,
};

const OWN_ORIGINS = { ...ORIGINS, tier: 'er gilt für Ihre Vergütungsstufe', agency: 'er gilt für Ihre Agentur' };
const OWN_CAPS = { ...CAPS, own_clicks: 'Ihre eigene Klickzahl ist erreicht' };

/** The sentences that address the reader. */
export const voices: Voices = {
  creator: {
    summary: payee,
    held: {
      creator: 'Der Betrag ist verdient und wird nicht ausgezahlt, solange Ihre Auszahlungen gesperrt sind.',
      agency: 'Der Betrag ist verdient und wird nicht ausgezahlt, solange Ihre Agentur gesperrt ist.',
    },
    candidates: {
      order: {
        creator_campaign: 'Die Kampagne des Shops nur für Sie kommt danach.',
        running_campaign:
          'Laufende Kampagnen für Sie kommen danach, die mit der höchsten Priorität zuerst, danach die neuesten.',
      },
      exhausted: (reasons) => exhausted(reasons, OWN_CAPS),
    },
    priced: {
      creator_campaign: (price) => `Der aufgeteilte Preis beträgt ${price}, laut der Kampagne des Shops für Sie.`,
    },
    creatorShare: (values) => `Ihr Anteil: ${formula(values, OWN_ORIGINS)}`,
    byClick: (days) =>
      `Die Bestellung folgt auf einen Klick auf Ihren Link innerhalb des Zuordnungszeitraums von ${days} ${days === 1 ? 'Tag' : 'Tagen'}. Es gilt die Vergütung des Klicks.`,
    byCustomer:
      'Die Bestellung nennt keinen Klick und keinen Code, der zählt. Wer bestellt hat, wurde durch eine frühere Bestellung von Ihnen gewonnen.',
    ofCustomer: ({ since, month, of, rate }) =>
      `Sie haben die Kundschaft mit der Bestellung vom ${since} gewonnen. Nach dem damaligen Programm werden von Bestellungen im Monat ${month}${of === null ? '' : ` von ${of}`} ${rate} mit Ihnen und Ihrer Agentur geteilt.`,
    noStep: ({ period, reached }) =>
      `Die Vergütung der Kampagne steigt mit Ihren bestätigten Bestellungen. Was ${period} zählt (${reached}), erreicht keine Stufe.`,
    steps: {
      orders: ({ number, period, from, rate, before }) =>
        `Das ist ${period} Ihre bestätigte Bestellung Nummer ${number}. Nach ${from} Bestellungen beträgt der Satz für Bestellungen ${rate} statt ${before}.`,
      value: ({ reached, period, from, rate, before }) =>
        `Vor dieser Bestellung wurden ${period} Bestellungen über ${reached} für Sie bestätigt. Nach ${from} beträgt der Satz für Bestellungen ${rate} statt ${before}.`,
      whole: ({ reached, period, from, rate, before }) =>
        `Ihre bestätigten Bestellungen ${period} (${reached}) erreichen die Stufe ab ${from}. Für alle Bestellungen des Zeitraums gilt der Satz ${rate} statt ${before}.`,
    },
    byHand: 'Ein Mitglied des Shops oder ein Administrator hat Ihnen die Bestellung zugeordnet.',
    attributedByHand: (reason) => `Eine Person hat Ihnen die Bestellung zugeordnet. Grund: ${reason}`,
    byVoucher: 'Ihr Gutschein wurde verwendet. Es gilt die Vergütung des Links, zu dem der Gutschein gehört.',
    exclusiveCode: 'Ihr Gutschein ist exklusiv: Eine Bestellung, die ihn nennt, gehört immer Ihnen.',
    claimed: 'Sie haben die Bestellung nachgemeldet, und die Nachmeldung wurde angenommen.',
    orderTerms: (rate) =>
      `${rate} der Bemessungsgrundlage werden mit Ihnen und Ihrer Agentur geteilt. Die Vergütung wurde mit der Zuordnung festgelegt; spätere Änderungen wirken sich nicht darauf aus.`,
    events: { attributed: 'Die Bestellung wurde Ihnen zugeordnet.' },
    bonusReached:
      'Ihre bestätigten Bestellungen in diesem Monat haben abzüglich der Erstattungen die Stufe der Kampagne erreicht. Jede Stufe wird einmal gezahlt.',
    granted: (amount) => `Der Shop hat Ihnen einmalig ${amount} gewährt.`,
    agreed: (amount) => `Der Shop und Sie haben für die Teilnahme an der Kampagne ${amount} vereinbart.`,
    notShared:
      'Eine Einmalzahlung wird nicht aufgeteilt: Sie erhalten den ganzen Betrag, und der Shop zahlt genauso viel.',
  },
  store: {
    summary: {
      earned: (values) => pays(values, `Sie zahlen ${values.own}.`),
      undecided: (values) => pays(values, `Sie zahlen ${values.own}, wenn die Bestellung bestätigt wird.`),
      nothing: (reason) => `Sie zahlen nichts. ${reason}`,
      paid: (values) => `Sie zahlen dem Creator einmalig ${values.own}.`,
      line: ({ amount, month }) => `Sie zahlen ${amount} für ${month}.`,
    },
    candidates: {
      order: {
        creator_campaign: 'Ihre Kampagne nur für diesen Creator kommt danach.',
        store_prices: 'Ihre eigenen Preise kommen zuletzt.',
      },
    },
    creditExceeded:
      'Ihr verbleibender Kreditrahmen ist kleiner als die Kosten des Klicks. Der Klick behält seine Vergütung, sie wird aber nicht gezahlt.',
    priced: {
      creator_campaign: (price) => `Der aufgeteilte Preis beträgt ${price}, laut Ihrer Kampagne für diesen Creator.`,
      store_prices: (price) => `Der aufgeteilte Preis beträgt ${price}, laut Ihren eigenen Preisen.`,
    },
    clickBill: (amount) => `Laut der Vergütung zahlen Sie ${amount} für den Klick.`,
    sameCurrency: 'Die Bestellung ist in Ihrer Währung.',
    denialNote: (note) => `Ihre Notiz: ${note}`,
    notApproved:
      'Sie haben die Bestellung nicht bestätigt. Nur bestätigte Bestellungen werden in Rechnung gestellt und ausgezahlt.',
    fixedBill: (result) => `Sie zahlen den festen Betrag für die Bestellung: ${result}.`,
    orderBill: ({ rate, base, result }) => `Sie zahlen ${rate} von ${base}, einmal abgerundet: ${result}.`,
    lineBill: ({ base, result }) =>
      `Sie zahlen den durchschnittlichen Teil der Positionen von ${base}, einmal abgerundet: ${result}.`,
    granted: (amount) => `Sie haben dem Creator einmalig ${amount} gewährt.`,
    agreed: (amount) => `Sie und der Creator haben für die Teilnahme an der Kampagne ${amount} vereinbart.`,
    notShared:
      'Eine Einmalzahlung wird nicht aufgeteilt: Der Creator erhält den ganzen Betrag, und Sie zahlen genauso viel.',
  },
  agency: {
    summary: payee,
    held: { agency: 'Der Betrag ist verdient und wird nicht ausgezahlt, solange Ihre Agentur gesperrt ist.' },
    agencyShare: (values) =>
      `Ihr Anteil: ${formula(values, { ...ORIGINS, agency: 'er gilt für Ihre Agentur' })} Beide Anteile zusammen übersteigen nie das Ganze; der des Creators hat Vorrang.`,
  },
};
