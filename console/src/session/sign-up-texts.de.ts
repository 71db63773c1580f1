import type { en } from './sign-up-texts.en.ts';

const de: typeof en = {
  signUp: {
    title: 'Konto erstellen',
    about: 'Creator verdienen mit Links, Shops zahlen für das, was Links bringen, und Agenturen vertreten Creator.',
    toCampaign: 'Sobald Sie Ihre Adresse bestätigt haben, nehmen Sie an der Kampagne teil, zu der Sie eingeladen sind.',
    noCampaign: 'Diese Kampagne ist nicht mehr offen. Sie können trotzdem ein Konto erstellen.',
    invited: (store: string, campaign: string) =>
      campaign === ''
        ? `${store} lädt Sie zu einer Kampagne ein.`
        : `${store} lädt Sie zur Kampagne „${campaign}“ ein.`,
    haveAccount: 'Ich habe bereits ein Konto',
    closed: 'Derzeit können keine neuen Konten für Creator und Agenturen erstellt werden.',
    byInvitation: 'Creator registrieren sich über die Seite oder den Einladungslink einer Kampagne.',
    role: 'Kontotyp',
    roles: { creator: 'Creator', store: 'Shop', agency: 'Agentur' },
    store: {
      name: 'Name des Shops',
      domain: 'Domain',
      domainHint: 'Zum Beispiel shop.example. Nach der Registrierung weisen Sie nach, dass sie Ihnen gehört.',
      country: 'Land',
      currency: 'Währung',
      currencyHint: 'Richtet sich nach dem Land. Nach dem ersten Klick nicht mehr änderbar.',
      approval:
        'Ein Administrator gibt neue Shops frei, bevor sie Geld ausgeben können. Bis dahin können Sie alles vorbereiten.',
      noMarket: 'Dieser Marktplatz hat noch keinen Markt. Wenden Sie sich an einen Administrator.',
      action: 'Shop registrieren',
    },
    name: 'Ihr Name',
    agencyName: 'Name der Agentur',
    passwordHint: 'Mindestens 8 Zeichen.',
    accept: 'Ich akzeptiere:',
    terms: { terms: 'Nutzungsbedingungen', privacy: 'Datenschutzhinweise' },
    action: 'Konto erstellen',
    check: {
      title: 'Sehen Sie in Ihrem Postfach nach',
      sent: 'E-Mail gesendet an:',
      hint: 'Öffnen Sie den Link darin innerhalb einer Stunde. Wenn nichts ankommt, sehen Sie im Spam-Ordner nach.',
      again: 'Erneut senden',
      againIn: (seconds: number) => `Erneut senden in ${seconds} s`,
      sentAgain: 'E-Mail erneut gesendet an:',
      wrong: 'Falsche Adresse?',
    },
  },
  invitation: {
    title: 'Einladung',
    about:
      'Jemand hat Sie eingeladen, für einen Shop oder eine Agentur zu arbeiten. Hier sehen Sie, für wen, und nehmen an.',
    incomplete: 'Die Adresse ist unvollständig. Öffnen Sie sie genau so, wie sie in der E-Mail steht.',
    invalid:
      'Diese Einladung ist nicht mehr gültig. Sie wurde bereits verwendet oder ist abgelaufen. Bitten Sie um eine neue.',
    failed: 'Die Einladung konnte nicht geladen werden. Laden Sie die Seite neu.',
    invites: (inviter: string | null, name: string, kind: string) =>
      inviter === null
        ? `Sie sind eingeladen, für ${kind} ${name} zu arbeiten.`
        : `${inviter} lädt Sie ein, für ${kind} ${name} zu arbeiten.`,
    kinds: { advertiser: 'den Shop', agency: 'die Agentur' },
    as: (email: string, role: string) => `Konto: ${email}. Rolle: ${role}.`,
    roles: { owner: 'Inhaber', manager: 'Manager', finance: 'Finanzen', read_only: 'Nur Lesen' },
    action: 'Einladung annehmen',
    accepted: (name: string) => `Sie arbeiten jetzt für ${name}. Melden Sie sich an, um fortzufahren.`,
  },
  verify: {
    title: 'Bestätigen Sie Ihre Adresse',
    about: 'Ein Klick bestätigt, dass die Adresse Ihnen gehört. Danach sind Sie angemeldet und können beginnen.',
    hint: 'Bestätigen Sie Ihre Adresse, um sich anzumelden.',
    action: 'Bestätigen und anmelden',
  },
  forgotten: {
    title: 'Passwort zurücksetzen',
    about:
      'Geben Sie die Adresse Ihres Kontos ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen.',
    action: 'E-Mail senden',
    sent: (email: string) =>
      `Wenn zu ${email} ein Konto gehört, wurde eine E-Mail dorthin gesendet. Öffnen Sie den Link darin innerhalb einer Stunde.`,
  },
  reset: {
    title: 'Neues Passwort wählen',
    about: 'Das neue Passwort gilt sofort. Alle Sitzungen enden, auf diesem Gerät und auf allen anderen.',
    password: 'Neues Passwort',
    hint: 'Mindestens 8 Zeichen. Sie werden überall abgemeldet.',
    keep: 'Meine API-Token behalten',
    action: 'Passwort speichern',
    done: 'Passwort geändert. Melden Sie sich mit dem neuen Passwort an.',
  },
  change: {
    title: 'Bestätigen Sie Ihre Adresse',
    about: 'Ab jetzt gehen E-Mails zu Ihrem Konto an die neue Adresse, und Sie melden sich mit ihr an.',
    hint: 'Melden Sie sich bei dem Konto an, zu dem die Adresse gehört.',
    action: 'Adresse bestätigen',
    done: 'E-Mail-Adresse bestätigt.',
  },
};

export default de;
