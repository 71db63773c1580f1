import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Teilnahmebedingungen',
  version: (version: number) => `Version ${version}`,
  since: (version: number, day: string) => `Version ${version}, seit ${day}`,
  accept: (version: number) => `Ich habe die Bedingungen (Version ${version}) gelesen und stimme ihnen zu`,
  bound: (version: number, time: string) => `Sie haben der Version ${version} am ${time} zugestimmt.`,
  boundByJoining: (version: number, time: string) =>
    `Bei Ihrem Beitritt am ${time} galt die Version ${version}. Sie haben ihr nicht ausdrücklich zugestimmt.`,
  changed: (version: number) =>
    `Die Bedingungen haben sich geändert. Für Sie gilt Ihre Version, bis Sie der Version ${version} zustimmen.`,
  showOwn: (version: number) => `Ihre Version (${version})`,
  acceptNew: (version: number) => `Version ${version} zustimmen`,
  questions: 'Fragen des Shops',
  accepted: 'Bedingungen zugestimmt.',
  hash: (hash: string) => `SHA-256 ${hash}`,
  store: {
    hint: 'Creator stimmen diesen Bedingungen beim Beitritt zu. Ein geänderter Text wird zu einer neuen Version; für Teilnehmende gilt weiter die Version, der sie zugestimmt haben.',
    none: 'Für diese Kampagne gibt es keine Bedingungen.',
    text: 'Bedingungen',
    save: 'Speichern',
    saved: 'Bedingungen gespeichert.',
    add: 'Bedingungen hinzufügen',
    edit: 'Bearbeiten',
    remove: 'Entfernen',
    removed: 'Bedingungen entfernt.',
    sure: 'Bedingungen entfernen?',
    sureText: 'Creator, die ab jetzt beitreten, stimmen keinen Bedingungen zu. Frühere Zustimmungen bleiben bestehen.',
    keep: 'Behalten',
  },
  participant: {
    title: 'Zustimmung zu den Bedingungen',
    none: 'Keinen Bedingungen zugestimmt.',
    accepted: (version: number, time: string) => `Der Version ${version} am ${time} zugestimmt.`,
    joined: (version: number, time: string) =>
      `Am ${time} beigetreten, als die Version ${version} galt, ohne ihr ausdrücklich zuzustimmen.`,
  },
};

export default de;
