import type { CapReason, ExplanationTexts, FormulaValues, SummaryValues } from './texts.en.ts';

export const ORIGINS = {
  price: 'priset anger den',
  tier: 'den gäller för kreatörens intäktsnivå',
  agency: 'den gäller för kreatörens byrå',
  default: 'ingen anger någon, så plattformens standardandel gäller',
};

export const CAPS: Record<CapReason, string> = {
  clicks: 'kampanjens högsta antal klick är nått',
  clicks_each: 'det högsta antalet klick per kreatör är nått',
  own_clicks: 'kreatörens eget antal klick är nått',
  money: 'kampanjens pengar räcker inte till klicket',
  money_each: 'pengarna per kreatör räcker inte till klicket',
  shared_budget: 'den gemensamma budgeten räcker inte till klicket',
};

const BOOKED = {
  clicks: 'länkens alla klick den dagen med samma ersättning',
  order: 'ordern',
  payment: 'betalningen',
};

/** @param origins the origin of a share, in the words of the reader */
export function formula({ base, part, fixed = null, share, result, from }: FormulaValues, origins = ORIGINS): string {
  const shared = part === null ? '' : part === 'by_line' ? ' × orderradernas genomsnittliga del' : ` × ${part}`;
  const whole = fixed === null ? `${base}${shared}` : `(${base}${shared} + ${fixed})`;
  return `${whole} × ${share}, avrundat nedåt en gång, är ${result}${from === null ? '' : `; ${origins[from]}`}.`;
}

/** The cap of a campaign is exhausted. @param caps the reasons, in the words of the reader */
export const exhausted = (reasons: readonly CapReason[], caps = CAPS): string =>
  reasons.length === 0 ? 'Gränsen är nådd.' : `Gränsen är nådd: ${reasons.map((one) => caps[one]).join(', och ')}.`;

/** What a price or rate is. */
const terms = ({ price, campaign }: SummaryValues): string => {
  if (price === null) return '';
  return campaign === null
    ? ` Butikens pris, som de andra har en andel i, är ${price}.`
    : ` Priset i kampanjen ${campaign}, som de andra har en andel i, är ${price}.`;
};

const sentences = (...parts: readonly (string | null)[]): string => parts.filter((part) => part !== null).join(' ');

export const sv: ExplanationTexts = {
  summary: {
    priceOfClick: (price, isSocial) => `${price} per klick${isSocial ? ' från sociala nätverk' : ''}`,
    rateOfOrder: ({ rate, base }) => `${rate} av ${base}`,
    fixedOfOrder: (amount) => `${amount} för ordern`,
    both: (one, other) => `${one} och ${other}`,
    earned: (values) =>
      `${sentences(values.creator && `Kreatören tjänar ${values.creator}.`, values.store && `Butiken betalar ${values.store}.`)}${terms(values)}`,
    undecided: (values) =>
      `${sentences('Ordern är inte avgjord.', values.creator && `Om den godkänns tjänar kreatören ${values.creator}.`, values.store && `Den kostar butiken ${values.store}.`)}${terms(values)}`,
    nothing: (reason) => `Det kostar inget och ger inga intäkter. ${reason}`,
    paid: (values) => `Butiken betalar kreatören ${values.store ?? values.creator ?? ''} en gång.`,
    line: ({ amount, month }) => `Raden anger ${amount} för ${month}.`,
  },
  booked: ({ month, amount, what, line, invoice }) =>
    `När ${month} stängdes bokfördes ${amount} för ${BOOKED[what]}, på rad ${line} i ${invoice}.`,
  namedByOrder: 'En order anger klicket och tillskrevs en annan kreatör.',
  notBooked: 'Beloppet står ännu inte på någon faktura eller avräkning. Det tas med när månaden stängs.',
  voided: (reason) => `En administratör makulerade posten: ${reason}`,
  restored: (reason) => `En administratör makulerade posten och återställde den: ${reason}`,
  held: {
    store: 'Beloppet är intjänat men betalas inte ut så länge butiken är spärrad.',
    creator: 'Beloppet är intjänat men betalas inte ut så länge kreatören är spärrad.',
    agency: 'Beloppet är intjänat men betalas inte ut så länge byrån är spärrad.',
  },

  candidates: {
    noTerms: 'Ingen ersättning gäller för klicket.',
    notKept: 'Klicket registrerades av en version som bara sparade den ersättning som gav priset, inte de andra.',
    none: 'Vid den tidpunkten gäller ingen ersättning vars gräns inte är nådd.',
    order: {
      none: '',
      attached_campaign: 'Kampanjer som länken är kopplad till kommer först.',
      creator_campaign: 'Butikens kampanj för just den här kreatören kommer därefter.',
      running_campaign: 'Pågående kampanjer för kreatören kommer därefter, högsta prioritet först, därefter de nyaste.',
      store_prices: 'Butikens egna priser kommer sist.',
    },
    applied: 'Det är den första ersättningen som gäller och vars gräns inte är nådd.',
    notReached: 'En ersättning tidigare i ordningen gäller, så den här prövas inte.',
    notBegun: 'Den hade inte börjat gälla när klicket gjordes.',
    ended: 'Den upphörde före klicket.',
    exhausted: (reasons) => exhausted(reasons),
    of: ({ campaign, sentence }) => `${campaign}: ${sentence}`,
    otherCreator: 'Kampanjen gäller bara en annan kreatör.',
    noCandidate:
      'Kampanjens tidsperiod stämmer, men den kom inte i fråga: den var pausad eller borttagen, eller så ingick kreatören inte i dess målgrupp.',
  },

  creditExceeded:
    'Det som återstår av butikens kredit är mindre än vad klicket kostar. Klickets ersättning gäller fortfarande, men betalas inte.',
  free: 'Ingen ersättning gäller, så klicket är gratis.',
  notCounted: 'Bara räknade klick får ett pris.',
  priced: {
    none: (price) => `Priset som delas är ${price}, utan villkor.`,
    attached_campaign: (price) => `Priset som delas är ${price}, enligt kampanjen som länken är kopplad till.`,
    creator_campaign: (price) => `Priset som delas är ${price}, enligt butikens kampanj för den här kreatören.`,
    running_campaign: (price) => `Priset som delas är ${price}, enligt en pågående kampanj.`,
    store_prices: (price) => `Priset som delas är ${price}, enligt butikens egna priser.`,
  },
  clickBill: (amount) => `Enligt ersättningen betalar butiken ${amount} för klicket.`,

  creatorShare: (values) => `Kreatörens andel: ${formula(values)}`,
  agencyShare: (values) =>
    `Byråns andel: ${formula(values)} De båda andelarna överstiger aldrig helheten tillsammans; kreatörens går före.`,
  noAgency: 'Kreatören hörde inte till någon byrå, så ingen byrå har en andel.',
  platformRest: 'Plattformen behåller det som butiken betalar minus båda andelarna.',

  reported: 'Värdet kommer från den rapport som bestämmer ordern.',
  sameCurrency: 'Ordern är i butikens valuta.',
  noRate: 'Det finns ingen växelkurs för valutan. Ordern värderas när en kurs har lästs in.',
  exchanged: ({ from, to }) =>
    `Kurserna är de senaste på eller före orderns dag, annars de tidigaste: en euro är ${from} och ${to}. Värdet avrundades en gång, halva bort från noll.`,
  notRefunded: 'Inget har återbetalats, så provisionen beräknas på hela värdet.',
  lessRefunds: ({ value, refunded }) => `Provisionen beräknas på värdet minus återbetalningar: ${value} − ${refunded}.`,
  unattributed: 'Inget klick och ingen rabattkod ledde till ordern.',
  byClick: (days) =>
    `Ordern följer på ett klick på kreatörens länk inom attribueringsfönstret på ${days} ${days === 1 ? 'dag' : 'dagar'}. Klickets ersättning gäller.`,
  byCustomer:
    'Ordern anger inget klick och ingen kod som räknas, och dess kund är bunden till kreatören genom en tidigare order.',
  ofCustomer: ({ since, month, of, rate }) =>
    `Kreatören vann kunden med ordern den ${since}. Enligt programmet från den tiden ger ordrar i månad ${month}${of === null ? '' : ` av ${of}`} ${rate}.`,
  stepPeriods: {
    month: (month) => `i ${month}`,
    quarter: (month) => `i kvartalet med ${month}`,
    ever: () => 'hittills',
  },
  noStep: ({ period, reached }) =>
    `Kampanjens ersättning stiger med kreatörens godkända ordrar. De som räknas ${period} (${reached}) når inget steg.`,
  steps: {
    orders: ({ number, period, from, rate, before }) =>
      `Det här är kreatörens godkända order nummer ${number} ${period}. Efter ${from} ordrar är orderersättningen ${rate} i stället för ${before}.`,
    value: ({ reached, period, from, rate, before }) =>
      `Före den här ordern godkändes ordrar för ${reached} åt kreatören ${period}. Efter ${from} är orderersättningen ${rate} i stället för ${before}.`,
    whole: ({ reached, period, from, rate, before }) =>
      `Kreatörens godkända ordrar ${period} (${reached}) når steget vid ${from}. Alla ordrar i perioden har orderersättningen ${rate} i stället för ${before}.`,
  },
  stepFixed: (amount) => `Stegets fasta belopp är ${amount}.`,
  byHand: 'En medlem av butiken eller en administratör har tillskrivit kreatören ordern.',
  attributedByHand: (reason: string) => `En person tillskrev kreatören ordern. Skäl: ${reason}`,
  takenByHand: (reason: string) => `En person tillskrev en annan kreatör ordern. Skäl: ${reason}`,
  byVoucher: 'Kreatörens rabattkod användes. Villkoren för rabattkodens länk gäller.',
  lost: {
    click_to_click: 'Ordern anger ditt klick, men den följer på ett annat klick.',
    click_to_voucher: 'Ordern anger ditt klick och en rabattkod från en annan kreatör, och rabattkoden avgjorde.',
    voucher_to_click: 'Ordern anger din rabattkod och ett klick från en annan kreatör, och klicket avgjorde.',
    voucher_to_voucher:
      'Ordern anger flera rabattkoder, och din är inte den som avgjorde: en exklusiv kommer först, sedan den som rapporterades först.',
    customer:
      'Ordern anger dig bara på en sida som vem som helst kan ha skickat, och dess kund är bunden till en annan kreatör.',
    manual: 'Ordern anger dig, men en person tillskrev en annan kreatör den.',
  },
  ruleApplied: ({ rule, of, version }) =>
    `${rule === 'click_first' ? 'Ett klick går före en rabattkod' : 'En rabattkod går före ett klick'}: det är ${of === 'store' ? 'butikens' : 'kampanjens'} regel${version === null ? '' : `, version ${version}`}, som gällde när ordern lades. Senare ändringar påverkar den inte.`,
  exclusiveCode: 'Rabattkoden är exklusiv: en order som anger den tillhör alltid dess kreatör.',
  claimed: 'Kreatören anmälde ordern, och orderanmälan godtogs.',
  nobodys: 'Ordern tillhör ingen.',
  denied: 'En nekad order kostar inget och ger inga intäkter.',
  denials: {
    duplicate: 'Butiken nekade den som en dubblett av en annan order.',
    cancelled: 'Butiken nekade den eftersom den avbeställdes.',
    returned: 'Butiken nekade den eftersom varorna returnerades.',
    not_paid: 'Butiken nekade den eftersom den inte betalades.',
    fraud: 'Butiken nekade den på grund av misstänkt bedrägeri.',
    test_order: 'Butiken nekade den som en testorder.',
    own_purchase: 'Butiken nekade den som ett köp av kreatören själv.',
    other: 'Butiken nekade den av en annan anledning.',
  },
  denialNote: (note) => `Butiken skrev: ${note}`,
  approvedByRule: (days) =>
    `Ingen avgjorde ordern. Den godkändes enligt regeln som gällde när den lades: ordrar som inte är avgjorda godkänns efter ${days} dagar.`,
  decidesItself: (days) =>
    `Ordern är inte avgjord. Enligt regeln som gällde när den lades (${days} dagar) godkänns den av sig själv vid tiden \`decide_by\`, om butiken inte nekar den före dess.`,
  extendedFor: (reason) => `Butiken förlängde orderns tid, en gång, av den här anledningen: ${reason}`,
  notApproved: 'Butiken har inte godkänt ordern. Bara godkända ordrar faktureras och betalas ut.',
  orderTerms: (rate) =>
    `Kreatör och byrå delar på ${rate} av underlaget. Villkoren fastställdes när ordern attribuerades; senare ändringar påverkar dem inte.`,
  lineTerms: (rate) =>
    `Orderns ersättning, för rader som ingen regel gäller, är ${rate}. Villkoren fastställdes när ordern attribuerades; senare ändringar påverkar dem inte.`,
  orderBill: ({ rate, base, result }) => `Butiken betalar ${rate} av ${base}, avrundat nedåt en gång: ${result}.`,
  lineBill: ({ base, result }) =>
    `Butiken betalar orderradernas genomsnittliga del av ${base}, avrundat nedåt en gång: ${result}.`,
  fixedBill: (result) => `Butiken betalar det fasta beloppet för ordern: ${result}.`,
  withFixed: ({ base, fixed }) => `${base}, och ${fixed} för ordern`,
  fixed: {
    below: ({ base, minimum }) =>
      `Det som återstår av ordern, ${base}, är under minsta ordervärde ${minimum}, så ordern ger inga intäkter.`,
    reached: (minimum) => `Det som återstår av ordern når minsta ordervärde ${minimum}.`,
    nothingLeft: 'Inget återstår av ordern, så den har inget fast belopp.',
    added: (amount) =>
      `Kreatör och byrå delar dessutom på ett fast belopp om ${amount} för ordern. Återbetalningar av en del av ordern ändrar det inte.`,
    larger: (amount) =>
      `Villkoren betalar det som är störst: det fasta beloppet om ${amount} är större än delen av värdet och delas i stället för den.`,
    smaller: (amount) =>
      `Villkoren betalar det som är störst: delen av värdet är minst lika stor som det fasta beloppet om ${amount} och delas i stället för det.`,
    ofKind: ({ kind, amount }) =>
      `Butiken betalar för varje händelse av typen ”${kind}”: kreatör och byrå delar på ett fast belopp om ${amount}, priset vid tiden för klicket.`,
    noAmount: 'Provisionsreglerna som ordern stämmer med utesluter det fasta beloppet.',
  },
  ruleOfOrder: ({ rule, rate }) =>
    `Regel ${rule} är kampanjens första provisionsregel som ordern i sin helhet stämmer med, eftersom den rapporterades utan rader: ${rate}.`,
  ruleOfLine: ({ rule, rate, left }) =>
    `Regel ${rule} är den första provisionsregeln i kampanjen, som den var vid klicket, som orderraden uppfyller: ${rate} av det som återstår av den, ${left}.`,
  noRuleOfLine: ({ rate, left }) =>
    `Ingen provisionsregel gäller orderraden, så den har orderns ersättning: ${rate} av det som återstår av den, ${left}.`,
  events: {
    reported: 'Ordern rapporterades.',
    amended: 'En rapport ändrade ordern.',
    attributed: 'Ordern attribuerades till en kreatör.',
    status: 'Butiken eller en administratör fattade beslut om ordern.',
    extended: 'Butiken förlängde orderns tid.',
    refund: 'En del av ordern återbetalades.',
    disputed: 'Rapporterna om ordern motsade varandra.',
    resolved: 'Någon angav vilken rapport som stämmer.',
    voided: 'En administratör makulerade ordern.',
    void_undone: 'En administratör återställde ordern.',
    other: 'Ordern ändrades.',
  },

  bonusReached:
    'Kreatörens godkända ordrar den här månaden, minus återbetalningar, nådde kampanjens nivå. Varje nivå betalas en gång.',
  bonusTakenBack:
    'Bonusen återtogs: efter senare återbetalningar eller nekade ordrar når månadens ordrar inte längre nivån.',
  bonusPaid: (amount) => `Kampanjen betalar ${amount} för nivån.`,
  granted: (amount) => `Butiken gav kreatören ${amount} som engångsbetalning.`,
  agreed: (amount) => `Butiken och kreatören kom överens om ${amount} för deltagandet i kampanjen.`,
  notShared: 'En engångsbetalning delas inte: kreatören får hela beloppet, och butiken betalar lika mycket.',

  creditNote: (reason) => `En administratör har utfärdat en kreditfaktura: ${reason}`,
  sum: (entries) =>
    `Raden summerar ${entries} bokföringsposter. Var och en är skillnaden mellan det som skulle betalas när månaden stängdes och det som hade bokförts tidigare.`,
  adjusts: (month) =>
    `Raden justerar ${month}, som stängdes före dessa ändringar: sena klick, godkännanden, återbetalningar eller makuleringar.`,
  vat: (rate) => `Raderna är utan moms. Fakturan lägger till ${rate} en gång, på summan av raderna.`,
};
