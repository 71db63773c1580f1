import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Översikt',
  hint: 'Månaden hittills för dina kreatörer och byrån, jämförd med samma dagar förra månaden. Ordrar som inte är godkända än ingår.',
  month: 'Denna månad',
  figures: { agency: 'Byrån tjänade', creators: 'Kreatörerna tjänade', clicks: 'Klick', orders: 'Ordrar' },
  tile: (figure) => `${figure} · Denna månad`,
  nothing: 'Inget intjänat denna och förra månaden.',
  course: 'Per dag',
  courseIn: (currency) => `Per dag, i ${currency}`,
  chartOf: (figure) => `${figure} per dag, med föregående månad`,
  changes: {
    up: 'Största ökningarna',
    down: 'Största minskningarna',
    hint: (days) => `Jämfört med ${days}: månadens intäkter.`,
    none: 'Ingen kreatör.',
    creator: 'Kreatör',
    now: 'Denna månad',
    before: 'Före',
    change: 'Förändring',
    isNew: 'Ny',
    of: (name, days) => `${name}, ${days}`,
    all: 'Alla kreatörer',
  },
  payouts: {
    title: 'Byråns utbetalningar',
    all: 'När får byrån betalt?',
    nothing: 'Inget väntar på att betalas ut.',
    /** What a payout lacks. */
    reasons: {
      payee_missing: 'Mottagaruppgifter saknas',
      consent_missing: 'Samtycke till självfakturering saknas',
      account_missing: 'Utbetalningskonto saknas',
      account_new: 'Kontot ändrades nyligen',
      bic_missing: 'Konto utan BIC',
      holder_not_latin: 'Kontots namn i andra bokstäver',
      suspended: 'Avstängd',
      paid_elsewhere: 'Betalas av betalningsleverantören',
    },
  },
  tasks: {
    title: 'Väntar på dina kreatörer',
    nothing: 'Ingen kreatör har något kvar att göra.',
    kinds: {
      invitation: (count) => `Inbjudningar utan svar (${count})`,
      draft: (count) => `Utkast att lämna in (${count})`,
      terms: (count) => `Kampanjvillkor att godkänna (${count})`,
      payout_details: (count) => `Utbetalningsuppgifter saknas (${count})`,
    },
    at: (name, store) => `${name} · ${store}`,
    due: (day) => `Senast ${day}`,
    overdue: 'Försenad',
    more: (count) => `${count} till`,
  },
};
export default sv;
