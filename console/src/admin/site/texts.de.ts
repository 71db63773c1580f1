import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Öffentliche Seiten',
  hint: 'Name, Farben und Texte der Seiten, die jeder sehen kann: der Startseite, der Seiten von Shops, Kampagnen und Creators, die deren Inhaber veröffentlicht haben, und der rechtlichen Seiten. Sie erscheinen auf Englisch, Schwedisch und Deutsch.',
  look: 'Darstellung',
  name: 'Name des Marktplatzes',
  accent: 'Akzentfarbe',
  accentHint: 'Texte in dieser Farbe werden dunkler oder heller dargestellt, wo sie sonst nicht lesbar wären.',
  introduction: 'Einleitung',
  introductionHint: 'Die Sätze unter der Überschrift der Startseite. Leer: der Standardtext.',
  logo: 'Logo',
  logoHint: 'PNG oder JPEG; große Bilder werden verkleinert.',
  chooseLogo: 'Bild auswählen',
  removeLogo: 'Logo entfernen',
  badLogo: 'Dieses Bild kann nicht gelesen oder verkleinert werden. Wählen Sie ein PNG oder JPEG aus.',
  logoSaved: 'Logo gespeichert.',
  logoRemoved: 'Logo entfernt.',
  texts: 'Texte',
  textsHint:
    'Einfacher Text. Eine Leerzeile trennt Absätze, und eine Zeile, die mit „# “ beginnt, ist eine Überschrift. Ohne Text gibt es keine Seite.',
  terms: 'Nutzungsbedingungen',
  privacy: 'Datenschutzhinweise',
  noImprint: {
    title: 'Der Marktplatz hat kein Impressum',
    hint: 'Schreiben Sie unten eines, oder geben Sie Name und Anschrift des Unternehmens in der Konfiguration des Servers an. Bis dahin ist nicht erkennbar, wer ihn betreibt.',
  },
  imprint: 'Impressum',
  show: 'Startseite anzeigen',
  save: 'Speichern',
  saved: 'Einstellungen gespeichert.',
};

export default de;
