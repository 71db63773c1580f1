import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Mitt arbete',
  hint: 'Det som väntar på dig i alla roller, efter förfallodatum.',
  waits: 'Väntar på dig',
  nothing: 'Inget väntar på dig.',
  search: 'Uppgift, butik eller byrå',
  notFound: 'Ingen uppgift matchar.',
  list: 'Öppna uppgifter',
  task: 'Uppgift',
  whose: 'För',
  due: 'Förfaller',
  overdue: 'Försenad',
  you: 'Du',
  market: 'Marknadsplatsen',
  open: (tasks) => `${tasks} att göra`,
  dueOn: (day) => `Förfaller ${day}`,
  kinds: {
    orders_to_resolve: (count) =>
      count === 1 ? '1 order har motstridiga rapporter' : `${count} ordrar har motstridiga rapporter`,
    orders_to_decide: (count) => (count === 1 ? '1 order att granska' : `${count} ordrar att granska`),
    claims_to_decide: (count) => (count === 1 ? '1 orderanmälan att avgöra' : `${count} orderanmälningar att avgöra`),
    stores_with_disputed_orders: (count) =>
      count === 1 ? '1 butik har ordrar att granska' : `${count} butiker har ordrar att granska`,
    claims_escalated: (count) =>
      count === 1 ? '1 orderanmälan avgjordes inte i tid' : `${count} orderanmälningar avgjordes inte i tid`,
    applications: (count) => (count === 1 ? '1 ansökan att granska' : `${count} ansökningar att granska`),
    suggestions: (count) =>
      count === 1 ? '1 föreslagen kreatör att bjuda in' : `${count} föreslagna kreatörer att bjuda in`,
    products_to_send: (count) => (count === 1 ? '1 produkt att skicka' : `${count} produkter att skicka`),
    products_not_received: (count) =>
      count === 1 ? '1 paket som inte har kommit fram' : `${count} paket som inte har kommit fram`,
    posts_to_complete: (count) => (count === 1 ? '1 kreatör har publicerat' : `${count} kreatörer har publicerat`),
    publications_to_review: (count) => `${count} inlägg att granska`,
    invitations: (count) => (count === 1 ? '1 kampanj att svara på' : `${count} kampanjer att svara på`),
    products_to_confirm: (count) => (count === 1 ? '1 produkt att bekräfta' : `${count} produkter att bekräfta`),
    campaign_tasks: (count) => (count === 1 ? '1 uppgift kvar i en kampanj' : `${count} uppgifter kvar i en kampanj`),
    posts_to_report: (count) =>
      count === 1 ? '1 inlägg att markera som publicerat' : `${count} inlägg att markera som publicerade`,
    appeals_to_answer: (count) => (count === 1 ? '1 överklagande att besvara' : `${count} överklaganden att besvara`),
    appeals_to_close: (count) => (count === 1 ? '1 öppet överklagande' : `${count} öppna överklaganden`),
    invoices_to_pay: (count) => (count === 1 ? '1 faktura att betala' : `${count} fakturor att betala`),
    months_to_close: (count) =>
      count === 1 ? '1 månad är slut men inte stängd' : `${count} månader är slut men inte stängda`,
    payments_to_check: (count) =>
      count === 1 ? '1 betalning hos Stripe att undersöka' : `${count} betalningar hos Stripe att undersöka`,
    unpaid_store_invoices: (count) => (count === 1 ? '1 obetald butiksfaktura' : `${count} obetalda butiksfakturor`),
    unpaid_client_statements: (count) =>
      count === 1 ? '1 byråfaktura att betala' : `${count} byråfakturor att betala`,
    unpaid_creator_statements: (count) =>
      count === 1 ? '1 kreatörsavräkning att betala' : `${count} kreatörsavräkningar att betala`,
    stores_incomplete: (count) =>
      count === 1 ? '1 butik med ofullständig konfiguration' : `${count} butiker med ofullständig konfiguration`,
    runs_to_approve: (count) =>
      count === 1 ? '1 utbetalningskörning att godkänna' : `${count} utbetalningskörningar att godkänna`,
    payout_data_missing: (count) =>
      count === 1
        ? '1 avräkning väntar på dina betalningsuppgifter'
        : `${count} avräkningar väntar på dina betalningsuppgifter`,
    domains_to_prove: (count) =>
      count === 1 ? '1 av butikens domäner att bevisa' : `${count} av butikens domäner att bevisa`,
    stores_to_approve: (count) =>
      count === 1 ? '1 butik väntar på godkännande' : `${count} butiker väntar på godkännande`,
    link_domains_to_prove: (count) =>
      count === 1 ? '1 domän för länkar att bevisa' : `${count} domäner för länkar att bevisa`,
    webhooks_failing: (count) =>
      count === 1 ? '1 webhook eller postback misslyckas' : `${count} webhookar eller postbacks misslyckas`,
    people_to_verify: (count) =>
      count === 1 ? '1 person är inte verifierad' : `${count} personer är inte verifierade`,
    failed_jobs: (count) =>
      count === 1 ? '1 bakgrundsjobb har misslyckats' : `${count} bakgrundsjobb har misslyckats`,
    tracking_silent: () => 'Inga ordrar rapporterade på minst en vecka',
    payment_method_missing: () => 'Butiken har ingen betalningsmetod',
  },
};

export default sv;
