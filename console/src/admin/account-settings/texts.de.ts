import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Konten und Sicherheit',
  hint: 'Wer sich registrieren kann, welche Konten ein Administrator freigeben muss, welche Bedingungen alle annehmen, und wer für die Anmeldung einen zweiten Faktor braucht.',
  signUp: 'Registrierung',
  signUpModes: { open: 'Offen', invitation: 'Nur mit Einladung zu einer Kampagne', closed: 'Geschlossen' },
  approve: 'Creator brauchen eine Freigabe',
  approveHint: 'Neue Creator können erst Links erstellen, wenn ein Administrator sie freigegeben hat.',
  factorTitle: 'Zweiter Faktor',
  administrators: 'Erforderlich für Administratoren',
  administratorsHint:
    'Sitzungen ohne Passkey oder Authenticator-App können den Marktplatz nicht verwalten. API-Token funktionieren weiterhin. Richten Sie zuerst einen zweiten Faktor für Ihr eigenes Konto ein.',
  stores: 'Erforderlich für Shops',
  storesHint:
    'Sitzungen ohne Passkey oder Authenticator-App können nicht für Shops handeln. API-Token funktionieren weiterhin.',
  termsTitle: 'Nutzungsbedingungen und Datenschutzhinweise',
  termsHint:
    'Bei der Registrierung wird den aktuellen Versionen zugestimmt. Ohne Angabe einer Version wird keine Zustimmung verlangt.',
  termsVersion: 'Version der Nutzungsbedingungen',
  termsUrl: 'URL der Nutzungsbedingungen',
  privacyVersion: 'Version der Datenschutzhinweise',
  privacyUrl: 'URL der Datenschutzhinweise',
  save: 'Speichern',
  saved: 'Einstellungen gespeichert.',
};

export default de;
