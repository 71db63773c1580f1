import type { en } from './texts.en.ts';

const de: typeof en = {
  next: 'Nächste Schritte',
  words: 'Begriffe dieser Seite',
  more: 'Mit ? sehen Sie die Tastenkürzel.',
  pages: {
    newLink:
      'Machen Sie aus der Adresse eines Produkts oder einer Seite Ihren eigenen Link. Käufe und Klicks über diesen Link bringen Ihnen die Vergütung, die Sie vor dem Teilen sehen.',
    links:
      'Alle Links, die Sie erstellt haben, mit Klicks, Bestellungen und Verdienst in den gewählten Tagen. Öffnen Sie einen Link, um ihn umzubenennen, zu markieren, ihm einen Kurznamen zu geben oder seinen QR-Code herunterzuladen.',
    products:
      'Finden Sie Produkte aller Shops nach Name und Preis, und erstellen Sie einen Link dorthin. Eine Benachrichtigung meldet, wenn ein passendes Produkt erscheint oder günstiger wird.',
    domains:
      'Verwenden Sie in Links eine eigene Domain statt der Domain des Marktplatzes. Die Domain muss auf diesen Server zeigen, und Sie weisen nach, dass sie Ihnen gehört.',
    creatorCampaigns:
      'Kampagnen, zu denen Sie eingeladen sind, für die Sie sich bewerben können oder an denen Sie teilnehmen. Eine Kampagne hat eigene Vergütungen und Aufgaben, die gelten, sobald der Shop Sie angenommen hat.',
    creatorEarnings:
      'Was Sie verdient haben, nach Monat, Tag und Bestellung, und die ausgestellten Abrechnungen. Wählen Sie einen Betrag, um seine Berechnung zu sehen.',
    claims:
      'Melden Sie eine Bestellung, die fehlt oder falsch ist, mit einem Nachweis wie der Bestätigung des Shops. Der Shop entscheidet innerhalb einer Frist, danach die Administration.',
    creatorPayouts:
      'Was Ihnen als Nächstes wann ausgezahlt wird, was aus welchem Grund einbehalten wird und auf welches Konto das Geld geht.',
    agencyPayouts:
      'Was der Agentur als Nächstes wann ausgezahlt wird, was aus welchem Grund einbehalten wird und auf welches Konto das Geld geht.',
    webhooks:
      'Informieren Sie ein eigenes Programm über Ereignisse, etwa eine neue Bestellung. Jede Zustellung wird hier protokolliert und kann wiederholt werden.',
    overview:
      'Wie sich der Shop in den gewählten Tagen gegenüber den Tagen davor entwickelt und was auf eine Entscheidung wartet. Jede Zahl führt zur Liste dahinter.',
    campaigns:
      'Bieten Sie Creators für begrenzte Zeit eigene Vergütungen mit Budget und Aufgaben. Laden Sie Creators ein, oder lassen Sie sie sich bewerben, und nehmen Sie sie auf dem Board an.',
    statistics:
      'Welche Creators, Links und Kampagnen Klicks und Bestellungen bringen und was sie kosten. Speichern Sie eine Auswahl als Ansicht, um sie mit dem Team zu teilen.',
    orders:
      'Alle gemeldeten Bestellungen, ihre Zuordnung und ihre Kosten. Bestätigen Sie ausstehende Bestellungen oder lehnen Sie sie ab, und erfassen Sie Erstattungen.',
    events:
      'Leads, Testphasen und andere Ereignisse, für die Sie neben Bestellungen zahlen, ihre Kosten, und wie viele Klicks zu ihnen führen. Bestätigen Sie ausstehende Ereignisse oder lehnen Sie sie ab. Die Arten und ihre Beträge stehen in den Einstellungen.',
    storeClaims:
      'Bestellungen, die Creators als fehlend oder falsch melden. Vergleichen Sie den Nachweis mit den bekannten Tatsachen, und entscheiden Sie innerhalb der Frist.',
    appeals:
      'Einsprüche von Creators gegen abgelehnte Bestellungen, stornierte Beträge und abgelehnte Nachmeldungen. Ein Einspruch ändert selbst keinen Betrag.',
    tracking:
      'Binden Sie den Shop an, damit seine Bestellungen gemeldet werden: per Skript, Plugin oder Server. Senden Sie dann eine Testbestellung, und prüfen Sie hier, ob Meldungen eingehen.',
    vouchers:
      'Codes, die Creator statt Links veröffentlichen. Eine Bestellung mit einem Code zählt für dessen Creator. Weisen Sie Codes zu, die es im Shop gibt, und sehen Sie Bestellungen, die auf einen Code warten.',
    urlRules:
      'Welche Adressen Creators verlinken können, welche Creators gesperrt sind und welche Domains zum Shop gehören. Testen Sie eine Adresse, um zu sehen, was Creators sehen würden.',
    productFeed:
      'Veröffentlichen Sie die Produkte des Shops, damit Creators sie finden und verlinken. Der Feed wird regelmäßig von einer Adresse gelesen oder als Datei hochgeladen.',
    storeInvoices:
      'Was der Shop schuldet und bezahlt hat, pro Monat, mit den Positionen jeder Rechnung. Die Kosten des laufenden Monats werden schon vor der Rechnung gezeigt.',
    team: 'Wer hier in welcher Rolle handeln darf. Laden Sie Personen per E-Mail ein; ein Mitglied mit Leserechten sieht alles und ändert nichts.',
    settings:
      'Die Angaben zum Shop, wie Creators sie sehen, seine allgemeinen Vergütungen und ob er für Links geöffnet ist.',
    auditLog: 'Wer wann was geändert hat. Einträge können weder geändert noch gelöscht werden.',
    agencyOverview:
      'Was die Creators und die Agentur in diesem Monat verdient haben, verglichen mit denselben Tagen des Vormonats, was als Nächstes ausgezahlt wird und was auf die Creators wartet.',
    creators:
      'Die Creators der Agentur mit ihren Ergebnissen. Öffnen Sie einen Creator, um Links, Kampagnen, fällige Beiträge und Hindernisse der nächsten Auszahlung zu sehen.',
    usageRights:
      'Was Shops mit Ihren Posts außer dem Lesen tun dürfen, über alle Kampagnen, und bis wann. Ein Angebot gibt dem Shop nichts, bevor Sie es annehmen. Angenommene Rechte ändern sich nicht; für ein früheres Ende müssen beide Seiten zustimmen.',
    agencyCampaigns:
      'Kampagnen, an denen Creators der Agentur teilnehmen, mit Briefing, Vergütungen und Aufgaben, wie sie sie sehen.',
    agencyStatistics:
      'Die Ergebnisse aller Creators zusammen: ein Diagramm und der Verdienst nach Creator, Kampagne, Quelle, Land, Gerät und Code.',
    agencyEarnings:
      'Was die Creators und die Agentur verdient haben, pro Monat und Creator. Wählen Sie einen Betrag, um seine Berechnung zu sehen.',
    agencyInvoices: 'Abrechnungen der Agentur pro Monat, mit Positionen und Dateien, und ob sie bezahlt sind.',
    administration: 'Wie sich der Marktplatz entwickelt und was auf die Administration wartet.',
    people:
      'Alle Konten des Marktplatzes. Öffnen Sie eine Person, um Daten, Tags und Mitgliedschaften zu ändern oder das Konto zu sperren.',
    agencies: 'Agenturen, ihr Anteil am Verdienst ihrer Creators, ihre Stufen und ihre Rechnungsdaten.',
    stores:
      'Alle Shops: Freigabe, Kredit und was vor dem Start noch fehlt. Creators können nur einen freigegebenen und sichtbaren Shop verlinken.',
    messages:
      'Jede Teilnahme an einer Kampagne hat eine Unterhaltung zwischen dem Shop und dem Creator, die auch dessen Agentur liest. Ein Shop schreibt auch vielen Teilnehmenden auf einmal; jede Antwort erscheint in der Unterhaltung mit der antwortenden Person. Ein Creator kann die Nachrichten eines Shops an viele stummschalten. In den Benachrichtigungen wählen Sie, ob Nachrichten Sie auch per E-Mail erreichen.',
    agencyFinding:
      'Suchen Sie unter den Creator, die gewählt haben, dass Agenturen sie finden. Ergebnisse bei allen Shops werden in Stufen gezeigt, mit Zustimmung des Creator. Wählen Sie Creator aus, um sie in einer Liste zu führen oder einzuladen, sich von der Agentur vertreten zu lassen. Sie antworten in ihrem Konto. Personen, die noch nicht hier sind, werden über ihre E-Mail-Adresse eingeladen.',
    findCreators:
      'Suchen Sie unter den Creator, die gewählt haben, dass Shops sie finden. Ergebnisse bei anderen Shops werden in Stufen gezeigt, mit Zustimmung des Creator. Wählen Sie Creator aus, um sie zu einer Kampagne einzuladen oder in einer Liste zu führen. Personen, die noch nicht hier sind, werden über ihre E-Mail-Adresse eingeladen.',
    market:
      'Alle Kampagnen, Bestellungen und Links aller Shops, die neuesten zuerst. Grenzen Sie die Liste auf einen Shop, einen Creator oder einen Status ein, öffnen Sie einen Eintrag für Einzelheiten oder speichern Sie alle Treffer als Datei.',
    adminInvoices:
      'Rechnungen an Shops, deren Beträge eingehen, und Abrechnungen von Agenturen und Creators, die ausgezahlt werden. Markieren Sie sie einzeln, gemeinsam oder aus einer Datei der Bank als bezahlt.',
    receivables: 'Was Shops schulden, nach Alter der Forderung.',
    reconciliation:
      'Ordnen Sie Zahlungen aus Bankberichten Rechnungen und Auszahlungen zu. Genau passende Zahlungen werden automatisch zugeordnet.',
    reminders: 'Wer wann welche Mahnung erhält und welche Shops wegen überfälliger Rechnungen keinen Kredit haben.',
    accounting:
      'Das Hauptbuch eines Monats und seine Exporte für Buchhaltungsprogramme. Kein Buchhalter hat die Kontenpläne geprüft: Lassen Sie sie vor dem ersten Import prüfen.',
    balances:
      'Was jeder Creator und jede Agentur verdient hat und welcher Teil davon einbehalten, auszahlbar und ausgezahlt ist.',
    adminPayouts:
      'Wer als Nächstes ausgezahlt wird, wer aus welchem Grund nicht und welcher Betrag mindestens ausgezahlt wird.',
    runs: 'Zahlen Sie mehrere Guthaben einer Währung gemeinsam aus. Eine andere Person der Administration genehmigt einen Lauf, bevor seine Dateien exportiert werden können.',
    months:
      'Schließen Sie einen Monat ab, wenn er vorbei ist. Dabei entstehen Rechnungen und Abrechnungen; spätere Änderungen gehören zum nächsten Monat.',
    disputes: 'Bestellungen aller Shops, bei denen eine Person die richtige Meldung auswählen muss.',
    holds:
      'Stoppen Sie Auszahlungen eines Creators, einer Agentur oder eines Shops während einer Prüfung, und geben Sie sie danach frei.',
    voids:
      'Stornieren Sie Klicks, Bestellungen oder Einmalzahlungen, die nicht hätten zählen dürfen. Die Wirkung wird vorher gezeigt, und eine Stornierung lässt sich rückgängig machen.',
    marketplace:
      'Regeln für den ganzen Marktplatz: wer sich registrieren kann, welche Vergütungen und Grenzen als Standard gelten und wie Geld ausgezahlt wird.',
    accountSettings: 'Wie Personen sich registrieren und anmelden und für wen ein zweiter Faktor erforderlich ist.',
    site: 'Name, Farben und Texte der Seiten, die alle lesen können, und welche Shops und Kampagnen sie zeigen.',
    system: 'Ob der Dienst funktioniert: seine Aufträge, Mails und Zustellungen und was fehlgeschlagen ist.',
    account:
      'Ihr Profil, Ihre Sprache, Ihr Passwort, Ihr zweiter Faktor und Ihre Sitzungen. Sie können auch Ihre Daten exportieren oder das Konto löschen.',
    notifications: 'Was geschehen ist, Neuestes zuerst, und was Ihnen per Mail gesendet wird.',
    work: 'Offene Aufgaben in allen Ihren Rollen, fällige zuerst. Eine Aufgabe verschwindet, wenn sie erledigt ist.',
    sandboxes:
      'Probieren Sie den Marktplatz und seine API mit erzeugtem Verkehr und einer eigenen Uhr aus. Nichts in einer Sandbox ist echt, und niemand sonst sieht sie.',
    amounts:
      'Wie ein Betrag berechnet wurde, Schritt für Schritt bis zu einzelnen Klicks und Bestellungen. Daten, die andere betreffen, fehlen.',
  },
  steps: {
    createLink: 'Einen Link erstellen und teilen',
    joinCampaign: 'An einer Kampagne mit besserer Vergütung teilnehmen',
    readEarnings: 'Den eigenen Verdienst ansehen',
    claimOrder: 'Eine fehlende Bestellung melden',
    payoutDetails: 'Auszahlungsdaten vervollständigen',
    setUpTracking: 'Tracking einrichten',
    proveDomain: 'Die Domains des Shops nachweisen',
    createCampaign: 'Eine Kampagne erstellen',
    decideOrders: 'Ausstehende Bestellungen bestätigen oder ablehnen',
    decideClaims: 'Über Nachmeldungen entscheiden',
    readStatistics: 'Creators und Kampagnen vergleichen',
    payInvoice: 'Die Rechnung des Monats bezahlen',
    inviteTeam: 'Das Team einladen',
    openCreator: 'Einen Ihrer Creators öffnen',
    readAgencyEarnings: 'Den Verdienst von Creators und Agentur ansehen',
    agencyPayoutDetails: 'Auszahlungsdaten der Agentur vervollständigen',
    approveStore: 'Neue Shops freigeben',
    closeMonth: 'Den letzten Monat abschließen',
    markPaid: 'Rechnungen als bezahlt markieren',
    matchPayments: 'Zahlungen der Bank zuordnen',
    createRun: 'Einen Auszahlungslauf erstellen',
    reviewHolds: 'Auszahlungssperren prüfen',
    decideDisputes: 'Über strittige Bestellungen entscheiden',
    openPerson: 'Eine Person suchen',
    doWork: 'Ansehen, was auf Sie wartet',
  },
  terms: {
    click: {
      name: 'Klick',
      meaning:
        'Ein Besuch über einen Link. Nur gültige Klicks zählen: wiederholte Klicks derselben Person, Bots und Klicks gesperrter Creators zählen nicht.',
    },
    pending: {
      name: 'Ausstehend',
      meaning:
        'Der Shop hat über die Bestellung noch nicht entschieden. Die Provision ist vorläufig und wird nicht gezahlt.',
    },
    approved: {
      name: 'Bestätigt',
      meaning: 'Der Shop bestätigt die Bestellung. Die Provision wird für den Monat abgerechnet und dann gezahlt.',
    },
    denied: {
      name: 'Abgelehnt',
      meaning: 'Die Bestellung zählt nicht, etwa weil sie widerrufen wurde. Sie kostet und bringt nichts.',
    },
    attribution: {
      name: 'Zuordnung',
      meaning:
        'Der Klick oder der Gutschein, dem eine Bestellung zugerechnet wird. Ohne beides verdient niemand an der Bestellung.',
    },
    attributionWindow: {
      name: 'Zuordnungszeitraum',
      meaning: 'Die Anzahl der Tage zwischen Klick und Bestellung, in der die Bestellung dem Klick zugerechnet wird.',
    },
    tclid: {
      name: 'Klick-ID (tclid)',
      meaning:
        'Die Kennung eines Klicks, die an die Adresse des Shops angehängt wird. Der Shop sendet sie mit der Bestellung zurück, damit die Bestellung dem Klick zugerechnet wird.',
    },
    subId: {
      name: 'Sub-ID',
      meaning: 'Ein eigener Wert, den Sie an einen Link anhängen, etwa ?sub1=story, um Platzierungen zu vergleichen.',
    },
    voucher: {
      name: 'Gutschein',
      meaning:
        'Ein Code, der zu einem Creator gehört. Eine Bestellung ohne Klick, die ihn verwendet, wird dem Creator zugerechnet.',
    },
    perClick: {
      name: 'Vergütung pro Klick',
      meaning: 'Ein fester Betrag für jeden gültigen Klick.',
    },
    commission: {
      name: 'Provision',
      meaning:
        'Ein Anteil am Wert einer bestätigten Bestellung ohne Steuer, Versand und Erstattungen. Eine Kampagne kann verschiedene Anteile für Produkte, Kategorien und neue Kunden festlegen.',
    },
    bonus: {
      name: 'Bonus',
      meaning:
        'Ein fester Betrag, den eine Kampagne zahlt, wenn die bestätigten Bestellungen eines Monats eine Anzahl oder einen Wert erreichen.',
    },
    conversion: {
      name: 'Konversionsrate',
      meaning: 'Bestellungen je Klick: 5 % bedeutet, dass fünf von hundert Klicks zu einer Bestellung geführt haben.',
    },
    epc: {
      name: 'EPC',
      meaning: 'Verdienst je Klick: was für jeden Klick gezahlt wird, mit der Provision der Bestellungen.',
    },
    roas: {
      name: 'ROAS',
      meaning:
        'Ertrag der Werbeausgaben: der Wert der Bestellungen je Einheit der Kosten. 5 bedeutet, dass die Bestellungen das Fünffache ihrer Kosten wert sind.',
    },
    campaign: {
      name: 'Kampagne',
      meaning: 'Vergütungen und Aufgaben, die ein Shop Creators für begrenzte Zeit mit einem Budget anbietet.',
    },
    participant: {
      name: 'Teilnehmende',
      meaning: 'Creators, die zu einer Kampagne eingeladen sind, sich beworben haben oder teilnehmen.',
    },
    deliverable: {
      name: 'Beitrag',
      meaning:
        'Etwas, das Teilnehmende bis zu einem Termin einreichen, etwa ein Post. Der Shop nimmt einen Entwurf an oder bittet um Änderungen.',
    },
    publication: {
      name: 'Veröffentlichung',
      meaning:
        'Wo ein bestätigter Beitrag veröffentlicht wurde und wie er als Werbung gekennzeichnet ist. Der Shop nimmt die Angaben an oder bittet um eine Korrektur. Zahlen werden so eingetragen, wie die Plattform sie zeigt; eine Zahlung folgt daraus nicht.',
    },
    guarantee: {
      name: 'Garantierte Vergütung',
      meaning:
        'Geld, das ein Shop eingezahlt und für eine Kampagne reserviert hat. Was Creators dort verdienen, wird daraus genommen und bezahlt, auch wenn der Shop nichts tut. Der Shop kann es nicht vor dem genannten Tag zurücknehmen. Der angezeigte Betrag ist, was der Shop bezahlt, einschließlich des Anteils der Plattform.',
    },
    usageRights: {
      name: 'Nutzungsrechte',
      meaning:
        'Was ein Shop mit einem Post tun darf, etwa ihn auf seiner Website zeigen oder damit werben, und bis wann. Der Shop bietet sie an; sie gelten, sobald der Creator sie angenommen hat.',
    },
    customerProgramme: {
      name: 'Kundenprogramm',
      meaning:
        'Was ein Shop einem Creator für spätere Bestellungen von Kunden zahlt, die der Creator gewonnen hat. Der Shop legt die Sätze und ihre Dauer fest; eine Änderung gilt für neue Kunden.',
    },
    claim: {
      name: 'Nachmeldung',
      meaning:
        'Die Angabe eines Creators, dass eine Bestellung fehlt oder falsch ist. Der Shop entscheidet innerhalb einer Frist.',
    },
    appeal: {
      name: 'Einspruch',
      meaning:
        'Ein Widerspruch gegen eine Stornierung, eine Ablehnung oder eine abgelehnte Nachmeldung, den die Administration mit einer Antwort abschließt.',
    },
    void: {
      name: 'Stornierung',
      meaning: 'Die Aufhebung von Klicks, Bestellungen oder Einmalzahlungen durch die Administration, mit Begründung.',
    },
    statement: {
      name: 'Abrechnung',
      meaning:
        'Der Beleg über den Verdienst eines Creators oder einer Agentur in einem Monat. Er ersetzt eine Rechnung an die Plattform.',
    },
    selfBilling: {
      name: 'Gutschriftverfahren',
      meaning:
        'Die Plattform stellt die Rechnung im Namen des Creators oder der Agentur aus, die dem zugestimmt haben.',
    },
    invoice: {
      name: 'Rechnung',
      meaning: 'Was ein Shop für die Klicks, Bestellungen und Zahlungen eines Monats schuldet.',
    },
    creditNote: {
      name: 'Rechnungskorrektur',
      meaning: 'Eine negative Rechnung, die eine andere korrigiert.',
    },
    prepaidBalance: {
      name: 'Vorausbezahltes Guthaben',
      meaning: 'Geld, das ein Shop im Voraus gezahlt hat. Es bezahlt Rechnungen und erhöht den Kredit.',
    },
    creditLimit: {
      name: 'Kreditlimit',
      meaning:
        'Die höchste Summe, die ein Shop schulden darf. Ist sie erreicht, bringen Klicks und Bestellungen des Shops keinen Verdienst mehr.',
    },
    held: {
      name: 'Einbehalten',
      meaning:
        'Verdient, aber noch nicht auszahlbar: in der Wartefrist, gesperrt oder in Erwartung der Zahlung des Shops.',
    },
    holdPeriod: {
      name: 'Wartefrist',
      meaning: 'Die Tage nach einem Klick oder einer Bestellung, bevor der Verdienst auszahlbar ist.',
    },
    hold: {
      name: 'Gesperrt',
      meaning: 'Die Administration hat die Auszahlungen während einer Prüfung gestoppt. Die Beträge bleiben erhalten.',
    },
    minimumPayout: {
      name: 'Mindestauszahlung',
      meaning:
        'Der kleinste Betrag, der ausgezahlt wird. Ein kleineres Guthaben bleibt stehen, bis es diesen Betrag erreicht.',
    },
    payoutRun: {
      name: 'Auszahlungslauf',
      meaning:
        'Auszahlbare Guthaben einer Währung, die gemeinsam gezahlt werden. Eine Person der Administration erstellt ihn, eine andere genehmigt ihn.',
    },
    payee: {
      name: 'Zahlungsempfänger',
      meaning: 'Die Person oder Firma, die Auszahlungen erhält, mit rechtlichem Namen, Steuerdaten und Konto.',
    },
    release: {
      name: 'Freigabe',
      meaning:
        'Die Entscheidung, dass eine unbezahlte Rechnung eines Shops dennoch an Creators und Agenturen auszahlbar ist.',
    },
    reminder: {
      name: 'Mahnung',
      meaning: 'Eine Mail zu einer überfälligen Rechnung. Nach der letzten hat der Shop keinen Kredit, bis er zahlt.',
    },
    reconciliation: {
      name: 'Zahlungsabgleich',
      meaning: 'Der Vergleich der Zahlungen bei der Bank mit Rechnungen und Auszahlungen.',
    },
    month: {
      name: 'Monat',
      meaning:
        'Der Abrechnungszeitraum. Nach dem Abschluss ändern sich seine Beträge nicht mehr; Korrekturen gehören zum nächsten.',
    },
    urlRule: {
      name: 'URL-Regel',
      meaning: 'Erlaubt oder sperrt Links zu bestimmten Adressen des Shops.',
    },
    domainProof: {
      name: 'Nachweis einer Domain',
      meaning: 'Ein DNS-Eintrag oder eine Datei, die zeigt, dass eine Domain Ihnen gehört.',
    },
    productFeed: {
      name: 'Produktfeed',
      meaning: 'Eine Liste der Produkte eines Shops mit Preisen und Bildern, die regelmäßig gelesen wird.',
    },
    webhook: {
      name: 'Webhooks',
      meaning:
        'Nachrichten über Ereignisse an eine eigene Adresse. Sie sind mit einem Geheimnis signiert und werden bis zum Empfang wiederholt.',
    },
    secondFactor: {
      name: 'Zweiter Faktor',
      meaning: 'Ein anderer Nachweis als das Passwort: ein Passkey oder der Code einer App.',
    },
    sandbox: {
      name: 'Sandboxes',
      meaning: 'Ein eigener Marktplatz für Tests, mit eigenen Daten und einer eigenen Uhr.',
    },
  },
};

export default de;
