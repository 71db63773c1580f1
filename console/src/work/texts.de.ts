import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Meine Aufgaben',
  hint: 'Was in jeder Rolle auf Sie wartet, nach Fälligkeit.',
  waits: 'Wartet auf Sie',
  nothing: 'Alles erledigt.',
  search: 'Aufgabe, Shop oder Agentur',
  notFound: 'Keine Aufgabe passt.',
  list: 'Offene Aufgaben',
  task: 'Aufgabe',
  whose: 'Für',
  due: 'Fällig',
  overdue: 'Überfällig',
  you: 'Sie',
  market: 'Marktplatz',
  open: (tasks) => `${tasks} offen`,
  dueOn: (day) => `Fällig am ${day}`,
  kinds: {
    orders_to_resolve: (count) =>
      count === 1
        ? '1 Bestellung hat widersprüchliche Meldungen'
        : `${count} Bestellungen haben widersprüchliche Meldungen`,
    orders_to_decide: (count) => (count === 1 ? '1 Bestellung zu prüfen' : `${count} Bestellungen zu prüfen`),
    claims_to_decide: (count) =>
      count === 1 ? '1 Nachmeldung zu entscheiden' : `${count} Nachmeldungen zu entscheiden`,
    stores_with_disputed_orders: (count) =>
      count === 1 ? '1 Shop hat Bestellungen zu prüfen' : `${count} Shops haben Bestellungen zu prüfen`,
    claims_escalated: (count) =>
      count === 1
        ? '1 Nachmeldung wurde nicht rechtzeitig entschieden'
        : `${count} Nachmeldungen wurden nicht rechtzeitig entschieden`,
    applications: (count) => (count === 1 ? '1 Bewerbung zu prüfen' : `${count} Bewerbungen zu prüfen`),
    suggestions: (count) =>
      count === 1 ? '1 vorgeschlagener Creator einzuladen' : `${count} vorgeschlagene Creator einzuladen`,
    products_to_send: (count) => (count === 1 ? '1 Produkt zu versenden' : `${count} Produkte zu versenden`),
    products_not_received: (count) =>
      count === 1 ? '1 Sendung, die nicht angekommen ist' : `${count} Sendungen, die nicht angekommen sind`,
    posts_to_complete: (count) =>
      count === 1 ? '1 Creator hat veröffentlicht' : `${count} Creator haben veröffentlicht`,
    publications_to_review: (count) => `${count} Post${count === 1 ? '' : 's'} zu prüfen`,
    invitations: (count) => (count === 1 ? '1 Kampagne zu beantworten' : `${count} Kampagnen zu beantworten`),
    products_to_confirm: (count) => (count === 1 ? '1 Produkt zu bestätigen' : `${count} Produkte zu bestätigen`),
    campaign_tasks: (count) =>
      count === 1 ? '1 offene Aufgabe in einer Kampagne' : `${count} offene Aufgaben in einer Kampagne`,
    posts_to_report: (count) =>
      count === 1 ? '1 Beitrag als veröffentlicht zu markieren' : `${count} Beiträge als veröffentlicht zu markieren`,
    appeals_to_answer: (count) => (count === 1 ? '1 Einspruch zu beantworten' : `${count} Einsprüche zu beantworten`),
    appeals_to_close: (count) => (count === 1 ? '1 offener Einspruch' : `${count} offene Einsprüche`),
    invoices_to_pay: (count) => (count === 1 ? '1 Rechnung zu bezahlen' : `${count} Rechnungen zu bezahlen`),
    months_to_close: (count) =>
      count === 1
        ? '1 Monat ist vorbei und nicht abgeschlossen'
        : `${count} Monate sind vorbei und nicht abgeschlossen`,
    payments_to_check: (count) =>
      count === 1 ? '1 Zahlung bei Stripe zu prüfen' : `${count} Zahlungen bei Stripe zu prüfen`,
    unpaid_store_invoices: (count) =>
      count === 1 ? '1 unbezahlte Rechnung an einen Shop' : `${count} unbezahlte Rechnungen an Shops`,
    unpaid_client_statements: (count) =>
      count === 1 ? '1 Agenturrechnung zu bezahlen' : `${count} Agenturrechnungen zu bezahlen`,
    unpaid_creator_statements: (count) =>
      count === 1 ? '1 Creator-Abrechnung zu bezahlen' : `${count} Creator-Abrechnungen zu bezahlen`,
    stores_incomplete: (count) =>
      count === 1 ? '1 Shop ist nicht fertig eingerichtet' : `${count} Shops sind nicht fertig eingerichtet`,
    runs_to_approve: (count) =>
      count === 1 ? '1 Auszahlungslauf freizugeben' : `${count} Auszahlungsläufe freizugeben`,
    payout_data_missing: (count) =>
      count === 1
        ? '1 Abrechnung wartet auf Ihre Zahlungsdaten'
        : `${count} Abrechnungen warten auf Ihre Zahlungsdaten`,
    domains_to_prove: (count) =>
      count === 1 ? '1 Domain des Shops nachzuweisen' : `${count} Domains des Shops nachzuweisen`,
    stores_to_approve: (count) => (count === 1 ? '1 Shop wartet auf Freigabe' : `${count} Shops warten auf Freigabe`),
    link_domains_to_prove: (count) =>
      count === 1 ? '1 Domain für Links nachzuweisen' : `${count} Domains für Links nachzuweisen`,
    webhooks_failing: (count) =>
      count === 1 ? '1 Webhook oder Postback schlägt fehl' : `${count} Webhooks oder Postbacks schlagen fehl`,
    people_to_verify: (count) =>
      count === 1 ? '1 Person ist nicht verifiziert' : `${count} Personen sind nicht verifiziert`,
    failed_jobs: (count) =>
      count === 1 ? '1 Hintergrundauftrag ist fehlgeschlagen' : `${count} Hintergrundaufträge sind fehlgeschlagen`,
    tracking_silent: () => 'Seit mindestens einer Woche keine Bestellung gemeldet',
    payment_method_missing: () => 'Der Shop hat keine Zahlungsart',
  },
};

export default de;
