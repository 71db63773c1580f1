import type { Language } from '../../../platform/locale.ts';
import { CONSENT_VERSION, consentText } from './consent-text.ts';
import type { Payee } from './read-payee.ts';

/** A payee as its owner and administrators read it. @param company the operator of the marketplace @param language of the text of the consent */
export function presentPayee({ details, consentedAt, accounts, vatCheck }: Payee, company: string, language: Language) {
  return {
    details:
      details === null
        ? null
        : {
            kind: details.kind,
            legal_name: details.legalName,
            street: details.street,
            postal_code: details.postalCode,
            city: details.city,
            country: details.country,
            vat_status: details.vatStatus,
            vat_number: details.vatNumber,
            tax_number: details.taxNumber,
            vat_confirmed_at: details.vatConfirmedAt?.toISOString() ?? null,
            tax_fields: details.taxFields,
            updated_at: details.updatedAt.toISOString(),
          },
    consent: {
      version: CONSENT_VERSION,
      text: consentText(company, language),
      given_at: consentedAt?.toISOString() ?? null,
    },
    vat_check:
      vatCheck === null
        ? null
        : {
            vat_number: vatCheck.vatNumber,
            outcome: vatCheck.outcome,
            checked_at: vatCheck.checkedAt.toISOString(),
            consultation_number: vatCheck.consultationNumber,
            registered_name: vatCheck.registeredName,
          },
    payout_accounts: accounts.map(({ id, method, currency, masked, createdAt, usableFrom }) => ({
      id,
      method,
      currency,
      masked,
      created_at: createdAt.toISOString(),
      usable_from: usableFrom.toISOString(),
    })),
  };
}
