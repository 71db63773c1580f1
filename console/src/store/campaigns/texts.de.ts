import { boardDe } from './campaign/texts.de.ts';
import { formDe } from './form/texts.de.ts';
import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Kampagnen',
  hint: 'Befristete Angebote an Creator, jedes mit eigenen Konditionen und eigenem Budget.',
  make: 'Neue Kampagne',
  none: {
    title: 'Noch keine Kampagnen',
    hint: 'Eine Kampagne legt Vergütung, Zielgruppe und Budget fest.',
  },
  publicPage: {
    show: 'Öffentliche Seite anzeigen',
    hint: 'Alle können die Kampagne mit ihrer Vergütung finden und sich bewerben.',
    open: 'Seite öffnen',
    notYet: 'Die Seite erscheint, solange ein Beitritt zur Kampagne möglich ist.',
    saved: 'Öffentliche Seite gespeichert.',
  },
  noneFound: { title: 'Keine passenden Kampagnen', hint: 'Wählen Sie einen anderen Status oder ändern Sie die Suche.' },
  search: 'Nach Namen oder Nummer suchen',
  states: 'Status',
  allStates: 'Alle Status',
  status: { active: 'Läuft', paused: 'Pausiert', scheduled: 'Geplant', ended: 'Beendet', deleted: 'Gelöscht' },
  type: {
    standard: { name: 'Für alle', short: 'Gilt automatisch für die gesamte Zielgruppe.' },
    user_accept: { name: 'Auf Einladung', short: 'Sie laden ein, Creator nehmen an.' },
    store_accept: { name: 'Auf Bewerbung', short: 'Creator bewerben sich, Sie wählen aus.' },
    suggestion: { name: 'Auf Vorschlag', short: 'Ihnen werden Creator vorgeschlagen, Sie laden ein.' },
  },
  columns: {
    campaign: 'Kampagne',
    status: 'Status',
    dates: 'Zeitraum',
    pays: 'Zahlt',
    budget: 'Budget genutzt',
    participants: 'Teilnehmende',
    clicks: 'Klicks',
    actions: 'Aktionen',
  },
  waiting: (count: string) => `${count} zu prüfen`,
  dates: {
    open: 'Ohne Enddatum',
    until: (day: string) => `bis ${day}`,
    from: (day: string) => `ab ${day}`,
    between: (from: string, to: string) => `${from} – ${to}`,
  },
  pays: {
    click: (money: string) => `${money} pro Klick`,
    order: (share: string) => `${share} einer Bestellung`,
    once: (money: string) => `${money} einmalig`,
    usual: 'Standardvergütung',
  },
  budget: {
    none: 'Kein Limit',
    money: (used: string, all: string) => `${used} von ${all}`,
    clicks: (used: string, all: string) => `${used} von ${all} Klicks`,
    each: 'Limit pro Creator',
    shared: (title: string) => `Gemeinsam: ${title}`,
  },
  actions: {
    of: (campaign: string) => `Aktionen für ${campaign}`,
    pause: 'Pausieren',
    resume: 'Fortsetzen',
    copy: 'Duplizieren',
    edit: 'Bearbeiten',
    delete: 'Löschen',
    paused: 'Kampagne pausiert. Ihre Konditionen enden mit dem nächsten Klick.',
    resumed: 'Kampagne fortgesetzt.',
    deleted: 'Kampagne gelöscht.',
  },
  remove: {
    title: (campaign: string) => `${campaign} löschen?`,
    hint: 'Das lässt sich nicht rückgängig machen. Die Konditionen enden mit dem nächsten Klick. Creator behalten ihren Verdienst, und die Ergebnisse bleiben in Ihrer Statistik.',
    yes: 'Kampagne löschen',
    no: 'Behalten',
  },
  hashtags: {
    title: 'Ihre Hashtags',
    hint: 'Hashtags für Ihre Kampagnen in sozialen Netzwerken. Mit einem Klick fügen Sie sie einer Kampagne hinzu.',
    label: 'Hashtags',
    placeholder: 'Hashtag hinzufügen',
    save: 'Hashtags speichern',
    discard: 'Verwerfen',
    saved: 'Hashtags gespeichert',
  },
  form: formDe,
  board: boardDe,
};

export default de;
