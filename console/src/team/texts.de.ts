import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Team',
  hint: {
    store:
      'Personen, die für diesen Shop handeln, und was sie dürfen. Wer das Team verlässt, verliert sofort den Zugriff.',
    client:
      'Personen, die für diese Agentur handeln, und was sie dürfen. Wer das Team verlässt, verliert sofort den Zugriff.',
  },
  list: 'Teammitglieder',
  columns: {
    name: 'Name',
    email: 'E-Mail-Adresse',
    role: 'Rolle',
    factor: 'Zweiter Faktor',
    since: 'Dabei seit',
    remove: 'Entfernen',
  },
  yes: 'Ja',
  no: 'Nein',
  you: (name: string) => `${name} (Sie)`,
  roles: { owner: 'Inhaber', manager: 'Manager', finance: 'Finanzen', read_only: 'Nur Lesen' },
  roleHints: {
    owner: 'Alles, auch das Team',
    manager: 'Alles außer Zahlungen und Team',
    finance: 'Sieht alles, verwaltet Zahlungen',
    read_only: 'Sieht alles, ändert nichts',
  },
  roleOf: (name: string) => `Rolle von ${name}`,
  roleChanged: 'Rolle geändert.',
  none: { title: 'Noch keine Teammitglieder', hint: 'Laden Sie jemanden ein.' },
  remove: 'Entfernen',
  removeOf: (name: string) => `${name} entfernen`,
  removeTitle: (name: string) => `${name} aus dem Team entfernen?`,
  removeText: 'Die Person verliert sofort den Zugriff und wird per E-Mail informiert.',
  removed: 'Teammitglied entfernt.',
  leave: 'Team verlassen',
  leaveTitle: 'Dieses Team verlassen?',
  leaveText: 'Sie verlieren sofort den Zugriff. Ein Inhaber kann Sie wieder einladen.',
  left: 'Sie haben das Team verlassen.',
  keep: 'Abbrechen',
  invite: 'Teammitglied einladen',
  email: 'E-Mail-Adresse',
  emailHint:
    'Die Einladung wird an diese Adresse gesendet. Die eingeladene Person erstellt ein Konto oder verwendet ein vorhandenes.',
  role: 'Rolle',
  send: 'Einladung senden',
  sent: (email: string) => `Einladung an ${email} gesendet`,
  invites: 'Einladungen',
  status: { pending: 'Ausstehend', accepted: 'Angenommen', expired: 'Abgelaufen', revoked: 'Widerrufen' },
  takeBack: 'Widerrufen',
  takeBackLabel: (email: string) => `Einladung an ${email} widerrufen`,
  takenBack: 'Einladung widerrufen',
};

export default de;
