import type { SummaryValues, Voices } from './texts.en.ts';
import { CAPS, exhausted, formula, ORIGINS } from './texts.sv.ts';

/** The terms of a summary for its reader. */
function terms({ price, share, campaign }: SummaryValues): string {
  if (price === null) return '';
  const by = campaign === null ? 'Butiken betalar' : `Kampanjen ${campaign} betalar`;
  return ` ${by} ${price}${share === null ? '' : `; din andel är ${share}`}.`;
}

const pays = (values: SummaryValues, sentence: string): string => {
  const { price, campaign } = values;
  if (price === null) return sentence;
  return `${sentence} ${campaign === null ? 'Ditt eget pris' : `Priset i kampanjen ${campaign}`}, som kreatörer har en andel i, är ${price}.`;
};

const payee = {
  earned: (values: SummaryValues) => `Du tjänar ${values.own}.${terms(values)}`,
  undecided: (values: SummaryValues) => `Du tjänar ${values.own} när butiken har godkänt ordern.${terms(values)}`,
  nothing: (reason: string) => `Du tjänar inget. ${reason}`,
  paid: (values: SummaryValues) => `Du får ${values.own}.`,
  line: ({ amount, month }: { amount: string; month: string }) => `Du tjänar ${amount} för ${month}.`,
};

const OWN_ORIGINS = { ...ORIGINS, tier: 'den gäller för din intäktsnivå', agency: 'den gäller för din byrå' };
const OWN_CAPS = { ...CAPS, own_clicks: 'ditt eget antal klick är nått' };

/** The sentences that address the reader. */
export const voices: Voices = {
  creator: {
    summary: payee,
    held: {
      creator: 'Beloppet är intjänat men betalas inte ut så länge dina utbetalningar är spärrade.',
      agency: 'Beloppet är intjänat men betalas inte ut så länge din byrå är spärrad.',
    },
    candidates: {
      order: {
        creator_campaign: 'Butikens kampanj för bara dig kommer därefter.',
        running_campaign: 'Pågående kampanjer för dig kommer därefter, högsta prioritet först, därefter de nyaste.',
      },
      exhausted: (reasons) => exhausted(reasons, OWN_CAPS),
    },
    priced: { creator_campaign: (price) => `Priset som delas är ${price}, enligt butikens kampanj för dig.` },
    creatorShare: (values) => `Din andel: ${formula(values, OWN_ORIGINS)}`,
    byClick: (days) =>
      `Ordern följer på ett klick på din länk inom attribueringsfönstret på ${days} ${days === 1 ? 'dag' : 'dagar'}. Klickets ersättning gäller.`,
    byCustomer: 'Ordern anger inget klick och ingen kod som räknas, och du har vunnit dess kund med en tidigare order.',
    ofCustomer: ({ since, month, of, rate }) =>
      `Du vann kunden med ordern den ${since}. Enligt programmet från den tiden delas ${rate} av ordrar i månad ${month}${of === null ? '' : ` av ${of}`} med dig och din byrå.`,
    noStep: ({ period, reached }) =>
      `Kampanjens ersättning stiger med dina godkända ordrar. De som räknas ${period} (${reached}) når inget steg.`,
    steps: {
      orders: ({ number, period, from, rate, before }) =>
        `Det här är din godkända order nummer ${number} ${period}. Efter ${from} ordrar är orderersättningen ${rate} i stället för ${before}.`,
      value: ({ reached, period, from, rate, before }) =>
        `Före den här ordern godkändes ordrar för ${reached} åt dig ${period}. Efter ${from} är orderersättningen ${rate} i stället för ${before}.`,
      whole: ({ reached, period, from, rate, before }) =>
        `Dina godkända ordrar ${period} (${reached}) når steget vid ${from}. Alla ordrar i perioden har orderersättningen ${rate} i stället för ${before}.`,
    },
    byHand: 'En medlem av butiken eller en administratör har tillskrivit dig ordern.',
    attributedByHand: (reason) => `En person tillskrev dig ordern. Skäl: ${reason}`,
    byVoucher: 'Din rabattkod användes. Villkoren för rabattkodens länk gäller.',
    exclusiveCode: 'Din rabattkod är exklusiv: en order som anger den är alltid din.',
    claimed: 'Du anmälde ordern, och orderanmälan godtogs.',
    orderTerms: (rate) =>
      `${rate} av underlaget delas med dig och din byrå. Villkoren fastställdes när ordern attribuerades; senare ändringar påverkar dem inte.`,
    events: { attributed: 'Ordern attribuerades till dig.' },
    bonusReached:
      'Dina godkända ordrar den här månaden, minus återbetalningar, nådde kampanjens nivå. Varje nivå betalas en gång.',
    granted: (amount) => `Butiken gav dig ${amount} som engångsbetalning.`,
    agreed: (amount) => `Butiken och du kom överens om ${amount} för deltagandet i kampanjen.`,
    notShared: 'En engångsbetalning delas inte: du får hela beloppet, och butiken betalar lika mycket.',
  },
  store: {
    summary: {
      earned: (values) => pays(values, `Du betalar ${values.own}.`),
      undecided: (values) => pays(values, `Du betalar ${values.own} om ordern godkänns.`),
      nothing: (reason) => `Du betalar inget. ${reason}`,
      paid: (values) => `Du betalar kreatören ${values.own} en gång.`,
      line: ({ amount, month }) => `Du betalar ${amount} för ${month}.`,
    },
    candidates: {
      order: {
        creator_campaign: 'Din kampanj för just den här kreatören kommer därefter.',
        store_prices: 'Dina egna priser kommer sist.',
      },
    },
    creditExceeded:
      'Det som återstår av din kredit är mindre än vad klicket kostar. Klickets ersättning gäller fortfarande, men betalas inte.',
    priced: {
      creator_campaign: (price) => `Priset som delas är ${price}, enligt din kampanj för den här kreatören.`,
      store_prices: (price) => `Priset som delas är ${price}, enligt dina egna priser.`,
    },
    clickBill: (amount) => `Enligt ersättningen betalar du ${amount} för klicket.`,
    sameCurrency: 'Ordern är i din valuta.',
    denialNote: (note) => `Din anteckning: ${note}`,
    notApproved: 'Du har inte godkänt ordern. Bara godkända ordrar faktureras och betalas ut.',
    fixedBill: (result) => `Du betalar det fasta beloppet för ordern: ${result}.`,
    orderBill: ({ rate, base, result }) => `Du betalar ${rate} av ${base}, avrundat nedåt en gång: ${result}.`,
    lineBill: ({ base, result }) =>
      `Du betalar orderradernas genomsnittliga del av ${base}, avrundat nedåt en gång: ${result}.`,
    granted: (amount) => `Du gav kreatören ${amount} som engångsbetalning.`,
    agreed: (amount) => `Du och kreatören kom överens om ${amount} för deltagandet i kampanjen.`,
    notShared: 'En engångsbetalning delas inte: kreatören får hela beloppet, och du betalar lika mycket.',
  },
  agency: {
    summary: payee,
    held: { agency: 'Beloppet är intjänat men betalas inte ut så länge din byrå är spärrad.' },
    agencyShare: (values) =>
      `Din andel: ${formula(values, { ...ORIGINS, agency: 'den gäller för din byrå' })} Båda andelarna tillsammans är aldrig mer än det hela; kreatörens har företräde.`,
  },
};
