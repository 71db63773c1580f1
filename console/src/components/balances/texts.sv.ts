import type { en } from './texts.en.ts';

const sv: typeof en = {
  pending: {
    dated: (amount, day) => `Väntar på beslut: ${amount}, avgörs senast ${day}.`,
    undated: (amount) => `Väntar på beslut: ${amount}. Butikerna har inte avgjort de här ordrarna än.`,
    partly: (dated, day, amount) => `Väntar på beslut: ${amount}, varav ${dated} avgörs senast ${day}.`,
    agreed: (amount) => `Avtalat för avslutade kampanjer: ${amount}. Det läggs till saldot när månaden stängs.`,
  },
  title: 'Saldo',
  titleIn: (currency) => `Saldo i ${currency}`,
  hint: 'Vad som kan betalas ut, och vad som väntar på att ett villkor uppfylls.',
  earned: 'Intjänat',
  earnedHint: 'Totalt',
  held: 'Väntande',
  heldHint: 'Kan inte betalas ut än',
  payable: 'Utbetalningsbart',
  payableHint: 'Klart för utbetalning',
  paid: 'Utbetalt',
  paidHint: 'Totalt',
  why: 'Därför väntar belopp',
  reasons: {
    not_invoiced: { title: 'Månaden är inte stängd', hint: 'Kan betalas ut när månaden är stängd.' },
    hold_period: { title: 'Väntetid', hint: 'Nya klick och ordrar väntar en tid ifall de annulleras.' },
    store_unpaid: { title: 'Butiken har inte betalat', hint: 'Kan betalas ut när butikens faktura är betald.' },
    on_hold: {
      title: 'Spärrat',
      hint: 'Plattformen granskar de här utbetalningarna. Kontakta supporten om du vill veta mer.',
    },
  },
  overpaid: (sum) =>
    `${sum} mer har betalats ut än vad som tjänats in efter annulleringar. Beloppet dras av från kommande intäkter.`,
};
export default sv;
