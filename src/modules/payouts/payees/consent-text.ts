import type { InLanguages, Language } from '../../../platform/locale.ts';

/** The version of the text that payees agree to, in every language. A changed text has a new version, and needs a new consent. */
export const CONSENT_VERSION = '2026-11';

const SENTENCES: InLanguages<(company: string) => readonly string[]> = {
  en: (company) => [
    `I agree that ${company} issues statements (self-billed invoices) in my name and on my behalf for what I earn on this marketplace.`,
    'I will not issue invoices of my own for the same earnings.',
    'I will accept each statement, or object to it within 14 days of its issue.',
    'I will tell the marketplace at once when my name, my address, my VAT number or my tax status changes.',
    'I can withdraw this consent for future statements. Nothing is then paid out until another procedure is agreed.',
  ],
  sv: (company) => [
    `Jag godkänner att ${company} utfärdar avräkningar (självfakturor) i mitt namn och för min räkning för det som jag tjänar på den här marknadsplatsen.`,
    'Jag utfärdar inga egna fakturor för samma intäkter.',
    'Jag godtar varje avräkning, eller invänder mot den inom 14 dagar från att den utfärdades.',
    'Jag meddelar marknadsplatsen omedelbart när mitt namn, min adress, mitt momsregistreringsnummer eller min skattestatus ändras.',
    'Jag kan återkalla det här godkännandet för kommande avräkningar. Då betalas inget ut förrän vi har kommit överens om ett annat förfarande.',
  ],
  de: (company) => [
    `Ich stimme zu, dass ${company} in meinem Namen und für meine Rechnung Abrechnungen im Gutschriftverfahren über meinen Verdienst auf diesem Marktplatz ausstellt.`,
    'Über denselben Verdienst stelle ich keine eigenen Rechnungen aus.',
    'Ich nehme jede Abrechnung an oder widerspreche ihr innerhalb von 14 Tagen nach der Ausstellung.',
    'Ich teile dem Marktplatz unverzüglich mit, wenn sich mein Name, meine Anschrift, meine Umsatzsteuer-Identifikationsnummer oder mein Steuerstatus ändert.',
    'Ich kann diese Zustimmung für künftige Abrechnungen widerrufen. Dann wird nichts ausgezahlt, bis ein anderes Verfahren vereinbart ist.',
  ],
};

/** The text of the consent to self-billing. @param company the operator of the marketplace */
export const consentText = (company: string, language: Language): string => SENTENCES[language](company).join(' ');
