import type { en } from './texts.en.ts';

const de: typeof en = {
  headline: 'Jeder Klick gezählt. Jeder Betrag erklärt.',
  story:
    'Creator machen aus Produktseiten Links, mit denen sie verdienen. Shops sehen, was jeder Link bringt. Am Monatsende erhalten alle ihr Geld, und jeder Betrag lässt sich bis zu seinen Klicks und Bestellungen zurückverfolgen.',
  signIn: 'Anmelden',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  wrong: 'E-Mail-Adresse oder Passwort ist falsch.',
  wrongCode: 'Der Code ist falsch oder wurde bereits verwendet.',
  code: 'Code aus Ihrer App oder Wiederherstellungscode',
  codeHint: 'Ihr Konto verwendet einen zweiten Faktor.',
  mailedCode: 'Code aus der E-Mail',
  mailedCodeHint:
    'Für diese Adresse gab es viele falsche Passwörter. Wenn das Passwort richtig ist, wurde ein Code an sie gesendet.',
  passkey: 'Mit Passkey anmelden',
  passkeyRefused: 'Dieser Passkey ist hier nicht bekannt.',
  passkeyFailed: 'Der Passkey konnte nicht verwendet werden. Versuchen Sie es erneut.',
  identity: (name: string) => `Weiter mit ${name}`,
  identityFailed: {
    no_account: 'Für diese Person gibt es kein Konto. Bitten Sie um eine Einladung oder registrieren Sie sich.',
    email_taken:
      'Das Konto mit dieser E-Mail-Adresse kann so nicht verwendet werden. Melden Sie sich mit Ihrem Passwort an.',
    provider_unavailable: 'Der Anmeldedienst antwortet nicht. Versuchen Sie es erneut.',
    sign_in_refused: 'Die Anmeldung wurde abgebrochen oder ist nicht mehr gültig. Versuchen Sie es erneut.',
  },
  toSignUp: 'Konto erstellen',
  toForgotten: 'Passwort vergessen?',
  toSignIn: 'Zurück zur Anmeldung',
  fresh: {
    demo: (password: string) => `Das Passwort der Demo lautet ${password}`,
    title: 'Bestätigen Sie Ihre Identität',
    hint: 'Diese Aktion ist besonders geschützt, und Ihre Anmeldung liegt einige Zeit zurück.',
    code: 'Code aus Ihrer App oder Wiederherstellungscode',
    passkey: 'Mit Passkey bestätigen',
    action: 'Bestätigen',
  },
  proof: {
    title: 'Bestätigen Sie Ihre E-Mail-Adresse',
    hint: (email: string) =>
      `Diese Aktion setzt eine bestätigte Adresse voraus. Wir können einen Link an ${email} senden. Öffnen Sie ihn in diesem Browser und wiederholen Sie danach die Aktion.`,
    action: 'E-Mail senden',
    sent: (email: string) => `Eine E-Mail wurde an ${email} gesendet.`,
  },
  ended: {
    title: 'Ihre Sitzung ist beendet',
    hint: (email) =>
      `Melden Sie sich erneut als ${email} an. Ihre Eingaben bleiben auf der Seite und werden danach gespeichert.`,
    elsewhere: (provider) => `Mit ${provider} in einem neuen Fenster anmelden`,
    proceed: 'Ich habe mich angemeldet',
    notYet: 'Sie haben sich noch nicht angemeldet.',
    leave: 'Seite verlassen und später anmelden',
  },
  demoTitle: 'Demo ansehen als',
  demoHint: 'Demodaten; Änderungen sind auch für andere sichtbar.',
  roles: { admin: 'Administrator', advertiser: 'Shop', agency: 'Agentur', creator: 'Creator' },
  about: {
    admin: 'verwaltet Personen, Monate und Zahlungen',
    advertiser: 'Nordic Runner: Kampagnen, Bestellungen, Kosten',
    agency: 'Nordljus: Creator und Verdienst',
    creator: 'erstellt Links, nimmt an Kampagnen teil, verdient',
  },
  reference: 'API-Referenz',
};

export default de;
