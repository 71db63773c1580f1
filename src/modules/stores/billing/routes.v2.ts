import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { countryCode, nameSchemas, text } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { onStore } from '../policy.ts';
import { lockStore } from '../record/change-store.ts';
import { changeBilling, isComplete, readBilling, type StoreBilling } from './billing.ts';

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

const BillingBody = Type.Object(address);
const BillingRecord = Type.Object(
  {
    ...address,
    country: countryCode(),
    is_complete: Type.Boolean({ description: 'Whether an invoice can be addressed: all but the VAT number is known.' }),
  },
  { description: 'The company that the invoices of a store are addressed to. Unknown texts are empty.' },
);

/** The billing address of stores. */
export function billingRoutes(app: FastifyInstance): void {
  const shared = {
    url: '/v2/stores/:store/billing',
    tags: ['Store management'],
    addition: true,
    policy: onStore('store'),
    replies: { 200: BillingRecord },
  } as const;
  operation(app, {
    ...shared,
    method: 'GET',
    operationId: 'getStoreBilling',
    needs: 'finance',
    summary: 'Read the billing address of a store',
    version: versionOf,
    handle: async ({ ctx, resource: { id } }) => present(await readBilling(ctx, id)),
  });

  operation(app, {
    ...shared,
    method: 'PUT',
    operationId: 'setStoreBilling',
    scope: 'money',
    // The VAT of later invoices follows from the VAT number.
    presence: 'fresh',
    // The address of a company sends nothing of others away.
    forUnproven: true,
    summary: 'Change the billing address of a store',
    description: 'For invoices that are issued from now on. The country is that of the store.',
    body: BillingBody,
    current: async ({ ctx, resource: { id } }) => {
      await lockStore(ctx.db, id);
      return versionOf(present(await readBilling(ctx, id)));
    },
    handle: async ({ ctx, resource: { id }, body }) =>
      present(
        await changeBilling(ctx, id, {
          companyName: body.company_name,
          street: body.street,
          postalCode: body.postal_code,
          city: body.city,
          vatNumber: body.vat_number,
        }),
      ),
  });
}

/** The fields that a change can set. */
const versionOf = ({ company_name, street, postal_code, city, vat_number }: Static<typeof BillingRecord>) => ({
  company_name,
  street,
  postal_code,
  city,
  vat_number,
});

function present(billing: StoreBilling) {
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
