import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Tracking',
  hint: 'Wie Ihr Shop Bestellungen meldet. Eine Methode genügt; eine zweite erfasst, was der ersten entgeht.',
  live: {
    title: 'Bestell-Tracking',
    hint: 'Wird alle paar Sekunden aktualisiert.',
    ways: { sales_pixel: 'Skript oder Bild auf Ihren Seiten', shop_plugin: 'Shop-Plugin', server: 'Ihr Server' },
    works: 'Funktioniert',
    nothingYet: 'Noch nicht eingerichtet. Wählen Sie unten eine Methode aus.',
    nothingLately: 'Keine Bestellungen in der letzten Woche. Prüfen Sie die jüngsten Änderungen an Ihren Seiten.',
    unused: 'Nicht verwendet',
    waiting: 'Warten auf das erste Ereignis …',
    justNow: 'Soeben ist eine Bestellung eingegangen',
    scriptNow: 'Soeben hat eine Seite das Skript geladen',
    loaded: (when: string) => `Skript zuletzt geladen: ${when}; noch keine Bestellungen`,
    script: (when: string) => `Skript zuletzt geladen: ${when}`,
    seen: (when: string) => `Funktioniert; letzte Bestellung: ${when}`,
    silent: (when: string) => `Inaktiv; letzte Bestellung: ${when}`,
    activated: (when: string) => `Plugin aktiviert: ${when}; noch keine Bestellungen`,
  },
  ways: {
    shopify: 'Shopify',
    woocommerce: 'WooCommerce',
    medusa: 'Medusa',
    vendure: 'Vendure',
    script: 'Skript',
    image: 'Bild',
    plugin: 'Eigenes Plugin',
    server: 'Ihr Server',
  },
  waysLabel: 'Tracking-Methoden',
  instead: {
    script: 'Stattdessen das Skript verwenden',
    image: 'Keine Skripte auf Ihren Seiten? Stattdessen ein Bild verwenden',
    server: 'Stattdessen einen API-Schlüssel verwenden',
    plugin: 'Hat Ihr Shopsystem ein Plugin mit Aktivierungsschlüssel?',
  },
  further: 'Weitere Möglichkeiten und alle Felder der Bestellung',
  first: {
    waiting: 'Warten auf Ihre erste Bestellung …',
    received: (when: string) => `Bestellungen gehen ein. Die letzte kam ${when}.`,
  },
  about: {
    shopify:
      'Webhooks melden bezahlte Bestellungen, Erstattungen und Stornierungen, und ein eigenes Pixel ergänzt den Klick. Bestellungen können im Browser nicht gefälscht werden.',
    woocommerce:
      'Ein Plugin für WordPress meldet bezahlte Bestellungen, Erstattungen und Stornierungen. Bestellungen können im Browser nicht gefälscht werden.',
    medusa:
      'Ein Plugin für den Server von Medusa meldet Bestellungen, Erstattungen und Stornierungen. Bestellungen können im Browser nicht gefälscht werden.',
    vendure:
      'Ein Plugin für den Server von Vendure meldet Bestellungen, Erstattungen und Stornierungen. Bestellungen können im Browser nicht gefälscht werden.',
    script:
      'Für jeden Shop, dessen Seiten um HTML ergänzt werden können. Erkennt den Klick, der zu einer Bestellung geführt hat.',
    image: 'Für Seiten ohne Skripte. Ihr Shop muss den Klick der Bestellung angeben.',
    plugin:
      'Für Shopsysteme mit unserem Plugin. Bestellungen können im Browser weder gefälscht noch durch Blocker verhindert werden.',
    server: 'Ihr Server meldet jede Bestellung. Sie können im Browser nicht gefälscht werden.',
  },
  steps: {
    snippet: {
      title: 'Fügen Sie dies im head-Element jeder Seite ein',
      hint: 'Es speichert den Klick jeder Person, die Ihren Shop besucht.',
    },
    order: {
      title: 'Fügen Sie dies auf der Bestellbestätigungsseite ein',
      hint: 'Tragen Sie Nummer und Wert der Bestellung ein, nach dem sich die Provision richtet.',
      once: 'Geben Sie den Aufruf einmal je Bestellung aus oder signieren Sie Ihre Seiten: Eine unsignierte Wiederholung widerspricht der ersten.',
    },
    noScript: {
      title: 'Ohne JavaScript',
      hint: 'Funktioniert mit einer strengen Content Security Policy.',
    },
    ownDomain: {
      title: 'Optional: das Skript von der eigenen Domain laden',
      hint: (path: string, target: string) =>
        `Dort wird es nicht von Blockern verhindert. Lassen Sie Ihren Server ${path} an ${target} weiterleiten, und verwenden Sie diesen Code in Schritt 1. Die Anleitung „Tracking on the store’s own domain“ enthält die Einstellungen gängiger Server und die zur Einwilligung.`,
    },
    image: {
      title: 'Fügen Sie dieses Bild auf der Bestellbestätigungsseite ein',
      hint: (parameter: string) =>
        `Tragen Sie Nummer, Wert und Klick ein. Die Klick-ID steht im Parameter ${parameter} der URL der Zielseite.`,
    },
    key: {
      title: 'Geben Sie diesen Schlüssel in den Einstellungen des Plugins ein',
      hint: 'Halten Sie ihn geheim und veröffentlichen Sie ihn nie auf einer Seite. Er wird nur einmal angezeigt, wenn er erstellt wird.',
    },
    plugin: {
      title: 'Fertig, wenn es für Ihr Shopsystem unser Plugin gibt',
      hint: 'Andernfalls kann Ihr Server tun, was das Plugin tut:',
    },
    token: {
      title: 'Erstellen Sie einen API-Schlüssel des Shops',
      hint: 'Mit der Berechtigung „Bestellungen“. Ihr Server sendet ihn mit jeder Bestellung. Halten Sie ihn geheim.',
      link: 'API-Schlüssel',
    },
    server: {
      title: 'Melden Sie jede Bestellung von Ihrem Server',
      hint: 'Eine doppelt gemeldete Bestellung wird nur einmal angelegt; Sie können Meldungen gefahrlos wiederholen.',
    },
    systems: {
      shopify: {
        title: 'Betreiben Sie den Empfänger der Webhooks, und fügen Sie das eigene Pixel hinzu',
        hint: 'Die Anleitung „Shopify“ beschreibt jeden Schritt. Empfänger und Pixel brauchen diese Werte, der Empfänger auch den Schlüssel.',
      },
      woocommerce: {
        title: 'Installieren Sie das Plugin „Tributary for WooCommerce“',
        hint: 'Die Anleitung „WooCommerce“ beschreibt jeden Schritt. Tragen Sie diese Werte und den Schlüssel unter WooCommerce, Tributary ein.',
      },
      medusa: {
        title: 'Fügen Sie das Plugin zur Konfiguration von Medusa hinzu',
        hint: 'Die Anleitung „Medusa“ beschreibt jeden Schritt. Geben Sie dem Server diese Werte und den Schlüssel als Umgebungsvariablen.',
      },
      vendure: {
        title: 'Fügen Sie das Plugin zur Konfiguration von Vendure hinzu',
        hint: 'Die Anleitung „Vendure“ beschreibt jeden Schritt. Geben Sie dem Server diese Werte und den Schlüssel als Umgebungsvariablen.',
      },
    },
    done: {
      title: 'Folgen Sie dem Link eines Creators, und geben Sie eine Testbestellung auf',
      hint: 'Diese Seite bemerkt sie von selbst.',
    },
  },
  copyStep: (step: string) => `Kopieren: ${step}`,
  parameters: 'Felder der Bestellung',
  parameter: { name: 'Feld', required: 'Pflicht', description: 'Beschreibung' },
  required: 'Pflicht',
  optional: 'Optional',
  keyHidden: 'Es gibt einen Schlüssel. Er wurde beim Erstellen angezeigt und kann nicht noch einmal angezeigt werden.',
  noKey: 'Noch kein Schlüssel.',
  keyOnce: 'Kopieren Sie jetzt den Schlüssel. Er wird nur einmal angezeigt.',
  makeKey: 'Schlüssel erstellen',
  rotate: {
    button: 'Schlüssel ersetzen',
    title: 'Aktivierungsschlüssel ersetzen?',
    warning:
      'Der aktuelle Schlüssel wird sofort ungültig. Bestellungen werden abgewiesen, bis der neue Schlüssel im Plugin eingetragen ist. Das lässt sich nicht rückgängig machen.',
    confirm: 'Schlüssel ersetzen',
    cancel: 'Schlüssel behalten',
    done: 'Schlüssel erstellt. Tragen Sie ihn im Plugin ein.',
  },
  window: {
    title: 'Zuordnungszeitraum',
    label: 'Tage',
    hint: 'Eine Bestellung zählt für einen Creator, wenn sie innerhalb dieser Zeit nach dem Klick aufgegeben wird.',
    changing: (days: number) =>
      `Derzeit ${days === 1 ? '1 Tag' : `${days} Tage`}. Die Änderung gilt für neue Bestellungen, auf Ihren Seiten innerhalb eines Tages.`,
    wrong: (most: number) => `Geben Sie eine ganze Zahl von 1 bis ${most} ein.`,
    save: 'Speichern',
    discard: 'Verwerfen',
    saved: 'Zuordnungszeitraum gespeichert',
  },
  passed: {
    title: 'Kampagnenparameter',
    hint: 'Wird ein Link mit einem dieser Parameter aufgerufen, erhält ihn Ihre Seite. Parameter, die in der URL der Seite schon stehen, bleiben unverändert.',
    label: 'Parameter, die mit utm_ beginnen, und Klick-IDs wie gclid',
    save: 'Parameter speichern',
    discard: 'Verwerfen',
    saved: 'Kampagnenparameter gespeichert',
  },
  refused: {
    title: 'Abgewiesene Meldungen',
    hint: (count: number) =>
      count === 1
        ? '1 Meldung wurde in den letzten 30 Tagen abgewiesen.'
        : `${count} Meldungen wurden in den letzten 30 Tagen abgewiesen.`,
    fault: (field: string, reason: string) => `${field}: ${reason}`,
    times: (count: number, when: string) => `${count} × an dem Tag, zuletzt ${when}`,
  },
  unconfirmed: {
    title: 'Unbestätigte Meldungen',
    hint: (limit: string, days: number) =>
      `Seiten ohne Signatur meldeten mehr Bestellungen, als für den Shop üblich ist: mehr als ${limit} an einem Tag, oder zu viele von einer Adresse. Weitere Meldungen werden ${days} Tage aufbewahrt. Sie kosten nichts und sind keine Bestellungen, bis Sie sie erfassen.`,
    full: (kept: string, capacity: string) => `${kept} von höchstens ${capacity} Meldungen sind aufbewahrt.`,
    dropped: (count: string) => `Heute wurden ${count} Meldungen abgewiesen, weil keine weiteren aufbewahrt werden.`,
    hour: ({ hour, reports, attributed, orders }: Record<'hour' | 'reports' | 'attributed' | 'orders', string>) =>
      `${hour}: ${reports} aufbewahrte Meldungen, davon ${attributed} mit Creator; ${orders} offene Bestellungen ohne Creator`,
    record: 'Erfassen',
    discard: 'Verwerfen',
    discardUnattributed: 'Die ohne Creator verwerfen',
    deny: 'Bestellungen ohne Creator ablehnen',
    labelOf: (action: string, hour: string) => `${action}: ${hour}`,
    questions: {
      record: (count: string) => `${count} Meldungen erfassen?`,
      discard: (count: string) => `${count} Meldungen verwerfen?`,
      deny_orders: (count: string) => `${count} Bestellungen ablehnen?`,
    },
    texts: {
      record: 'Jede Meldung wird eine Bestellung, als wäre sie bei ihrem Eintreffen erfasst worden.',
      discard: 'Die Meldungen werden entfernt. Das lässt sich nicht rückgängig machen.',
      deny_orders:
        'Die offenen Bestellungen dieser Stunde, die nur Seiten ohne Signatur gemeldet haben und die zu keinem Creator gehören, werden abgelehnt.',
    },
    keep: 'Abbrechen',
    done: (count: string) => `Erledigt: ${count}`,
    partlyDone: (count: string, kept: string) => `Fertig: ${count}. ${kept} Meldungen können nicht erfasst werden.`,
    cannotBeRecorded: 'Meldungen, die nicht erfasst werden können',
    refusedReport: (order: string, reason: string) => `Bestellung ${order} kann nicht erfasst werden: ${reason}`,
  },
  rules: {
    days: 'Bestellungen bestätigen nach (Tagen)',
    daysHint:
      'Offene Bestellungen werden so viele Tage nach der Bestellung von selbst bestätigt, von 1 bis 90. Leer: Sie entscheiden über jede Bestellung selbst. Eine kürzere Frist gilt nach einer Woche auch für frühere Bestellungen.',
    title: 'Akzeptierte Meldungen',
    hint: 'Das Tracking-Bild einer Seite kann jeder abrufen. Wählen Sie die Methoden aus, denen Sie vertrauen. Andere Meldungen werden gespeichert und kosten nichts.',
    ways: 'Akzeptierte Methoden',
    waysHint: 'Meldungen des Plugins oder des Servers werden abgewiesen, solange ihre Methode nicht akzeptiert ist.',
    signed: 'Von Seiten nur signierte Meldungen akzeptieren',
    signedHint: 'Seiten müssen eine Signatur senden, die Ihr Server mit dem Schlüssel unten erzeugt.',
    signedNeedsSecret: 'Erstellen Sie zuerst einen Signaturschlüssel.',
    attribution: 'Bestellungen mit Klick und Code',
    attributionHint: 'Eine Bestellung behält die Regel, unter der sie aufgegeben wurde.',
    attributions: { click_first: 'Der Klick entscheidet', code_first: 'Der Code eines Creators entscheidet' },
    most: (currency: string) => `Höchster Bestellwert (${currency})`,
    mostHint: 'Bestellungen über diesem Wert müssen Sie prüfen.',
    wrong: 'Wählen Sie mindestens eine Methode aus und geben Sie einen Betrag über 0 ein.',
    save: 'Regeln speichern',
    saved: 'Regeln gespeichert',
    secret: 'Signaturschlüssel',
    secretHint:
      'Wird nur einmal angezeigt, wenn er erstellt wird. Nach dem Ersetzen gilt der vorherige noch sieben Tage.',
    secretOnce: 'Kopieren Sie jetzt den Signaturschlüssel. Er wird nur einmal angezeigt.',
    makeSecret: 'Signaturschlüssel erstellen',
    replaceSecret: 'Signaturschlüssel ersetzen',
    secretMade: 'Signaturschlüssel erstellt',
  },
  keys: {
    title: 'API-Schlüssel',
    hint: 'Für Programme des Shops. Ein Schlüssel gehört dem Shop: Er bleibt gültig, wenn die Person, die ihn erstellt hat, das Team verlässt.',
    forOwners: 'Nur Inhaber des Shops erstellen und widerrufen Schlüssel.',
    name: 'Name',
    prefix: 'Präfix',
    scopes: 'Berechtigungen',
    scopeNames: {
      read: 'Lesen',
      orders: 'Bestellungen',
      campaigns: 'Kampagnen',
      webhooks: 'Webhooks',
      gifts: 'Geschenke, mit Adressen',
    },
    createdBy: 'Erstellt von',
    used: 'Zuletzt verwendet',
    never: 'Nie',
    expires: 'Läuft ab',
    days: 'Gültig für (Tage)',
    daysHint: 'Leer: der Schlüssel läuft nicht ab.',
    make: 'API-Schlüssel erstellen',
    made: 'Kopieren Sie jetzt den Schlüssel. Er wird nur einmal angezeigt.',
    secret: 'API-Schlüssel',
    revoke: 'Widerrufen',
    revokeLabel: (name: string) => `${name} widerrufen`,
    revokeTitle: (name: string) => `${name} widerrufen?`,
    revokeText:
      'Programme, die diesen Schlüssel verwenden, verlieren sofort den Zugriff. Das lässt sich nicht rückgängig machen.',
    revoked: 'API-Schlüssel widerrufen',
    keep: 'Behalten',
    empty: {
      title: 'Noch keine API-Schlüssel',
      hint: 'Mit einem Schlüssel kann Ihr Server Bestellungen melden und entscheiden.',
    },
  },
  test: {
    title: 'Testbestellung',
    hint: 'Sendet eine nicht zugeordnete Bestellung im Wert von 1,00, so wie Ihr Server es täte. Sie kostet nichts. Lehnen Sie sie danach ab, damit sie nicht in Ihrem Bestellwert steht.',
    send: 'Testbestellung senden',
    sent: (number: string) => `Testbestellung ${number} ist eingegangen`,
    list: 'Ausstehende Testbestellungen',
    deny: 'Ablehnen',
    denyLabel: (number: string) => `${number} ablehnen`,
    denied: (number: string) => `${number} abgelehnt`,
  },
  vouchers: {
    title: 'Gutscheine',
    hint: 'Codes, die Creatorn zugewiesen sind. Eine Bestellung mit dem Code zählt für den Creator, auch ohne Klick.',
    columns: { code: 'Code', creator: 'Creator', since: 'Zugewiesen' },
    empty: {
      title: 'Noch keine Gutscheine',
      hint: 'Weisen Sie einem Creator einen Code zu für Orte, an denen Links nicht funktionieren.',
    },
    give: 'Gutschein zuweisen',
    code: 'Code',
    codeHint: 'Groß- und Kleinschreibung spielt keine Rolle.',
    creator: 'Creator',
    exclusive: 'Exklusiv',
    exclusiveHint:
      'Bestellungen mit dem Code gehören immer diesem Creator, auch nach einem Klick eines anderen. Das lässt sich später nicht ändern.',
    exclusiveCode: (code: string) => `${code} (exklusiv)`,
    submit: 'Zuweisen',
    given: (code: string) => `${code} zugewiesen`,
    take: 'Entfernen',
    takeLabel: (code: string) => `${code} entfernen`,
    taken: (code: string) => `${code} entfernt`,
    needsCreator: 'Wählen Sie einen Creator aus',
  },
  waiting: {
    open: 'Frühere Bestellungen',
    openLabel: (code: string) => `Frühere Bestellungen mit ${code}`,
    title: (code: string) => `Frühere Bestellungen mit ${code}`,
    hint: 'Diese Bestellungen nennen den Code, wurden aber aufgegeben, bevor er jemandem gehörte. Sie kosten nichts, solange Sie sie nicht zuordnen.',
    none: 'Keine Bestellung wartet auf diesen Code.',
    order: ({ number, value, day }: { number: string; value: string; day: string }) => `${number}: ${value}, ${day}`,
    attribute: (name: string) => `${name} zuordnen`,
    reason: (code: string) => `Die Bestellung nennt den Code ${code}.`,
    done: 'Bestellung zugeordnet',
  },
  picker: {
    hint: 'Creator mit Ergebnissen für Ihren Shop im letzten Jahr. Suchen Sie nach dem Namen.',
    nothing: 'Keine passenden Creator',
  },
};

export default de;
