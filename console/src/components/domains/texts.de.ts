import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Domains',
  hint: 'Seiten auf diesen Domains und ihren Subdomains gehören zum Shop. „www.“ wird ignoriert. Links zu einer Domain werden vergütet, sobald sie nachgewiesen ist oder die Plattform sie akzeptiert hat.',
  standings: { proven: 'Nachgewiesen', consented: 'Akzeptiert', unproven: 'Nicht nachgewiesen' },
  provenBy: { dns: 'DNS-Eintrag', file: 'Datei', meta: 'Meta-Tag' },
  accepted: (how: string, day: string) => `${how}, ${day}`,
  acceptedOn: (day: string) => `Durch die Plattform, ${day}`,
  checked: (when: string) => `Zuletzt geprüft: ${when}`,
  neverChecked: 'Noch nicht geprüft',
  none: { title: 'Keine Domains', hint: 'Fügen Sie eine Domain hinzu, damit Creator Links zum Shop erstellen können.' },
  label: 'Domain hinzufügen',
  placeholder: 'www.ihr-shop.example',
  add: 'Hinzufügen',
  added: (host: string) => `${host} hinzugefügt`,
  remove: 'Entfernen',
  removeLabel: (host: string) => `${host} entfernen`,
  removeTitle: (host: string) => `${host} entfernen?`,
  removeWords:
    'Links zu ihren Seiten, auch bestehende, werden ab dem nächsten Klick nicht mehr vergütet, und die URL-Regeln dieser Domain werden entfernt.',
  removed: (host: string) => `${host} entfernt`,
  consent: 'Akzeptieren',
  consentLabel: (host: string) => `${host} akzeptieren`,
  consentTitle: (host: string) => `${host} ohne Nachweis akzeptieren?`,
  consentWords:
    'Links zu ihren Seiten führen zu diesem Shop und werden vergütet. Akzeptieren Sie nur Domains, von denen Sie wissen, dass sie dem Shop gehören.',
  consented: (host: string) => `${host} akzeptiert`,
  instructions: 'Anleitung zum Nachweis',
  instructionsOf: (host: string) => `Anleitung zum Nachweis von ${host}`,
  oneOf:
    'Veröffentlichen Sie einen der folgenden Nachweise und prüfen Sie ihn dann. Ist die Domain nachgewiesen, können Sie ihn wieder entfernen.',
  dns: { title: 'DNS-Eintrag', type: 'Typ', name: 'Name', value: 'Wert' },
  file: { title: 'Datei', url: 'URL', content: 'Inhalt' },
  meta: { title: 'Meta-Tag', url: 'Seite', tag: 'Im head-Element der Seite' },
  check: 'Jetzt prüfen',
  checkLabel: (host: string) => `Jetzt prüfen: ${host}`,
  proven: (host: string) => `${host} ist nachgewiesen`,
  notFound: 'Kein Nachweis gefunden',
  found: 'Gefunden',
};

export default de;
