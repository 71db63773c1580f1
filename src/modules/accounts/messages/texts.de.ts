import type { Catalogue } from './message.ts';
import { quoted } from './quoted.ts';
import { NO_ALARM, type SecurityEvent } from './security-event.ts';

const ONCE = 'Der Link kann innerhalb einer Stunde einmal verwendet werden. Geben Sie ihn nicht weiter.';
const NOTHING_TO_DO = 'Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren.';
const TELL_US = 'Wenn Sie das nicht waren, informieren Sie uns sofort und ändern Sie Ihr Passwort.';

const CHANGES: Record<SecurityEvent, string> = {
  account_created:
    'Der Marktplatz hat ein Konto für Sie angelegt. Wählen Sie ein Passwort, um sich anzumelden, falls Sie noch keines erhalten haben.',
  password_changed: 'Ihr Passwort wurde geändert, und Ihre anderen Sitzungen wurden beendet.',
  password_reset: 'Ihr Passwort wurde durch ein neues ersetzt, und Sie wurden überall abgemeldet.',
  email_change_requested:
    'Jemand, der in Ihrem Konto angemeldet ist, hat eine andere E-Mail-Adresse dafür angefordert.',
  email_changed: 'Ihr Konto hat ab jetzt eine andere E-Mail-Adresse. Diese Adresse wird nicht mehr verwendet.',
  token_created: 'Für Ihr Konto wurde ein API-Token erstellt.',
  token_created_by_other:
    'Jemand, der für Sie handeln darf, hat ein API-Token erstellt, mit dem Programme in Ihrem Namen handeln. Die Konsole zeigt es, und Sie können es dort widerrufen.',
  program_permitted:
    'Sie haben einem Programm, etwa einem Assistenten, erlaubt, in Ihrem Namen zu handeln. Die Sicherheitsseite der Konsole zeigt es, und Sie können die Erlaubnis dort beenden.',
  credentials_set_by_other:
    'Ein Administrator hat das Passwort, die E-Mail-Adresse oder die Rechte Ihres Kontos geändert.',
  taken_over:
    'Jemand hatte ein Konto mit Ihrer E-Mail-Adresse registriert, bevor Sie sie bestätigt haben. Das Konto gehört jetzt Ihnen. Seine Anmeldewege und alles, was Geld oder Daten wegsenden oder es wieder öffnen könnte, wurden entfernt: Auszahlungsdaten, Schlüssel, Webhooks, Einladungen.',
  second_factor_guessed:
    'Jemand, der Ihr Passwort kennt, hat heute dreimal einen falschen Code Ihres zweiten Faktors eingegeben. Ändern Sie Ihr Passwort, wenn Sie das nicht waren.',
  second_factor_added: 'Ihrem Konto wurde ein zweiter Faktor hinzugefügt. Sie benötigen ihn bei der Anmeldung.',
  second_factor_removed: 'Der zweite Faktor Ihres Kontos wurde entfernt.',
  passkey_added: 'Ihrem Konto wurde ein Passkey hinzugefügt. Er kann zur Anmeldung verwendet werden.',
  passkey_removed: 'Ein Passkey Ihres Kontos wurde entfernt.',
  recovery_codes_made: 'Für Ihr Konto wurden neue Wiederherstellungscodes erstellt. Die früheren sind ungültig.',
  approved: 'Ihr Konto wurde freigegeben. Sie können jetzt Links erstellen und an Kampagnen teilnehmen.',
  role_changed: 'Ihre Rolle in einem Team wurde geändert. Die Konsole zeigt, was Sie jetzt tun können.',
  removed_from_team: 'Sie wurden aus einem Team entfernt und handeln nicht mehr in dessen Namen.',
  deletion_requested: 'Ihr Konto wird gelöscht. Bis dahin können Sie sich anmelden und es behalten.',
};

const PAUSES = {
  owner: 'Sie haben ihn angehalten.',
  failing: 'Er hat seit drei Tagen kein Ereignis angenommen.',
  gone: 'Er hat mit 410 Gone geantwortet und wünscht damit keine weiteren Ereignisse.',
};

const codeOf = (token: string) => `Der Code der Kampagne ist ${token}.`;
const because = (reason: string | null) => (reason === null ? [] : ['', `Der Marktplatz schreibt: ${reason}`]);

const APPEALED = {
  click: 'einen stornierten Klick',
  order: 'eine abgelehnte Bestellung',
  one_time_payment: 'eine stornierte Einmalzahlung',
  order_claim: 'eine abgelehnte Nachmeldung einer Bestellung',
};
const OUTCOMES = { upheld: 'stattgegeben', dismissed: 'nicht stattgegeben' };

export const de: Catalogue = {
  greeting: 'Guten Tag,',
  notifications: {
    campaign_invited: ({ campaign, store, token }) => ({
      subject: 'Einladung zu einer Kampagne',
      title: `Einladung zur Kampagne „${campaign}“`,
      lines: [
        `Der Shop „${store}“ lädt Sie zu seiner Kampagne „${campaign}“ ein.`,
        'Worum es geht und wie Sie antworten, sehen Sie nach der Anmeldung:',
      ],
      after: [codeOf(token), '', 'Wenn Sie nicht teilnehmen möchten, brauchen Sie nichts zu tun.'],
    }),
    campaign_accepted: ({ campaign, store, token }) => ({
      subject: 'Sie nehmen an einer Kampagne teil',
      title: `Sie nehmen an der Kampagne „${campaign}“ teil`,
      lines: [
        `Der Shop „${store}“ hat Sie für seine Kampagne „${campaign}“ angenommen.`,
        'Wie es weitergeht, sehen Sie nach der Anmeldung:',
      ],
      after: [codeOf(token), '', 'Ihre Klicks bringen ab jetzt die Vergütung der Kampagne, solange sie läuft.'],
    }),
    campaign_denied: ({ campaign, store, token }) => ({
      subject: 'Ihre Bewerbung für eine Kampagne',
      title: `Ihre Bewerbung für die Kampagne „${campaign}“`,
      lines: [
        `Der Shop „${store}“ hat sich entschieden, seine Kampagne „${campaign}“ ohne Sie fortzusetzen.`,
        'Ihre Bewerbung sehen Sie nach der Anmeldung:',
      ],
      after: [codeOf(token), '', 'Links, die Sie zu dem Shop erstellt haben, gelten weiter wie zuvor.'],
    }),
    campaign_application: ({ campaign, store }) => ({
      subject: 'Eine Bewerbung für eine Kampagne',
      title: `Eine Bewerbung für die Kampagne „${campaign}“`,
      lines: [
        `Ein Creator hat sich für die Kampagne „${campaign}“ von „${store}“ beworben und wartet auf Ihre Entscheidung:`,
      ],
    }),
    agreement_changed: ({ campaign, store, version }) => ({
      subject: 'Neue Bedingungen einer Kampagne',
      title: `Neue Bedingungen der Kampagne „${campaign}“`,
      lines: [
        `Der Shop „${store}“ hat die Bedingungen seiner Kampagne „${campaign}“ geändert (Version ${version}).`,
        'Die Version, der Sie zugestimmt haben, gilt für Sie, bis Sie der neuen zustimmen:',
      ],
    }),
    deliverable_planned: ({ campaign, store, first }, f) => ({
      subject: 'Ein neuer Beitrag in einer Kampagne',
      title: `Ein neuer Beitrag in der Kampagne „${campaign}“`,
      lines: [`Der Shop „${store}“ hat einen Beitrag von Ihnen eingeplant, fällig am ${f.day(first)}. Worum es geht:`],
    }),
    deliverables_due: ({ campaign, store, count, first }, f) => ({
      subject: 'Beiträge sind bald fällig',
      title: `Bald fällig in der Kampagne „${campaign}“`,
      lines: [
        count === 1
          ? `Ein Beitrag für den Shop „${store}“ ist am ${f.day(first)} fällig. Reichen Sie Ihren Entwurf hier ein:`
          : `${count} Beiträge für den Shop „${store}“ sind bald fällig, der erste am ${f.day(first)}. Reichen Sie Ihre Entwürfe hier ein:`,
      ],
    }),
    address_wanted: ({ campaign, store }) => ({
      subject: 'Wohin soll das Produkt gesendet werden?',
      title: `Ihre Adresse fehlt in der Kampagne „${campaign}“`,
      lines: [
        `Der Shop „${store}“ möchte Ihnen sein Produkt senden und weiß nicht, wohin. Bitte geben Sie hier Ihre Adresse an:`,
      ],
    }),
    parcel_sent: ({ campaign, store, parcel }) => ({
      subject: 'Eine Sendung ist auf dem Weg zu Ihnen',
      title: `Der Shop „${store}“ hat Ihnen etwas gesendet`,
      lines: [
        parcel === ''
          ? `Es gehört zur Kampagne „${campaign}“. Worum es geht:`
          : `Es gehört zur Kampagne „${campaign}“. Sendung: ${parcel}. Bitte bestätigen Sie hier, wenn sie angekommen ist:`,
      ],
    }),
    parcel_missing: ({ campaign, store }) => ({
      subject: 'Eine Sendung ist nicht angekommen',
      title: `Eine Sendung der Kampagne „${campaign}“ ist nicht angekommen`,
      lines: [`Ein Creator hat nicht erhalten, was „${store}“ gesendet hat. Seine Nachricht:`],
    }),
    draft_submitted: ({ campaign, store, deliverable }) => ({
      subject: 'Ein Entwurf für eine Kampagne',
      title: `Ein Entwurf für die Kampagne „${campaign}“`,
      lines: [
        `Ein Creator hat „${store}“ einen Entwurf von „${deliverable}“ eingereicht. Er wartet auf Ihre Entscheidung:`,
      ],
    }),
    draft_decided: ({ campaign, store, deliverable, decision }) => ({
      subject: decision === 'approved' ? 'Ihr Entwurf ist freigegeben' : 'Änderungen an Ihrem Entwurf',
      title:
        decision === 'approved'
          ? `Ihr Entwurf von „${deliverable}“ ist freigegeben`
          : `Änderungen an Ihrem Entwurf von „${deliverable}“`,
      lines: [
        decision === 'approved'
          ? `Der Shop „${store}“ hat Ihren Entwurf für seine Kampagne „${campaign}“ freigegeben:`
          : `Der Shop „${store}“ bittet um Änderungen an Ihrem Entwurf für seine Kampagne „${campaign}“. Worum es geht:`,
      ],
    }),
    publication_reported: ({ campaign, store, deliverable }) => ({
      subject: 'Ein Post für eine Kampagne ist veröffentlicht',
      title: `Ein Post für die Kampagne „${campaign}“ ist veröffentlicht`,
      lines: [
        `Ein Creator hat „${deliverable}“ für „${store}“ veröffentlicht. Bitte bestätigen Sie den Post oder bitten Sie um eine Korrektur:`,
      ],
    }),
    publication_decided: ({ campaign, store, deliverable, decision }) => ({
      subject: decision === 'accepted' ? 'Ihr Post ist bestätigt' : 'Eine Korrektur Ihres Posts',
      title:
        decision === 'accepted'
          ? `Ihr Post zu „${deliverable}“ ist bestätigt`
          : `Eine Korrektur Ihres Posts zu „${deliverable}“`,
      lines: [
        decision === 'accepted'
          ? `Der Shop „${store}“ hat Ihren Post für seine Kampagne „${campaign}“ bestätigt:`
          : `Der Shop „${store}“ bittet um eine Korrektur Ihres Posts für seine Kampagne „${campaign}“. Worum es geht:`,
      ],
    }),
    usage_rights_offered: ({ campaign, store, deliverable }) => ({
      subject: 'Ein Shop bittet um Nutzungsrechte',
      title: `Nutzungsrechte an „${deliverable}“`,
      lines: [
        `Der Shop „${store}“ bittet um Nutzungsrechte an „${deliverable}“ in seiner Kampagne „${campaign}“. Sie gelten nur, wenn Sie sie annehmen:`,
      ],
    }),
    usage_rights_answered: ({ campaign, store, deliverable, answer }) => ({
      subject: answer === 'accepted' ? 'Die Nutzungsrechte sind angenommen' : 'Die Nutzungsrechte sind abgelehnt',
      title:
        answer === 'accepted'
          ? `Die Nutzungsrechte an „${deliverable}“ sind angenommen`
          : `Die Nutzungsrechte an „${deliverable}“ sind abgelehnt`,
      lines: [`Der Creator hat auf das Angebot von „${store}“ in der Kampagne „${campaign}“ geantwortet:`],
    }),
    usage_rights_end: ({ campaign, store, deliverable, step, day }, f) => ({
      subject: step === 'proposed' ? 'Ein früheres Ende von Nutzungsrechten' : 'Ein früheres Ende ist vereinbart',
      title: `Die Nutzungsrechte an „${deliverable}“`,
      lines: [
        step === 'proposed'
          ? `Es wird vorgeschlagen, dass die Nutzungsrechte von „${store}“ in der Kampagne „${campaign}“ am ${f.day(day)} enden. Stimmen Sie zu, wenn es Ihnen recht ist:`
          : `Die Nutzungsrechte von „${store}“ in der Kampagne „${campaign}“ enden am ${f.day(day)}, wie Sie es vorgeschlagen haben:`,
      ],
    }),
    usage_rights_ending: ({ campaign, store, deliverable, day }, f) => ({
      subject: 'Nutzungsrechte enden bald',
      title: `Die Nutzungsrechte an „${deliverable}“ enden bald`,
      lines: [`Die Nutzungsrechte von „${store}“ in der Kampagne „${campaign}“ enden am ${f.day(day)}:`],
    }),
    rates_changed: ({ campaign, store }) => ({
      subject: 'Neue Vergütung einer Kampagne',
      title: `Neue Vergütung der Kampagne „${campaign}“`,
      lines: [
        `Der Shop „${store}“ hat die Provisionsregeln oder die Boni seiner Kampagne „${campaign}“ geändert.`,
        'Bisherige Klicks behalten ihre Vergütung. Für diesen Monat angekündigte Boni gelten weiter:',
      ],
    }),
    agency_invited: ({ agency }) => ({
      subject: 'Eine Agentur möchte Sie vertreten',
      title: agency === null ? 'Eine Agentur möchte Sie vertreten' : `Die Agentur „${agency}“ möchte Sie vertreten`,
      lines: [
        'Sie würde in Kampagnen für Sie handeln und sehen, was Sie verdienen. Es ändert sich nichts, solange Sie nicht annehmen. Was es bedeutet, lesen Sie hier, und hier antworten Sie:',
      ],
    }),
    agency_invitation_answered: ({ creator, answer }) => ({
      subject: answer === 'accepted' ? 'Creator Ihrer Agentur beigetreten' : 'Einladung abgelehnt',
      title:
        answer === 'accepted'
          ? `„${creator}“ ist Ihrer Agentur beigetreten`
          : `„${creator}“ hat Ihre Einladung abgelehnt`,
      lines: [
        answer === 'accepted'
          ? 'Sie handeln nun für diesen Creator:'
          : 'Sie können diesen Creator 90 Tage lang nicht wieder einladen. Andere finden Sie hier:',
      ],
    }),
    store_message: ({ campaign, store, text }) => ({
      subject: 'Eine Nachricht eines Shops',
      title: `Eine Nachricht von „${store}“ zur Kampagne „${campaign}“`,
      lines: [...quoted(text), 'Hier können Sie sie lesen und beantworten:'],
    }),
    message_received: ({ campaign, store, text }) => ({
      subject: 'Eine Nachricht zu einer Kampagne',
      title: `Eine Nachricht an „${store}“ zur Kampagne „${campaign}“`,
      lines: [...quoted(text), 'Hier können Sie sie lesen und beantworten:'],
    }),
    message_copied: ({ campaign, store }) => ({
      subject: 'Eine Nachricht an einen Ihrer Creators',
      title: `Eine Nachricht an einen Ihrer Creators zur Kampagne „${campaign}“ von „${store}“`,
      lines: [
        `Der Shop „${store}“ und einer Ihrer Creators schreiben sich zur Kampagne „${campaign}“. Die Unterhaltung finden Sie hier:`,
      ],
    }),
    broadcast_copied: ({ store, creators }) => ({
      subject: 'Eine Nachricht an Ihre Creators',
      title: `Eine Nachricht von „${store}“ an ${creators === 1 ? 'einen Ihrer Creators' : `${creators} Ihrer Creators`}`,
      lines: [
        `Der Shop „${store}“ hat ${creators === 1 ? 'einem Ihrer Creators' : `${creators} Ihrer Creators`} geschrieben. Die Unterhaltungen finden Sie hier:`,
      ],
    }),
    orders_disputed: ({ store }) => ({
      subject: 'Eine Bestellung braucht Ihre Entscheidung',
      lines: [
        `Eine Bestellung von ${store} wurde mehr als einmal gemeldet, und die Meldungen widersprechen sich beim Klick oder beim Wert.`,
        '',
        'Sie bringt keine Provision ein, bis Sie entscheiden, welche Meldung stimmt. Es kann mehr solche Bestellungen geben; alle stehen hier:',
      ],
      after: ['Sie erhalten diese Nachricht höchstens einmal am Tag.'],
    }),
    orders_contradicted: ({ store }) => ({
      subject: 'Eine Meldung widerspricht einer entschiedenen Bestellung',
      lines: [
        `Nachdem über eine Bestellung von ${store} entschieden war, kam eine Meldung mit einem anderen Klick oder Wert.`,
        '',
        'Die Bestellung bleibt, wie sie entschieden wurde. Vergleichen Sie ihre Meldungen. War die Entscheidung falsch, erfassen Sie eine Erstattung, oder ' +
          'bitten Sie den Marktplatz, die Bestellung zu stornieren. Es kann mehr solche Bestellungen geben:',
      ],
      after: ['Sie erhalten diese Nachricht höchstens einmal am Tag.'],
    }),
    reports_unconfirmed: ({ store }) => ({
      subject: 'Ungewöhnlich viele Bestellungen wurden von Ihren Seiten gemeldet',
      lines: [
        `Von Seiten ohne Signatur wurden mehr Bestellungen von ${store} gemeldet als sonst. Weitere Meldungen werden 14 Tage ohne Wirkung aufbewahrt: Sie kosten nichts und sind noch keine Bestellungen.`,
        '',
        'Erfassen oder verwerfen Sie sie stundenweise. Signieren Sie die Meldungen Ihrer Seiten, oder melden Sie Bestellungen von Ihrem Server, damit keine warten muss:',
      ],
      after: ['Sie erhalten diese Nachricht höchstens einmal am Tag.'],
    }),
    orders_due: ({ store, orders, first }, f) => ({
      subject: orders === 1 ? 'Eine Bestellung wird bald genehmigt' : `${orders} Bestellungen werden bald genehmigt`,
      lines: [
        `${orders === 1 ? 'Eine offene Bestellung' : `${orders} offene Bestellungen`} von ${store} ${orders === 1 ? 'wird' : 'werden'} nach der Regel des Shops innerhalb von drei Tagen genehmigt, die erste am ${f.time(first)}.`,
        '',
        'Lehnen Sie ab, was storniert oder zurückgegeben wurde, oder verlängern Sie die Frist einer Bestellung, die Sie noch prüfen müssen:',
      ],
    }),
    order_received: ({ store }) => ({
      subject: 'Eine Bestellung wurde Ihnen zugeordnet',
      lines: [
        `Eine Person bei ${store} oder beim Marktplatz hat Ihnen eine Bestellung zugeordnet. Den Grund lesen Sie hier:`,
      ],
    }),
    order_lost: ({ store }) => ({
      subject: 'Eine Bestellung wurde einem anderen Creator zugeordnet',
      lines: [
        `Eine Person bei ${store} oder beim Marktplatz hat eine Ihrer Bestellungen einem anderen Creator zugeordnet. Den Grund lesen Sie hier:`,
      ],
    }),
    appeal_opened: ({ store, about }) => ({
      subject: 'Ein Einspruch gegen eine Entscheidung',
      title: `Ein Einspruch gegen eine Entscheidung bei ${store}`,
      lines: [
        `Es wurde ein Einspruch eröffnet. Er betrifft ${APPEALED[about]} beim Shop „${store}“. Hier finden Sie die Begründung, und hier antworten Sie:`,
      ],
    }),
    appeal_answered: ({ store, about }) => ({
      subject: 'Ein Kommentar zu einem Einspruch',
      title: `Ein Kommentar zu einem Einspruch bei ${store}`,
      lines: [`Es gibt einen neuen Kommentar zu dem Einspruch. Er betrifft ${APPEALED[about]} beim Shop „${store}“:`],
    }),
    appeal_decided: ({ store, about, outcome }) => ({
      subject: 'Ein Einspruch wurde entschieden',
      title: `Ein Einspruch bei ${store} wurde entschieden`,
      lines: [
        `Dem Einspruch wurde ${OUTCOMES[outcome]}. Er betrifft ${APPEALED[about]} beim Shop „${store}“. Die Begründung ist der letzte Kommentar:`,
      ],
      after: ['Ein Einspruch ändert für sich allein keinen Betrag.'],
    }),
    statement_issued: ({ number, month, total }, f) => ({
      subject: `Ihre Abrechnung ${number}`,
      lines: [`Ihre Abrechnung ${number} für ${f.month(month)} wurde erstellt. Sie beträgt ${f.money(total)}.`],
    }),
    statement_paid: ({ number, total }, f) => ({
      subject: `Ihre Abrechnung ${number} wurde bezahlt`,
      lines: [`Der Betrag von ${f.money(total)} aus Ihrer Abrechnung ${number} wurde bezahlt.`],
    }),
    invoice_issued: ({ number, month, total, due }, f) => ({
      subject: `Rechnung ${number}`,
      lines: [
        `Die Rechnung ${number} für ${f.month(month)} wurde gestellt. Bitte zahlen Sie ${f.money(total)} bis ${f.day(due)}.`,
      ],
    }),
    credit_note_issued: ({ number, invoice, total }, f) => ({
      subject: `Rechnungskorrektur ${number}`,
      lines: [`Die Rechnungskorrektur ${number} über ${f.money(total)} zur Rechnung ${invoice} wurde ausgestellt.`],
    }),
    invoice_paid: ({ number, total }, f) => ({
      subject: `Rechnung ${number} wurde bezahlt`,
      lines: [`Die Zahlung von ${f.money(total)} für die Rechnung ${number} ist eingegangen. Vielen Dank.`],
    }),
    payout_paid: ({ amount }, f) => ({
      subject: 'Eine Auszahlung wurde ausgeführt',
      lines: [`Eine Auszahlung von ${f.money(amount)} auf Ihr Konto wurde ausgeführt.`],
    }),
    payout_failed: ({ amount, reason }, f) => ({
      subject: 'Eine Auszahlung hat Sie nicht erreicht',
      lines: [
        `Die Auszahlung von ${f.money(amount)} hat Ihr Konto nicht erreicht (${reason}).`,
        'Der Betrag steht wieder in Ihrem Guthaben. Prüfen Sie Ihr Auszahlungskonto; die nächste Auszahlung zahlt ihn aus.',
      ],
    }),
    payout_account_changed: ({ account, currency, usableFrom }, f) => ({
      subject: 'Ihr Auszahlungskonto wurde geändert',
      lines: [
        `Auszahlungen${currency === null ? '' : ` in ${currency}`} gehen ab jetzt auf ein anderes Konto: ${account}.`,
        `Vor dem ${f.day(usableFrom)} wird darauf nichts ausgezahlt.`,
        TELL_US,
      ],
    }),
    payout_account_removed: ({ account }) => ({
      subject: 'Ihr Auszahlungskonto wurde entfernt',
      lines: [`Das Auszahlungskonto ${account} wurde entfernt.`, TELL_US],
    }),
    limit_reached: ({ campaign }) => ({
      subject: 'Eine Kampagne hat eine Grenze erreicht',
      title: `Die Kampagne „${campaign}“ hat eine Grenze erreicht`,
      lines: [
        `Die Kampagne „${campaign}“ hat ihre Obergrenze für Klicks oder Kosten oder ihr gemeinsames Budget erreicht. Weitere Klicks bringen nicht die Vergütung der Kampagne.`,
      ],
    }),
    credit_near: ({ store, incurred, limit }, f) => ({
      subject: 'Ein Shop nähert sich seinem Kreditlimit',
      title: `Der Shop „${store}“ nähert sich seinem Kreditlimit`,
      lines: [
        `Kosten und Zusagen Ihres Shops „${store}“ von ${f.money(incurred)} sind noch nicht bezahlt. Das Kreditlimit beträgt ${f.money(limit)}.`,
        'Ist es erreicht, werden keine Klicks mehr vergütet, und Kampagnen können keine weiteren Zahlungen zusagen. Bezahlen Sie offene Rechnungen, oder bitten Sie den Marktplatz um ein höheres Limit.',
      ],
    }),
    store_approved: ({ store, reason }) => ({
      subject: 'Ihr Shop ist freigegeben',
      title: `Der Shop „${store}“ ist freigegeben`,
      lines: [
        `Ihr Shop „${store}“ ist freigegeben. Creator sehen ihn jetzt, und seine Kampagnen können laufen.`,
        ...because(reason),
      ],
    }),
    store_rejected: ({ store, reason }) => ({
      subject: 'Ihr Shop ist nicht freigegeben',
      title: `Der Shop „${store}“ ist nicht freigegeben`,
      lines: [
        `Ihr Shop „${store}“ wurde nicht freigegeben. Seine Links werden nicht vergütet, und seine Kampagnen laufen nicht.`,
        ...because(reason),
      ],
    }),
    influencer_complete: ({ influencer, store }) => ({
      subject: 'Die Daten eines Influencers sind vollständig',
      title: `Die Daten von „${influencer}“ sind vollständig`,
      lines: [
        `Die Daten des Influencers „${influencer}“ aus den sozialen Netzwerken wurden vollständig geladen.`,
        `Mitglieder von „${store}“ finden sie nach der Anmeldung unter den Influencern:`,
      ],
    }),
    links_unpaid: ({ store, links }) => ({
      subject:
        links === 1
          ? 'Eine Seite, auf die Sie verlinken, wird nicht mehr vergütet'
          : 'Seiten, auf die Sie verlinken, werden nicht mehr vergütet',
      title: `„${store}“ zahlt nicht mehr für ${links === 1 ? 'eine Seite, auf die Sie verlinken' : 'Seiten, auf die Sie verlinken'}`,
      lines: [
        `Links, die nichts mehr verdienen: ${links}`,
        '',
        'Der Shop hat seine URL-Regeln oder Domains geändert. Die Links führen weiterhin zum Shop. Sie verdienen wieder, wenn der Shop wieder für ihre Seiten zahlt. Die Links finden Sie hier:',
      ],
    }),
    products_changed: ({ store, drops, gone }) => ({
      subject: 'Produkte, auf die Sie verlinken, haben sich geändert',
      title: `Produkte von „${store}“, auf die Sie verlinken, haben sich geändert`,
      lines: [
        ...(drops > 0 ? [`Produkte, die weniger kosten: ${drops}`] : []),
        ...(gone > 0
          ? [
              `Links zu Produkten, die der Shop nicht mehr aufführt: ${gone}. Prüfen Sie, ob die Seiten noch existieren.`,
            ]
          : []),
      ],
    }),
    webhook_paused: ({ kind, id, url, reason, api, since }) => ({
      subject: `Der ${kind === 'webhook' ? 'Webhook' : 'Postback'} ${id} ist angehalten`,
      lines: [
        `Der ${kind === 'webhook' ? 'Webhook' : 'Postback'} ${id} ist angehalten und erhält keine Ereignisse:`,
        '',
        url,
        '',
        PAUSES[reason],
        '',
        'Das Zustellungsprotokoll zeigt, was geschehen ist. Setzen Sie zum Fortfahren den Status auf „active“:',
        '',
        `PATCH ${api} {"status": "active"}`,
        '',
        'Fordern Sie dann die Ereignisse seit dem Anhalten an:',
        '',
        `POST ${api}/replay {"since": "${since}"}`,
      ],
    }),
    store_key_created: ({ store, key }) => ({
      subject: 'Ein neuer API-Schlüssel eines Shops',
      title: `Ein neuer API-Schlüssel des Shops „${store}“`,
      lines: [
        `Der API-Schlüssel „${key}“ wurde für den Shop „${store}“ erstellt. Programme können damit für den Shop handeln.`,
        'Wenn Sie nicht wissen, wofür er ist, fragen Sie die Inhaber des Shops, oder widerrufen Sie ihn:',
      ],
    }),
    store_key_revoked: ({ store, key }) => ({
      subject: 'Ein API-Schlüssel eines Shops wurde widerrufen',
      title: `Ein API-Schlüssel des Shops „${store}“ wurde widerrufen`,
      lines: [
        `Der API-Schlüssel „${key}“ des Shops „${store}“ wurde widerrufen. Programme, die ihn verwenden, werden ab jetzt abgewiesen.`,
        'Die übrigen Schlüssel finden Sie hier:',
      ],
    }),
    data_export_ready: ({ days }, f) => ({
      subject: `Ihre Daten bei ${f.market}`,
      lines: [`Die Datei mit Ihren Daten bei ${f.market} ist fertig. Melden Sie sich an und öffnen Sie:`],
      after: [`Sie wird ${days} Tage aufbewahrt. Wenn Sie sie nicht angefordert haben, wählen Sie ein neues Passwort.`],
    }),
    administrator_changed: ({ person, by, what }, f) => ({
      subject: `Ein Administrator von ${f.market} wurde ${what === 'made' ? 'hinzugefügt' : 'geändert'}`,
      lines: [
        what === 'made'
          ? `${by} hat ${person} zum Administrator gemacht.`
          : `${by} hat das Passwort oder die E-Mail-Adresse des Administrators ${person} geändert.`,
        `${person} kann keine Auszahlungsläufe von ${by} freigeben. Wenn Sie das nicht erwartet haben, prüfen Sie es sofort:`,
      ],
    }),
    account_changed: ({ event }, f) => ({
      subject:
        event === 'account_created' ? `Ihr neues Konto bei ${f.market}` : `Eine Änderung Ihres Kontos bei ${f.market}`,
      lines: [
        CHANGES[event],
        ...(NO_ALARM.includes(event)
          ? []
          : ['', 'Wenn Sie das nicht waren, wählen Sie sofort ein neues Passwort und informieren Sie uns.']),
      ],
    }),
  },
  mails: {
    sign_up: ({ url }, f) => ({
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      lines: [`Sie haben sich bei ${f.market} registriert. Um Ihre Adresse zu bestätigen, öffnen Sie:`, '', url],
      after: [ONCE, '', NOTHING_TO_DO],
    }),
    password_reset: ({ url }, f) => ({
      subject: 'Wählen Sie ein neues Passwort',
      lines: [
        `Jemand hat ein neues Passwort für Ihr Konto bei ${f.market} angefordert.`,
        'Wenn Sie das waren, wählen Sie es hier:',
        '',
        url,
      ],
      after: [ONCE, '', 'Wenn Sie das nicht waren, bleibt Ihr Passwort unverändert.'],
    }),
    sign_in: ({ code }, f) => ({
      subject: 'Ihr Code für die Anmeldung',
      lines: [
        `Jemand hat sich bei Ihrem Konto bei ${f.market} mit dem richtigen Passwort angemeldet, nach vielen falschen für Ihre Adresse von anderen Orten.`,
        'Wenn Sie das waren, geben Sie diesen Code neben dem Passwort ein:',
        '',
        code,
      ],
      after: [ONCE, '', 'Wenn Sie das nicht waren, wählen Sie jetzt ein neues Passwort.'],
    }),
    email_change: ({ url }, f) => ({
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      lines: [
        `Diese Adresse wurde für Ihr Konto bei ${f.market} angegeben.`,
        'Um sie zu bestätigen, melden Sie sich an und öffnen Sie:',
        '',
        url,
      ],
      after: [ONCE, '', NOTHING_TO_DO],
    }),
    address_known: ({ signInUrl, forgottenUrl }, f) => ({
      subject: 'Sie haben bereits ein Konto',
      lines: [
        `Jemand wollte sich bei ${f.market} mit Ihrer Adresse registrieren, zu der bereits ein Konto gehört.`,
        'Wenn Sie das waren, melden Sie sich an oder wählen Sie ein neues Passwort:',
        '',
        signInUrl,
        forgottenUrl,
      ],
      after: [NOTHING_TO_DO],
    }),
    address_taken: (_, f) => ({
      subject: 'Ihre Adresse wurde nicht übertragen',
      lines: [
        `Jemand wollte Ihre Adresse für ein anderes Konto bei ${f.market} verwenden.`,
        'Zu Ihrer Adresse gehört bereits ein Konto. Es hat sich nichts geändert.',
      ],
    }),
    team_invite: ({ kind, name, url, secret, until }, f) => ({
      subject: `Einladung, ${kind === 'store' ? 'einen Shop' : 'eine Agentur'} bei ${f.market} zu vertreten`,
      lines: [
        `Sie sind eingeladen, ${kind === 'store' ? 'den Shop' : 'die Agentur'}${name === null ? '' : ` „${name}“`} bei ${f.market} zu vertreten. Öffnen Sie zum Annehmen diese Seite:`,
        '',
        url,
        '',
        'Wenn ein Programm danach fragt, ist dies der Code der Einladung:',
        '',
        secret,
      ],
      after: [
        `Link und Code können bis zum ${f.day(until)} einmal verwendet werden. Wer sie hat, kann an Ihrer Stelle annehmen: Geben Sie sie nicht weiter.`,
        '',
        'Wenn Sie keine Einladung erwartet haben, brauchen Sie nichts zu tun.',
      ],
    }),
    invoice_reminder: ({ store, number, open, due, level, levels }, f) => ({
      subject: `${level === levels ? 'Letzte Zahlungserinnerung' : 'Zahlungserinnerung'}: Rechnung ${number}`,
      lines: [
        `Die Rechnung ${number} Ihres Shops „${store}“ bei ${f.market} ist nicht bezahlt.`,
        `Davon sind ${f.money(open)} offen. Fällig war der Betrag am ${f.day(due)}.`,
        '',
        level === levels
          ? 'Das Kreditlimit des Shops ist null, bis die Rechnung bezahlt ist: Seine Klicks werden nicht vergütet, und seine Kampagnen können keine Zahlungen zusagen.'
          : `Dies ist Erinnerung ${level} von ${levels}. Mit der letzten wird das Kreditlimit des Shops null.`,
        'Wenn Sie inzwischen bezahlt haben, brauchen Sie nichts zu tun.',
        '',
        'Die Rechnungen des Shops finden Sie hier:',
      ],
    }),
    order_claim_accepted: ({ store }) => ({
      subject: 'Ihre Nachmeldung einer Bestellung wurde angenommen',
      lines: [
        `Die Bestellung, die Sie beim Shop „${store}“ gemeldet haben, wurde angenommen. Sie ist jetzt eine bestätigte Bestellung von Ihnen.`,
        'Was Sie daran verdienen, sehen Sie nach der Anmeldung:',
      ],
    }),
    order_claim_declined: ({ store }) => ({
      subject: 'Ihre Nachmeldung einer Bestellung wurde abgelehnt',
      lines: [
        `Die Bestellung, die Sie beim Shop „${store}“ gemeldet haben, wurde nicht angenommen.`,
        'Die Begründung sehen Sie nach der Anmeldung. Wenn Sie nicht einverstanden sind, können Sie dort Einspruch einlegen:',
      ],
    }),
    order_claims_due: ({ store, claims, first }, f) => ({
      subject:
        claims === 1
          ? 'Die Nachmeldung einer Bestellung braucht Ihre Entscheidung'
          : `${claims} Nachmeldungen von Bestellungen brauchen Ihre Entscheidung`,
      lines: [
        `Creator haben Bestellungen beim Shop „${store}“ gemeldet, die fehlen oder falsch sind. Über ${claims === 1 ? 'eine' : claims} dieser Nachmeldungen müssen Sie bald entscheiden.`,
        '',
        `Die erste Frist endet am ${f.time(first)}. Nach Ablauf der Frist entscheidet ein Administrator. Hier nehmen Sie die Nachmeldungen an oder lehnen sie ab:`,
      ],
    }),
  },
  digest: (count, market) => ({
    subject:
      count === 1 ? `Ihre Woche bei ${market}: eine Neuigkeit` : `Ihre Woche bei ${market}: ${count} Neuigkeiten`,
    lead: 'Diese Neuigkeiten haben Sie noch nicht gelesen:',
    more: (rest) => `${rest} weitere stehen in der Konsole.`,
  }),
  unsubscribe: 'Wenn Sie keine Nachrichten dieser Art mehr möchten, öffnen Sie:',
  page: {
    title: 'Abbestellen',
    kinds: {
      campaigns: 'Neues von Kampagnen',
      messages: 'Nachrichten in Unterhaltungen',
      orders: 'Bestellungen, die eine Entscheidung brauchen',
      statements: 'Abrechnungen und Rechnungen',
      payments: 'Zahlungen',
      limits: 'erreichte Grenzen',
      service: 'Ihr Shop und seine Anbindungen',
      reports: 'geplante Berichte',
      digest: 'die Wochenübersicht',
      invitations: 'Einladungen an diese Adresse',
    },
    question: (kind) => `Möchten Sie keine Nachrichten dieser Art mehr erhalten: ${kind}?`,
    confirm: 'Abbestellen',
    declined:
      'Diese Adresse erhält keine Einladungen mehr. Wenn Sie damit ein Konto anlegen, können Sie dort Ihre E-Mails wählen.',
    done: (kind) => `Sie erhalten keine Nachrichten dieser Art mehr: ${kind}. In der Konsole können Sie das ändern.`,
    unknown: 'Dieser Link gilt nicht mehr. In der Konsole können Sie Ihre Nachrichten wählen.',
  },
};
