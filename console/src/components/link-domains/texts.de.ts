import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Eigene Domains',
  hint: 'Auf einer eigenen Domain wie go.example.com sind Links kürzer und tragen Ihren Namen. Verwenden Sie einen Hostnamen, auf dem sonst nichts läuft.',
  hintAgency:
    'Die Links Ihrer Creator sind auch auf einer Domain der Agentur wie go.example.com erreichbar. Verwenden Sie einen Hostnamen, auf dem sonst nichts läuft.',
  list: 'Domains',
  none: {
    title: 'Keine Domains',
    hint: 'Fügen Sie eine Domain hinzu, veröffentlichen Sie den Nachweis und richten Sie ihre DNS-Einträge auf die Plattform.',
  },
  label: 'Domain hinzufügen',
  placeholder: 'go.example.com',
  add: 'Hinzufügen',
  added: 'Domain hinzugefügt',
  proven: 'Nachgewiesen',
  unproven: 'Nicht nachgewiesen',
  provenOn: (day: string) => `Links sind hier seit ${day} erreichbar`,
  waiting: 'Links sind hier noch nicht erreichbar',
  remove: 'Entfernen',
  removeLabel: (host: string) => `${host} entfernen`,
  removeTitle: (host: string) => `${host} entfernen?`,
  removeWords:
    'Auf dieser Domain veröffentlichte Links funktionieren nicht mehr. Dieselben Links auf anderen Adressen funktionieren weiterhin.',
  removed: 'Domain entfernt',
  check: 'Jetzt prüfen',
  checkLabel: (host: string) => `Jetzt prüfen: ${host}`,
  nowProven: (host: string) => `${host} ist nachgewiesen`,
  notFound: 'Kein Nachweis gefunden',
  found: 'Gefunden',
  methods: { dns: 'DNS-Eintrag', file: 'Datei', meta: 'Meta-Tag' },
  point:
    'Richten Sie den Hostnamen nach dem Nachweis mit einem CNAME- oder A-Eintrag auf die Plattform. Sie beschafft das Zertifikat, wenn sie eigene Domains unterstützt.',
};

export default de;
