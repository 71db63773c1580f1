import { Type } from 'typebox';
import { countryCode, nameSchemas, text } from '../../../platform/http/fields.ts';
import { isComplete, type StoreBilling } from './billing.ts';

const line = (description: string) => text({ max: 255, description });
const address = {
  company_name: line('The name of the company.'),
  street: line('Street and number.'),
  postal_code: line('Postal code.'),
  city: line('City.'),
  vat_number: line(
    'With the format of the country, which decides the VAT of invoices. Empty for a company without one.',
  ),
};

export const BillingBody = Type.Object(address);
export const BillingRecord = Type.Object(
  {
    ...address,
    country: countryCode(),
    is_complete: Type.Boolean({ description: 'Whether an invoice can be addressed: all but the VAT number is known.' }),
  },
  { description: 'The company that the invoices of a store are addressed to. Unknown texts are empty.' },
);

export function presentBilling(billing: StoreBilling) {
  return {
    company_name: billing.companyName,
    street: billing.street,
    postal_code: billing.postalCode,
    city: billing.city,
    vat_number: billing.vatNumber,
    country: billing.country,
    is_complete: isComplete(billing),
  };
}

nameSchemas({ StoreBilling: BillingRecord, StoreBillingInput: BillingBody });
