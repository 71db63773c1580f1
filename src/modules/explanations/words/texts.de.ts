import type { CapReason, ExplanationTexts, FormulaValues, SummaryValues } from './texts.en.ts';

export const ORIGINS = {
  price: 'der Preis legt ihn fest',
  tier: 'er gilt für die Vergütungsstufe des Creators',
  agency: 'er gilt für die Agentur des Creators',
  default: 'niemand legt einen fest, daher gilt der Standardanteil der Plattform',
};

export const CAPS: Record<CapReason, string> = {
  clicks: 'die Höchstzahl der Klicks der Kampagne ist erreicht',
  clicks_each: 'die Höchstzahl der Klicks je Creator ist erreicht',
  own_clicks: 'die eigene Klickzahl des Creators ist erreicht',
  money: 'das Geld der Kampagne reicht für den Klick nicht aus',
  money_each: 'das Geld je Creator reicht für den Klick nicht aus',
  shared_budget: 'das gemeinsame Budget reicht für den Klick nicht aus',
};

const BOOKED = {
  clicks: 'alle Klicks des Links an diesem Tag mit derselben Vergütung',
  order: 'die Bestellung',
  payment: 'die Zahlung',
};

/** @param origins the origin of a share, in the words of the reader */
export function formula({ base, part, fixed = null, share, result, from }: FormulaValues, origins = ORIGINS): string {
  const shared = part === null ? '' : part === 'by_line' ? ' × durchschnittlicher Teil der Positionen' : ` × ${part}`;
  const whole = fixed === null ? `${base}${shared}` : `(${base}${shared} + ${fixed})`;
  return `${whole} × ${share}, einmal abgerundet, ergibt ${result}${from === null ? '' : `; ${origins[from]}`}.`;
}

/** The cap of a campaign is exhausted. @param caps the reasons, in the words of the reader */
export const exhausted = (reasons: readonly CapReason[], caps = CAPS): string =>
  reasons.length === 0
    ? 'Die Obergrenze ist ausgeschöpft.'
    : `Die Obergrenze ist ausgeschöpft: ${reasons.map((one) => caps[one]).join(', und ')}.`;

/** What a price or rate is. */
const terms = ({ price, campaign }: SummaryValues): string => {
  if (price === null) return '';
  return campaign === null
    ? ` Der Preis des Shops, an dem die anderen einen Anteil haben, ist ${price}.`
    : ` Der Preis der Kampagne ${campaign}, an dem die anderen einen Anteil haben, ist ${price}.`;
};

const sentences = (...parts: readonly (string | null)[]): string => parts.filter((part) => part !== null).join(' ');

export const de: ExplanationTexts = {
  summary: {
    priceOfClick: (price, isSocial) => `${price} je Klick${isSocial ? ' aus sozialen Netzwerken' : ''}`,
    rateOfOrder: ({ rate, base }) => `${rate} von ${base}`,
    fixedOfOrder: (amount) => `${amount} für die Bestellung`,
    both: (one, other) => `${one} und ${other}`,
    earned: (values) =>
      `${sentences(values.creator && `Der Creator verdient ${values.creator}.`, values.store && `Der Shop zahlt ${values.store}.`)}${terms(values)}`,
    undecided: (values) =>
      `${sentences('Über die Bestellung ist nicht entschieden.', values.creator && `Bestätigt bringt sie dem Creator ${values.creator}.`, values.store && `Sie kostet den Shop ${values.store}.`)}${terms(values)}`,
    nothing: (reason) => `Es kostet nichts und bringt keinen Verdienst. ${reason}`,
    paid: (values) => `Der Shop zahlt dem Creator einmalig ${values.store ?? values.creator ?? ''}.`,
    line: ({ amount, month }) => `Die Zeile weist ${amount} für ${month} aus.`,
  },
  booked: ({ month, amount, what, line, invoice }) =>
    `Der Abschluss von ${month} hat ${amount} für ${BOOKED[what]} gebucht, in Zeile ${line} von ${invoice}.`,
  namedByOrder: 'Eine Bestellung nennt den Klick und wurde einem anderen Creator zugeordnet.',
  notBooked:
    'Der Betrag steht noch auf keiner Rechnung oder Abrechnung. Er wird aufgenommen, wenn sein Monat abgeschlossen wird.',
  voided: (reason) => `Ein Administrator hat den Vorgang storniert: ${reason}`,
  restored: (reason) => `Ein Administrator hat den Vorgang storniert und wiederhergestellt: ${reason}`,
  held: {
    store: 'Der Betrag ist verdient und wird nicht ausgezahlt, solange der Shop gesperrt ist.',
    creator: 'Der Betrag ist verdient und wird nicht ausgezahlt, solange der Creator gesperrt ist.',
    agency: 'Der Betrag ist verdient und wird nicht ausgezahlt, solange die Agentur gesperrt ist.',
  },

  candidates: {
    noTerms: 'Für den Klick gilt keine Vergütung.',
    notKept: 'Der Klick wurde von einer Version erfasst, die nur die preisgebende Vergütung gespeichert hat.',
    none: 'Zu diesem Zeitpunkt gilt keine Vergütung, deren Obergrenze nicht ausgeschöpft ist.',
    order: {
      none: '',
      attached_campaign: 'Kampagnen, mit denen der Link verknüpft ist, kommen zuerst.',
      creator_campaign: 'Die Kampagne des Shops nur für diesen Creator kommt danach.',
      running_campaign:
        'Laufende Kampagnen für den Creator kommen danach, die mit der höchsten Priorität zuerst, danach die neuesten.',
      store_prices: 'Die eigenen Preise des Shops kommen zuletzt.',
    },
    applied: 'Das ist die erste Vergütung, die gilt und deren Obergrenze nicht ausgeschöpft ist.',
    notReached: 'Es gilt eine Vergütung, die in der Reihenfolge davor kommt. Diese wird daher nicht geprüft.',
    notBegun: 'Sie galt zum Zeitpunkt des Klicks noch nicht.',
    ended: 'Sie endete vor dem Klick.',
    exhausted: (reasons) => exhausted(reasons),
    of: ({ campaign, sentence }) => `${campaign}: ${sentence}`,
    otherCreator: 'Die Kampagne gilt nur für einen anderen Creator.',
    noCandidate:
      'Der Zeitraum der Kampagne passt, sie kam aber nicht infrage: Sie war pausiert oder gelöscht, oder der Creator gehörte nicht zu ihrer Zielgruppe.',
  },

  creditExceeded:
    'Der verbleibende Kreditrahmen des Shops ist kleiner als die Kosten des Klicks. Der Klick behält seine Vergütung, sie wird aber nicht gezahlt.',
  free: 'Es gilt keine Vergütung, der Klick ist daher kostenlos.',
  notCounted: 'Nur gezählte Klicks haben einen Preis.',
  priced: {
    none: (price) => `Der aufgeteilte Preis beträgt ${price}, ohne Bedingungen.`,
    attached_campaign: (price) =>
      `Der aufgeteilte Preis beträgt ${price}, laut der Kampagne, mit der der Link verknüpft ist.`,
    creator_campaign: (price) =>
      `Der aufgeteilte Preis beträgt ${price}, laut der Kampagne des Shops für diesen Creator.`,
    running_campaign: (price) => `Der aufgeteilte Preis beträgt ${price}, laut einer laufenden Kampagne.`,
    store_prices: (price) => `Der aufgeteilte Preis beträgt ${price}, laut den eigenen Preisen des Shops.`,
  },
  clickBill: (amount) => `Laut der Vergütung zahlt der Shop ${amount} für den Klick.`,

  creatorShare: (values) => `Anteil des Creators: ${formula(values)}`,
  agencyShare: (values) =>
    `Anteil der Agentur: ${formula(values)} Beide Anteile zusammen übersteigen nie das Ganze; der des Creators hat Vorrang.`,
  noAgency: 'Der Creator gehörte zu keiner Agentur, daher hat keine einen Anteil.',
  platformRest: 'Die Plattform behält, was der Shop zahlt, abzüglich beider Anteile.',

  reported: 'Der Wert stammt aus der Meldung, die für die Bestellung maßgeblich ist.',
  sameCurrency: 'Die Bestellung ist in der Währung des Shops.',
  noRate: 'Für die Währung gibt es keinen Kurs. Die Bestellung wird bewertet, sobald einer geladen ist.',
  exchanged: ({ from, to }) =>
    `Die Kurse sind die letzten am Tag der Bestellung oder davor, sonst die frühesten: Ein Euro entspricht ${from} und ${to}. Der Wert wurde einmal kaufmännisch gerundet.`,
  notRefunded: 'Es wurde nichts erstattet, die Provision wird daher vom ganzen Wert berechnet.',
  lessRefunds: ({ value, refunded }) =>
    `Die Provision wird vom Wert abzüglich der Erstattungen berechnet: ${value} − ${refunded}.`,
  unattributed: 'Kein Klick und kein Gutschein hat zur Bestellung geführt.',
  byClick: (days) =>
    `Die Bestellung folgt auf einen Klick auf den Link des Creators innerhalb des Zuordnungszeitraums von ${days} ${days === 1 ? 'Tag' : 'Tagen'}. Es gilt die Vergütung des Klicks.`,
  byCustomer:
    'Die Bestellung nennt keinen Klick und keinen Code, der zählt. Wer bestellt hat, ist durch eine frühere Bestellung an den Creator gebunden.',
  ofCustomer: ({ since, month, of, rate }) =>
    `Der Creator hat die Kundschaft mit der Bestellung vom ${since} gewonnen. Nach dem damaligen Programm bringen Bestellungen im Monat ${month}${of === null ? '' : ` von ${of}`} ${rate}.`,
  stepPeriods: {
    month: (month) => `im ${month}`,
    quarter: (month) => `im Quartal mit ${month}`,
    ever: () => 'bisher',
  },
  noStep: ({ period, reached }) =>
    `Die Vergütung der Kampagne steigt mit den bestätigten Bestellungen des Creators. Was ${period} zählt (${reached}), erreicht keine Stufe.`,
  steps: {
    orders: ({ number, period, from, rate, before }) =>
      `Das ist ${period} die bestätigte Bestellung Nummer ${number} des Creators. Nach ${from} Bestellungen beträgt der Satz für Bestellungen ${rate} statt ${before}.`,
    value: ({ reached, period, from, rate, before }) =>
      `Vor dieser Bestellung wurden ${period} Bestellungen des Creators über ${reached} bestätigt. Nach ${from} beträgt der Satz für Bestellungen ${rate} statt ${before}.`,
    whole: ({ reached, period, from, rate, before }) =>
      `Die bestätigten Bestellungen des Creators ${period} (${reached}) erreichen die Stufe ab ${from}. Für alle Bestellungen des Zeitraums gilt der Satz ${rate} statt ${before}.`,
  },
  stepFixed: (amount) => `Der feste Betrag der Stufe ist ${amount}.`,
  byHand: 'Ein Mitglied des Shops oder ein Administrator hat die Bestellung dem Creator zugeordnet.',
  attributedByHand: (reason: string) => `Eine Person hat die Bestellung dem Creator zugeordnet. Grund: ${reason}`,
  takenByHand: (reason: string) => `Eine Person hat die Bestellung einem anderen Creator zugeordnet. Grund: ${reason}`,
  byVoucher:
    'Der Gutschein des Creators wurde verwendet. Es gilt die Vergütung des Links, zu dem der Gutschein gehört.',
  lost: {
    click_to_click: 'Die Bestellung nennt Ihren Klick, folgt aber auf einen anderen.',
    click_to_voucher:
      'Die Bestellung nennt Ihren Klick und einen Gutschein eines anderen Creators, und der Gutschein gab den Ausschlag.',
    voucher_to_click:
      'Die Bestellung nennt Ihren Gutschein und einen Klick eines anderen Creators, und der Klick gab den Ausschlag.',
    voucher_to_voucher:
      'Die Bestellung nennt mehrere Gutscheine, und Ihrer gab nicht den Ausschlag: Ein exklusiver kommt zuerst, dann der zuerst gemeldete.',
    customer:
      'Die Bestellung nennt Sie nur auf einer Seite, die jeder gesendet haben kann, und wer bestellt hat, ist an einen anderen Creator gebunden.',
    manual: 'Die Bestellung nennt Sie, aber eine Person hat sie einem anderen Creator zugeordnet.',
  },
  ruleApplied: ({ rule, of, version }) =>
    `${rule === 'click_first' ? 'Ein Klick hat Vorrang vor einem Gutschein' : 'Ein Gutschein hat Vorrang vor einem Klick'}: Das ist die Regel ${of === 'store' ? 'des Shops' : 'der Kampagne'}${version === null ? '' : `, Version ${version}`}, die bei der Bestellung galt. Spätere Änderungen wirken sich nicht aus.`,
  exclusiveCode: 'Der Gutschein ist exklusiv: Eine Bestellung, die ihn nennt, gehört immer seinem Creator.',
  claimed: 'Der Creator hat die Bestellung nachgemeldet, und die Nachmeldung wurde angenommen.',
  nobodys: 'Die Bestellung ist niemandem zugeordnet.',
  denied: 'Eine abgelehnte Bestellung kostet nichts und bringt keinen Verdienst.',
  denials: {
    duplicate: 'Der Shop hat sie als Duplikat einer anderen Bestellung abgelehnt.',
    cancelled: 'Der Shop hat sie abgelehnt, weil sie storniert wurde.',
    returned: 'Der Shop hat sie abgelehnt, weil die Ware zurückgegeben wurde.',
    not_paid: 'Der Shop hat sie abgelehnt, weil sie nicht bezahlt wurde.',
    fraud: 'Der Shop hat sie wegen Betrugsverdachts abgelehnt.',
    test_order: 'Der Shop hat sie als Testbestellung abgelehnt.',
    own_purchase: 'Der Shop hat sie als eigenen Kauf des Creators abgelehnt.',
    other: 'Der Shop hat sie aus einem anderen Grund abgelehnt.',
  },
  denialNote: (note) => `Der Shop schrieb: ${note}`,
  approvedByRule: (days) =>
    `Niemand hat über die Bestellung entschieden. Sie wurde nach der Regel bestätigt, unter der sie aufgegeben wurde: Offene Bestellungen werden nach ${days} Tagen bestätigt.`,
  decidesItself: (days) =>
    `Über die Bestellung ist nicht entschieden. Nach der Regel, unter der sie aufgegeben wurde (${days} Tage), wird sie zum Zeitpunkt \`decide_by\` von selbst bestätigt, wenn der Shop sie nicht vorher ablehnt.`,
  extendedFor: (reason) => `Der Shop hat die Frist der Bestellung einmal verlängert, aus diesem Grund: ${reason}`,
  notApproved:
    'Der Shop hat die Bestellung nicht bestätigt. Nur bestätigte Bestellungen werden in Rechnung gestellt und ausgezahlt.',
  orderTerms: (rate) =>
    `Creator und Agentur teilen sich ${rate} der Bemessungsgrundlage. Die Vergütung wurde mit der Zuordnung festgelegt; spätere Änderungen wirken sich nicht darauf aus.`,
  lineTerms: (rate) =>
    `Der Satz der Bestellung für Positionen, die keine Regel betrifft, beträgt ${rate}. Die Vergütung wurde mit der Zuordnung festgelegt; spätere Änderungen wirken sich nicht darauf aus.`,
  orderBill: ({ rate, base, result }) => `Der Shop zahlt ${rate} von ${base}, einmal abgerundet: ${result}.`,
  lineBill: ({ base, result }) =>
    `Der Shop zahlt den durchschnittlichen Teil der Positionen von ${base}, einmal abgerundet: ${result}.`,
  fixedBill: (result) => `Der Shop zahlt den festen Betrag für die Bestellung: ${result}.`,
  withFixed: ({ base, fixed }) => `${base} und ${fixed} für die Bestellung`,
  fixed: {
    below: ({ base, minimum }) =>
      `Was von der Bestellung bleibt, ${base}, liegt unter dem Mindestbestellwert von ${minimum}; die Bestellung bringt daher keinen Verdienst.`,
    reached: (minimum) => `Was von der Bestellung bleibt, erreicht den Mindestbestellwert von ${minimum}.`,
    nothingLeft: 'Von der Bestellung bleibt nichts, sie hat daher keinen festen Betrag.',
    added: (amount) =>
      `Creator und Agentur teilen sich außerdem einen festen Betrag von ${amount} für die Bestellung. Erstattungen eines Teils der Bestellung ändern ihn nicht.`,
    larger: (amount) =>
      `Nach den Bedingungen wird der größere Betrag gezahlt: Der feste Betrag von ${amount} ist größer als der Teil des Werts und wird statt seiner geteilt.`,
    smaller: (amount) =>
      `Nach den Bedingungen wird der größere Betrag gezahlt: Der Teil des Werts ist mindestens so groß wie der feste Betrag von ${amount} und wird statt seiner geteilt.`,
    ofKind: ({ kind, amount }) =>
      `Der Shop zahlt für jedes Ereignis der Art „${kind}“: Creator und Agentur teilen sich einen festen Betrag von ${amount}, den Preis zum Zeitpunkt des Klicks.`,
    noAmount: 'Die Provisionsregeln, die auf die Bestellung zutreffen, schließen den festen Betrag aus.',
  },
  ruleOfOrder: ({ rule, rate }) =>
    `Regel ${rule} ist die erste Provisionsregel der Kampagne, die auf die Bestellung als Ganzes zutrifft, weil sie ohne Positionen gemeldet wurde: ${rate}.`,
  ruleOfLine: ({ rule, rate, left }) =>
    `Regel ${rule} ist die erste Provisionsregel der Kampagne im Stand des Klicks, die auf diese Position zutrifft: ${rate} von dem, was von ihr verbleibt, ${left}.`,
  noRuleOfLine: ({ rate, left }) =>
    `Keine Provisionsregel betrifft diese Position, daher gilt der Satz der Bestellung: ${rate} von dem, was von ihr verbleibt, ${left}.`,
  events: {
    reported: 'Die Bestellung wurde gemeldet.',
    amended: 'Eine Meldung hat die Bestellung geändert.',
    attributed: 'Die Bestellung wurde einem Creator zugeordnet.',
    status: 'Der Shop oder ein Administrator hat über die Bestellung entschieden.',
    extended: 'Der Shop hat die Frist der Bestellung verlängert.',
    refund: 'Ein Teil der Bestellung wurde erstattet.',
    disputed: 'Meldungen der Bestellung haben sich widersprochen.',
    resolved: 'Jemand hat angegeben, welche Meldung richtig ist.',
    voided: 'Ein Administrator hat die Bestellung storniert.',
    void_undone: 'Ein Administrator hat die Bestellung wiederhergestellt.',
    other: 'Die Bestellung wurde geändert.',
  },

  bonusReached:
    'Die bestätigten Bestellungen des Creators in diesem Monat haben abzüglich der Erstattungen die Stufe der Kampagne erreicht. Jede Stufe wird einmal gezahlt.',
  bonusTakenBack:
    'Der Bonus wurde zurückgenommen: Nach späteren Erstattungen oder Ablehnungen erreichen die Bestellungen des Monats die Stufe nicht mehr.',
  bonusPaid: (amount) => `Die Kampagne zahlt ${amount} für die Stufe.`,
  granted: (amount) => `Der Shop hat dem Creator einmalig ${amount} gewährt.`,
  agreed: (amount) => `Der Shop und der Creator haben für die Teilnahme an der Kampagne ${amount} vereinbart.`,
  notShared:
    'Eine Einmalzahlung wird nicht aufgeteilt: Der Creator erhält den ganzen Betrag, und der Shop zahlt genauso viel.',

  creditNote: (reason) => `Ein Administrator hat eine Rechnungskorrektur ausgestellt: ${reason}`,
  sum: (entries) =>
    `Die Zeile ist die Summe von ${entries} Buchungen. Jede ist der Unterschied zwischen dem, was beim Abschluss des Monats geschuldet war, und dem, was zuvor gebucht worden war.`,
  adjusts: (month) =>
    `Die Zeile korrigiert ${month}. Der Monat wurde vor diesen Änderungen abgeschlossen: späte Klicks, Bestätigungen, Erstattungen oder Stornierungen.`,
  vat: (rate) =>
    `Die Zeilen sind ohne Umsatzsteuer. Die Rechnung schlägt ${rate} einmal auf die Summe ihrer Zeilen auf.`,
};
