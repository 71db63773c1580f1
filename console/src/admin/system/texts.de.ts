import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'System',
  hint: 'Zustand dieses Servers, alle paar Sekunden aktualisiert.',
  well: 'Alle Systeme funktionieren.',
  troubles: 'Etwas erfordert Ihre Aufmerksamkeit:',
  trouble: {
    unavailable:
      'Die Datenbank ist nicht verfügbar. Klicks werden auf der Festplatte gespeichert, bis sie wieder erreichbar ist.',
    lag: (ms: string) => `Klicks werden erst nach ${ms} ms gezählt.`,
    refused: (count: string) => `${count} Klicks konnten nicht gespeichert werden und sind verloren.`,
    jobs: (count: string) =>
      `${count} Hintergrundaufträge sind fehlgeschlagen und werden nicht automatisch wiederholt.`,
    connections: 'Fast alle Datenbankverbindungen sind belegt.',
  },
  server: 'Server',
  database: 'Datenbank',
  clicks: 'Klickprotokoll',
  index: 'Links und Shops',
  jobs: 'Hintergrundaufträge',
  rows: {
    started: 'Gestartet',
    node: 'Node.js',
    memory: 'Arbeitsspeicher',
    requests: 'Beantwortete Anfragen',
    failed: 'Fehlgeschlagene Anfragen',
    average: 'Mittlere Antwortzeit',
    lag: 'Verzögerung der Ereignisschleife',
    zone: 'Zeitzone',
    version: 'PostgreSQL',
    answers: 'Antwortzeit',
    size: 'Größe',
    connections: 'Verbindungen',
    migrations: 'Migrationen',
    recorded: 'Erfasste Klicks',
    batch: 'Mittlere Stapelgröße',
    waiting: 'Klicks auf der Festplatte, noch nicht gezählt',
    clickLag: 'Zeit, bis ein Klick gezählt ist (95 %)',
    refused: 'Verlorene Klicks',
    stores: 'Shops im Index',
    jobsWaiting: 'Wartend oder laufend',
    jobsFailed: 'Endgültig fehlgeschlagen',
  },
  milliseconds: (count: string) => `${count} ms`,
  of: (part: string, all: string) => `${part} von ${all}`,
  bytes: (count: string) => `${count} MB`,
  noClicks: 'Dieser Server erfasst keine Klicks.',
  jobColumns: {
    kind: 'Art',
    state: 'Status',
    attempts: 'Versuche',
    next: 'Nächster Versuch',
    error: 'Fehler',
  },
  jobStates: { failed: 'Fehlgeschlagen', trying: 'Wird wiederholt' },
  noJobs: {
    title: 'Keine fehlgeschlagenen Aufträge',
    hint: 'Hier erscheinen fehlgeschlagene Hintergrundaufträge, zum Beispiel E-Mails.',
  },
  lists: 'Konfiguration',
};

export default de;
