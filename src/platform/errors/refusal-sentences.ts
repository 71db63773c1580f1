import type { InLanguages } from '../locale.ts';

/**
 * Sentences for the codes of `RuleRefused` and `Conflict` in the languages other than English. The English sentence is that of the
 * error, and may contain values. Codes that only programs and operators cause, and those whose values the caller needs, are not here
 * (`refusal-sentences.test.ts`).
 */
export const REFUSAL_SENTENCES: Readonly<Record<string, Omit<InLanguages, 'en'>>> = {
  administrator_account: {
    sv: 'Det är en administratörs konto. Logga in på det och tacka ja därefter.',
    de: 'Das ist das Konto eines Administrators. Melden Sie sich dort an und nehmen Sie danach an.',
  },
  agreement_changed: {
    sv: 'Kampanjens villkor har ändrats. Läs den nya versionen.',
    de: 'Die Bedingungen der Kampagne haben sich geändert. Lesen Sie die neue Version.',
  },
  agreement_required: {
    sv: 'Butiken kräver att kampanjens villkor godkänns.',
    de: 'Der Shop verlangt, dass die Bedingungen der Kampagne angenommen werden.',
  },
  already_exported: {
    sv: 'Körningen är redan exporterad. Dess filer kan hämtas igen.',
    de: 'Der Lauf ist bereits exportiert. Seine Dateien können erneut heruntergeladen werden.',
  },
  already_member: {
    sv: 'Personen med den här adressen är redan medlem.',
    de: 'Die Person mit dieser Adresse ist bereits Mitglied.',
  },
  already_on_hold: { sv: 'Spärren finns redan.', de: 'Die Sperre besteht bereits.' },
  already_paid: { sv: 'Fakturan är redan betald.', de: 'Die Rechnung ist bereits bezahlt.' },
  already_released: {
    sv: 'Fakturans intäkter är redan frigivna.',
    de: 'Der Verdienst der Rechnung ist bereits freigegeben.',
  },
  amount_differs: {
    sv: 'Beloppet eller valutan stämmer inte med den inkommande betalningen.',
    de: 'Betrag oder Währung stimmt nicht mit der eingegangenen Zahlung überein.',
  },
  amount_too_large: {
    sv: 'Summan är för stor. Välj färre dagar, en butik eller en valuta.',
    de: 'Die Summe ist zu groß. Wählen Sie weniger Tage, einen Shop oder eine Währung.',
  },
  appeal_closed: { sv: 'Överklagandet är avslutat.', de: 'Der Einspruch ist abgeschlossen.' },
  appeal_exists: {
    sv: 'Det finns redan ett öppet överklagande om detta.',
    de: 'Dazu gibt es bereits einen offenen Einspruch.',
  },
  balance_needed: {
    sv: 'Butiken har redan använt eller utlovat den delen av saldot.',
    de: 'Der Shop hat diesen Teil des Guthabens bereits verbraucht oder zugesagt.',
  },
  budget_used_up: {
    sv: 'Kampanjens återstående budget räcker inte till klicken. Höj först dess gräns.',
    de: 'Das restliche Budget der Kampagne reicht für die Klicks nicht aus. Erhöhen Sie zuerst die Grenze.',
  },
  cannot_check: {
    sv: 'Betalningsmottagaren har inget momsregistreringsnummer som kan kontrolleras.',
    de: 'Der Zahlungsempfänger hat keine USt-IdNr., die geprüft werden kann.',
  },
  checked_recently: {
    sv: 'Domänen kontrollerades nyss. Vänta en stund.',
    de: 'Die Domain wurde gerade erst geprüft. Warten Sie einen Moment.',
  },
  claim_decided: { sv: 'Orderanmälan är redan avgjord.', de: 'Über die Nachmeldung ist bereits entschieden.' },
  claim_exists: {
    sv: 'Ordern är redan anmäld, och anmälan är inte avgjord än.',
    de: 'Die Bestellung ist bereits nachgemeldet, und darüber ist noch nicht entschieden.',
  },
  clicks_purged: {
    sv: 'En del av klicken finns inte kvar, så makuleringen kan inte ångras.',
    de: 'Einige der Klicks sind nicht mehr gespeichert. Die Stornierung kann deshalb nicht rückgängig gemacht werden.',
  },
  code_invalid: {
    sv: 'Koden är inte giltig. Den kan vara använd eller ha gått ut.',
    de: 'Der Code ist nicht gültig. Er kann verwendet oder abgelaufen sein.',
  },
  credit_limit: {
    sv: 'Butiken har nått sin kreditgräns. Den måste betala först.',
    de: 'Der Shop hat sein Kreditlimit erreicht. Er muss zuerst bezahlen.',
  },
  deliverable_approved: { sv: 'Leveransen är godkänd.', de: 'Der Beitrag ist freigegeben.' },
  deliverable_submitted: {
    sv: 'Utkast har redan lämnats för leveransen.',
    de: 'Für den Beitrag wurden bereits Entwürfe eingereicht.',
  },
  domain_known: { sv: 'Domänen finns redan i listan.', de: 'Die Domain ist bereits in der Liste.' },
  domain_taken: {
    sv: 'Domänen tillhör någon annan. Be marknadsplatsen att avgöra.',
    de: 'Die Domain gehört jemand anderem. Bitten Sie den Marktplatz um eine Entscheidung.',
  },
  earlier_period_open: {
    sv: 'En tidigare månad måste avslutas först.',
    de: 'Zuerst muss ein früherer Monat abgeschlossen werden.',
  },
  email_quota_exceeded: {
    sv: 'Butiken har skickat alla sina mejl för den här månaden.',
    de: 'Der Shop hat alle E-Mails dieses Monats versendet.',
  },
  email_taken: {
    sv: 'Det finns redan ett konto med den här e-postadressen.',
    de: 'Zu dieser E-Mail-Adresse gibt es bereits ein Konto.',
  },
  file_known: { sv: 'Filen är redan inläst.', de: 'Die Datei wurde bereits eingelesen.' },
  fully_credited: {
    sv: 'Fakturan är helt krediterad.',
    de: 'Die Rechnung ist vollständig korrigiert.',
  },
  hold_released: { sv: 'Spärren är redan hävd.', de: 'Die Sperre ist bereits aufgehoben.' },
  illegal_transition: {
    sv: 'Ändringen är inte möjlig i nuvarande status.',
    de: 'Diese Änderung ist im aktuellen Status nicht möglich.',
  },
  in_use: {
    sv: 'Posten används. Ta först bort det som använder den.',
    de: 'Der Eintrag wird verwendet. Entfernen Sie zuerst, was ihn verwendet.',
  },
  invitation_invalid: {
    sv: 'Inbjudan är inte giltig. Den kan vara använd eller ha avslutats.',
    de: 'Die Einladung ist nicht gültig. Sie kann verwendet oder beendet sein.',
  },
  invitation_needed: {
    sv: 'För att registrera sig behövs en inbjudningslänk till en kampanj.',
    de: 'Zum Registrieren wird der Einladungslink einer Kampagne benötigt.',
  },
  invitations_declined: {
    sv: 'Personen med den här adressen har avböjt inbjudningar.',
    de: 'Die Person mit dieser Adresse hat Einladungen abgelehnt.',
  },
  invite_accepted: { sv: 'Inbjudan är redan antagen.', de: 'Die Einladung ist bereits angenommen.' },
  invited_enough: {
    sv: 'Adressen har fått så många inbjudningar som är tillåtet i dag.',
    de: 'Diese Adresse hat heute die Höchstzahl an Einladungen erhalten.',
  },
  items_changed: {
    sv: 'En del av det makulerade har ändrats sedan dess, så makuleringen kan inte ångras.',
    de: 'Ein Teil des Stornierten hat sich inzwischen geändert. Die Stornierung kann deshalb nicht rückgängig gemacht werden.',
  },
  last_administrator: {
    sv: 'Det är den sista administratören. Gör först en annan person till administratör.',
    de: 'Das ist der letzte Administrator. Machen Sie zuerst eine andere Person zum Administrator.',
  },
  last_owner: {
    sv: 'Det är teamets sista ägare. Gör först en annan medlem till ägare.',
    de: 'Das ist die letzte Inhaberin oder der letzte Inhaber des Teams. Übertragen Sie die Rolle zuerst einem anderen Mitglied.',
  },
  made_for_one_user: {
    sv: 'Kampanjen innehåller en enskild kreatörs egna villkor.',
    de: 'Die Kampagne enthält die individuellen Bedingungen eines einzelnen Creators.',
  },
  needs_approval: {
    sv: 'Körningen måste godkännas av en andra administratör.',
    de: 'Der Lauf muss von einem zweiten Administrator freigegeben werden.',
  },
  no_audience_left: {
    sv: 'Ingen i kampanjens målgrupp kan längre nås.',
    de: 'Niemand in der Zielgruppe der Kampagne kann mehr angesprochen werden.',
  },
  no_click_in_window: {
    sv: 'Kreatören har inget klick inom attribueringsfönstret. Ge i stället en engångsersättning.',
    de: 'Der Creator hat keinen Klick im Zuordnungszeitraum. Gewähren Sie stattdessen eine Einmalzahlung.',
  },
  no_client: {
    sv: 'Du varken företräder eller tillhör en byrå.',
    de: 'Sie vertreten keine Agentur und gehören keiner an.',
  },
  no_domain: {
    sv: 'Butiken har ännu ingen domän som en länk kan leda till.',
    de: 'Der Shop hat noch keine Domain, zu der ein Link führen kann.',
  },
  no_e_invoice: {
    sv: 'Någon e-faktura kan inte skapas av den här fakturan.',
    de: 'Aus dieser Rechnung kann keine E-Rechnung erstellt werden.',
  },
  no_feed_url: {
    sv: 'Flödet har ingen URL. Ladda upp en fil eller ange en URL.',
    de: 'Der Feed hat keine URL. Laden Sie eine Datei hoch oder geben Sie eine URL an.',
  },
  no_links: {
    sv: 'Det finns ingen länk att klicka på. Skapa en länk först.',
    de: 'Es gibt keinen Link zum Klicken. Erstellen Sie zuerst einen Link.',
  },
  no_matching_store: {
    sv: 'Ingen butik passar till adressen.',
    de: 'Zu dieser Adresse passt kein Shop.',
  },
  no_password: {
    sv: 'Ditt konto har inget lösenord. Logga in igen.',
    de: 'Ihr Konto hat kein Passwort. Melden Sie sich erneut an.',
  },
  no_second_factor: {
    sv: 'Lägg först till en andra faktor i ditt eget konto.',
    de: 'Fügen Sie zuerst Ihrem eigenen Konto einen zweiten Faktor hinzu.',
  },
  no_signing_secret: {
    sv: 'Butiken har ingen signeringsnyckel än. Skapa en först.',
    de: 'Der Shop hat noch keinen Signaturschlüssel. Erstellen Sie zuerst einen.',
  },
  not_appealable: {
    sv: 'Bara makuleringar, nekade ordrar och avslagna anmälningar kan överklagas.',
    de: 'Einspruch ist nur gegen Stornierungen, abgelehnte Bestellungen und abgelehnte Nachmeldungen möglich.',
  },
  not_creditable: {
    sv: 'Fakturan har inget positivt belopp som kan krediteras.',
    de: 'Die Rechnung hat keinen positiven Betrag, der korrigiert werden kann.',
  },
  not_draft: {
    sv: 'Körningen är inte längre ett utkast.',
    de: 'Der Lauf ist kein Entwurf mehr.',
  },
  not_exported: { sv: 'Körningen är inte exporterad.', de: 'Der Lauf ist nicht exportiert.' },
  not_joinable: {
    sv: 'Kampanjen gäller utan att man går med i den.',
    de: 'Die Kampagne gilt, ohne dass man ihr beitritt.',
  },
  not_paid: {
    sv: 'Fakturan är inte markerad som betald, eller reglerades med förskottssaldo eller kreditfaktura.',
    de: 'Die Rechnung ist nicht als bezahlt markiert oder wurde mit Guthaben oder Rechnungskorrektur beglichen.',
  },
  not_participating: {
    sv: 'Kreatören deltar inte i kampanjen.',
    de: 'Der Creator nimmt nicht an der Kampagne teil.',
  },
  not_released: {
    sv: 'Fakturans intäkter är inte frigivna.',
    de: 'Der Verdienst der Rechnung ist nicht freigegeben.',
  },
  not_unmatched: {
    sv: 'Betalningen är redan behandlad.',
    de: 'Die Zahlung ist bereits bearbeitet.',
  },
  nothing_to_close: {
    sv: 'Det finns inga belopp att avsluta för månaden eller tidigare.',
    de: 'Für diesen Monat oder davor gibt es keine Beträge abzuschließen.',
  },
  nothing_to_invoice: {
    sv: 'Det finns ingen avslutad månad där kreatören har något att få.',
    de: 'Es gibt keinen abgeschlossenen Monat, aus dem dem Creator etwas zusteht.',
  },
  nothing_to_pay: { sv: 'Det finns inget att betala.', de: 'Es gibt nichts zu bezahlen.' },
  nothing_to_void: {
    sv: 'Inget av det valda räknas och kan makuleras.',
    de: 'Nichts vom Ausgewählten zählt und kann storniert werden.',
  },
  offer_ended: { sv: 'Kampanjen har avslutats.', de: 'Die Kampagne ist beendet.' },
  offer_paused: {
    sv: 'Kampanjen är pausad. Försök igen senare.',
    de: 'Die Kampagne ist pausiert. Versuchen Sie es später erneut.',
  },
  order_resolved: {
    sv: 'Ordern har inga motstridiga rapporter att avgöra.',
    de: 'Zu der Bestellung gibt es keine widersprüchlichen Meldungen.',
  },
  order_unresolved: {
    sv: 'Ange först vilken av orderns rapporter som stämmer.',
    de: 'Geben Sie zuerst an, welche Meldung der Bestellung stimmt.',
  },
  outdated_version: {
    sv: 'Det finns en nyare version. Läs den och godkänn den därefter.',
    de: 'Es gibt eine neuere Version. Lesen Sie sie und stimmen Sie danach zu.',
  },
  own_payee: {
    sv: 'En annan administratör måste bekräfta ditt eget momsregistreringsnummer.',
    de: 'Ein anderer Administrator muss Ihre eigene USt-IdNr. bestätigen.',
  },
  own_run: {
    sv: 'En annan administratör måste göra detta för körningen.',
    de: 'Ein anderer Administrator muss dies für den Lauf tun.',
  },
  own_store: {
    sv: 'Kreatören tillhör butiken och kan inte tjäna på den.',
    de: 'Der Creator gehört zum Shop und kann an ihm nichts verdienen.',
  },
  passkeys_unavailable: {
    sv: 'Lösennycklar kräver att marknadsplatsen har en offentlig adress.',
    de: 'Für Passkeys braucht der Marktplatz eine öffentliche Adresse.',
  },
  payee_missing: {
    sv: 'Spara först betalningsmottagarens juridiska namn och adress.',
    de: 'Speichern Sie zuerst den rechtlichen Namen und die Adresse des Zahlungsempfängers.',
  },
  payment_processing: {
    sv: 'En betalning av fakturan pågår.',
    de: 'Eine Zahlung der Rechnung wird gerade eingezogen.',
  },
  payment_setup_incomplete: {
    sv: 'Registreringen av betalsättet är inte klar.',
    de: 'Die Einrichtung der Zahlungsart ist nicht abgeschlossen.',
  },
  payment_setup_outdated: {
    sv: 'Betalsättet har registrerats på nytt sedan dess.',
    de: 'Die Zahlungsart wurde inzwischen erneut eingerichtet.',
  },
  payment_setup_unknown: {
    sv: 'Betaltjänsten känner inte till registreringen av betalsättet.',
    de: 'Der Zahlungsdienst kennt diese Einrichtung nicht.',
  },
  payout_not_paid: { sv: 'Utbetalningen är inte genomförd.', de: 'Die Auszahlung ist nicht erfolgt.' },
  period_closed: { sv: 'Månaden är avslutad.', de: 'Der Monat ist abgeschlossen.' },
  period_locked: {
    sv: 'Månaden eller en senare är avslutad.',
    de: 'Dieser Monat oder ein späterer ist abgeschlossen.',
  },
  period_open: {
    sv: 'Månaden är inte slut eller inte avslutad än.',
    de: 'Der Monat ist noch nicht vorbei oder noch nicht abgeschlossen.',
  },
  preview_changed: {
    sv: 'Något har ändrats sedan förhandsvisningen. Visa den igen.',
    de: 'Seit der Vorschau hat sich etwas geändert. Rufen Sie sie erneut auf.',
  },
  registration_closed: {
    sv: 'Butiker registreras av marknadsplatsens administratörer.',
    de: 'Shops werden von den Administratoren des Marktplatzes registriert.',
  },
  replay_running: {
    sv: 'En annan prognos för butiken pågår. Vänta tills den är klar.',
    de: 'Eine andere Prognose des Shops läuft. Warten Sie auf ihr Ende.',
  },
  rule_exists: { sv: 'Det finns redan en likadan URL-regel.', de: 'Es gibt bereits eine gleiche URL-Regel.' },
  run_cancelled: { sv: 'Körningen är avbruten.', de: 'Der Lauf ist abgebrochen.' },
  run_in_progress: {
    sv: 'En inläsning av flödet pågår eller väntar. Vänta tills den är klar.',
    de: 'Ein Abruf des Feeds läuft oder wartet. Warten Sie, bis er beendet ist.',
  },
  run_settled: {
    sv: 'En bank har rapporterat utbetalningar av körningen. Den kan inte längre avbrytas.',
    de: 'Eine Bank hat Auszahlungen des Laufs gemeldet. Er kann nicht mehr abgebrochen werden.',
  },
  same_email: { sv: 'Ditt konto har redan den adressen.', de: 'Ihr Konto hat diese Adresse bereits.' },
  sandbox_busy: {
    sv: 'Sandlådan kan inte ändras just nu.',
    de: 'Die Sandbox kann gerade nicht geändert werden.',
  },
  sandbox_deleted: {
    sv: 'Sandlådan togs bort medan den skapades.',
    de: 'Die Sandbox wurde während der Erstellung gelöscht.',
  },
  second_factor_exists: {
    sv: 'Kontot har redan en andra faktor. Ta först bort den.',
    de: 'Das Konto hat bereits einen zweiten Faktor. Entfernen Sie ihn zuerst.',
  },
  second_factor_required: {
    sv: 'Använd också en lösennyckel, eller en kod från din autentiseringsapp eller en återställningskod.',
    de: 'Verwenden Sie auch einen Passkey, oder einen Code Ihrer Authentifizierungs-App oder einen Wiederherstellungscode.',
  },
  sign_up_closed: {
    sv: 'Ingen kan registrera sig här just nu.',
    de: 'Hier kann sich derzeit niemand registrieren.',
  },
  slug_taken: { sv: 'Kortnamnet är upptaget.', de: 'Der Kurzname ist vergeben.' },
  store_inactive: {
    sv: 'Butiken är inte öppen.',
    de: 'Der Shop ist nicht geöffnet.',
  },
  store_not_visible: {
    sv: 'Sidans butik är inte öppen för kreatörer nu.',
    de: 'Der Shop dieser Seite ist derzeit nicht für Creators geöffnet.',
  },
  store_pending: {
    sv: 'Butiken är inte godkänd än.',
    de: 'Der Shop ist noch nicht zugelassen.',
  },
  store_rejected: { sv: 'Butiken godkändes inte.', de: 'Der Shop wurde nicht zugelassen.' },
  submission_decided: { sv: 'Utkastet är redan avgjort.', de: 'Über den Entwurf ist bereits entschieden.' },
  submission_superseded: {
    sv: 'Ett nyare utkast har lämnats.',
    de: 'Inzwischen wurde ein neuerer Entwurf eingereicht.',
  },
  terms_changed: {
    sv: 'En annan version gäller nu. Läs den först.',
    de: 'Jetzt gilt eine andere Version. Lesen Sie sie zuerst.',
  },
  too_many_appeals: {
    sv: 'Du kan inte lämna fler överklaganden i dag.',
    de: 'Heute können keine weiteren Einsprüche eingelegt werden.',
  },
  too_many_claims: {
    sv: 'Du har anmält så många ordrar som är tillåtet inom 24 timmar.',
    de: 'Innerhalb von 24 Stunden können keine weiteren Bestellungen nachgemeldet werden.',
  },
  too_many_clicks: {
    sv: 'Dagarna har för många klick eller länkar. Välj färre dagar.',
    de: 'Diese Tage haben zu viele Klicks oder Links. Wählen Sie weniger Tage.',
  },
  too_many_configurations: {
    sv: 'Butiken har redan så många som är tillåtet.',
    de: 'Der Shop hat bereits die Höchstzahl davon.',
  },
  too_many_deliverables: {
    sv: 'Deltagaren har redan så många leveranser som är tillåtet.',
    de: 'Für die Teilnahme besteht bereits die Höchstzahl an Beiträgen.',
  },
  too_many_domains: {
    sv: 'Fler domäner kan inte läggas till.',
    de: 'Weitere Domains können nicht hinzugefügt werden.',
  },
  too_many_exports: {
    sv: 'Det finns redan så många exporter som är tillåtet.',
    de: 'Es gibt bereits die Höchstzahl an Exporten.',
  },
  too_many_files: {
    sv: 'Orderanmälan har redan så många filer som är tillåtet.',
    de: 'Die Nachmeldung hat bereits die Höchstzahl an Dateien.',
  },
  too_many_imported: {
    sv: 'Så många provisioner kan inte importeras.',
    de: 'So viele Provisionen können nicht importiert werden.',
  },
  too_many_invites: {
    sv: 'Byrån kan inte skicka fler inbjudningar i dag.',
    de: 'Die Agentur kann heute keine weiteren Einladungen senden.',
  },
  too_many_items: {
    sv: 'Urvalet är för stort. Makulera i mindre delar.',
    de: 'Die Auswahl ist zu groß. Stornieren Sie in kleineren Teilen.',
  },
  too_many_keys: {
    sv: 'Butiken har redan så många API-nycklar som är tillåtet. Återkalla några först.',
    de: 'Der Shop hat bereits die Höchstzahl an API-Schlüsseln. Widerrufen Sie zuerst einige.',
  },
  too_many_media: {
    sv: 'Kreatören har redan så många filer som är tillåtet. Ta först bort några.',
    de: 'Der Creator hat bereits die Höchstzahl an Dateien. Löschen Sie zuerst einige.',
  },
  too_many_passkeys: {
    sv: 'Kontot har redan så många lösennycklar som är tillåtet.',
    de: 'Das Konto hat bereits die Höchstzahl an Passkeys.',
  },
  too_many_rows: {
    sv: 'Urvalet är för stort. Välj färre dagar eller färre kreatörer.',
    de: 'Die Auswahl ist zu groß. Wählen Sie weniger Tage oder weniger Creators.',
  },
  too_many_rules: {
    sv: 'Butiken har redan så många URL-regler som är tillåtet.',
    de: 'Der Shop hat bereits die Höchstzahl an URL-Regeln.',
  },
  too_many_sandboxes: {
    sv: 'Det finns redan så många sandlådor som är tillåtet. Ta bort en, eller vänta tills en går ut.',
    de: 'Es gibt bereits die Höchstzahl an Sandboxes. Löschen Sie eine, oder warten Sie, bis eine abläuft.',
  },
  too_many_slugs: {
    sv: 'Fler kortnamn kan inte väljas. Försök igen i morgon eller använd en annan länk.',
    de: 'Weitere Kurznamen können nicht gewählt werden. Versuchen Sie es morgen oder mit einem anderen Link.',
  },
  too_many_templates: {
    sv: 'Butiken har redan så många mallar som är tillåtet.',
    de: 'Der Shop hat bereits die Höchstzahl an Vorlagen.',
  },
  too_many_tokens: {
    sv: 'Personen har redan så många API-token som är tillåtet. Återkalla några först.',
    de: 'Die Person hat bereits die Höchstzahl an API-Token. Widerrufen Sie zuerst einige.',
  },
  too_many_users: {
    sv: 'Så många användare kan inte läggas till på en gång.',
    de: 'So viele Personen können nicht auf einmal hinzugefügt werden.',
  },
  too_many_versions: {
    sv: 'Fler versioner kan inte sparas.',
    de: 'Weitere Versionen können nicht gespeichert werden.',
  },
  too_many_webhooks: {
    sv: 'Det finns redan så många mottagare som är tillåtet. Ta först bort en.',
    de: 'Es gibt bereits die Höchstzahl an Empfängern. Löschen Sie zuerst einen.',
  },
  too_much_traffic: {
    sv: 'Så många klick och ordrar ryms inte i sandlådan.',
    de: 'So viele Klicks und Bestellungen passen nicht in die Sandbox.',
  },
  transfers_sent: {
    sv: 'Körningens överföringar skickas. Den kan inte längre avbrytas.',
    de: 'Die Überweisungen des Laufs werden gesendet. Er kann nicht mehr abgebrochen werden.',
  },
  type_fixed: {
    sv: 'Typen på en kampanj med deltagare kan inte ändras.',
    de: 'Die Art einer Kampagne mit Teilnehmenden kann nicht geändert werden.',
  },
  url_blocked: {
    sv: 'Butiken betalar inte för länkar till sidan, eller inte till den här kreatören.',
    de: 'Der Shop bezahlt keine Links zu dieser Seite, oder nicht für diesen Creator.',
  },
  url_not_of_store: {
    sv: 'Adressen finns inte på någon av butikens domäner.',
    de: 'Die Adresse liegt auf keiner Domain des Shops.',
  },
  user_blocked: {
    sv: 'Butiken samarbetar inte med dig.',
    de: 'Der Shop arbeitet nicht mit Ihnen zusammen.',
  },
  user_suspended: { sv: 'Personen är avstängd.', de: 'Die Person ist gesperrt.' },
  value_limit: {
    sv: 'Rapporten överstiger butikens högsta ordervärde.',
    de: 'Die Meldung übersteigt den höchsten Bestellwert des Shops.',
  },
  void_undone: { sv: 'Makuleringen är redan ångrad.', de: 'Die Stornierung ist bereits rückgängig gemacht.' },
  voucher_exists: {
    sv: 'Butiken har redan en rabattkod med den koden.',
    de: 'Der Shop hat bereits einen Gutschein mit diesem Code.',
  },
  webhook_paused: {
    sv: 'Mottagaren är pausad. Aktivera den först.',
    de: 'Der Empfänger ist pausiert. Aktivieren Sie ihn zuerst.',
  },
};
