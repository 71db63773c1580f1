/** The version of the text that payees agree to. A changed text has a new version, and needs a new consent. */
export const CONSENT_VERSION = '2026-11';

/** The text of the consent to self-billing. @param company the operator of the marketplace */
export function consentText(company: string): string {
  return [
    `I agree that ${company} issues statements (self-billed invoices) in my name and on my behalf for what I earn on this marketplace.`,
    'I will not issue invoices of my own for the same earnings.',
    'I will accept each statement, or object to it within 14 days of its issue.',
    'I will tell the marketplace at once when my name, my address, my VAT number or my tax status changes.',
    'I can withdraw this consent for future statements. Nothing is then paid out until another procedure is agreed.',
  ].join(' ');
}
