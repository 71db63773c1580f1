import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Kampanjens villkor',
  version: (version) => `Version ${version}`,
  since: (version, day) => `Version ${version}, sedan ${day}`,
  accept: (version) => `Jag har läst villkoren (version ${version}) och godkänner dem`,
  bound: (version, time) => `Du godkände version ${version} ${time}.`,
  boundByJoining: (version, time) =>
    `Version ${version} gällde när du gick med ${time}. Du har inte godkänt den uttryckligen.`,
  changed: (version) => `Villkoren har ändrats. Din version gäller för dig tills du godkänner version ${version}.`,
  showOwn: (version) => `Din version (${version})`,
  acceptNew: (version) => `Godkänn version ${version}`,
  questions: 'Butikens frågor',
  accepted: 'Villkoren är godkända.',
  hash: (hash) => `SHA-256: ${hash}`,
  store: {
    hint: 'Kreatörer godkänner villkoren när de går med. En ändrad text blir en ny version. Deltagare är fortsatt bundna av den version som de godkände.',
    none: 'Den här kampanjen har inga villkor.',
    text: 'Villkor',
    save: 'Spara',
    saved: 'Villkoren är sparade.',
    add: 'Lägg till villkor',
    edit: 'Redigera',
    remove: 'Ta bort',
    removed: 'Villkoren är borttagna.',
    sure: 'Ta bort villkoren?',
    sureText: 'Kreatörer som går med från och med nu godkänner inga villkor. Tidigare godkännanden finns kvar.',
    keep: 'Behåll',
  },
  participant: {
    title: 'Godkända villkor',
    none: 'Inga villkor godkända.',
    accepted: (version, time) => `Godkände version ${version} ${time}.`,
    joined: (version, time) => `Gick med ${time} när version ${version} gällde, utan att uttryckligen godkänna den.`,
  },
};
export default sv;
