import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { operation } from '../../../platform/http/operation.ts';
import { onStore } from '../policy.ts';
import { TERMS_ARE_PROMISED } from '../promised-terms/keep-promised-terms.ts';
import { lockStore } from '../record/change-store.ts';
import { changeBilling, readBilling } from './billing.ts';
import { BillingBody, BillingRecord, presentBilling } from './schemas.ts';

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
    handle: async ({ ctx, resource: { id } }) => presentBilling(await readBilling(ctx, id)),
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
    description:
      'For invoices that are issued from now on. The country is that of the store. The VAT number cannot change while a campaign of the store has a guarantee.',
    body: BillingBody,
    errors: [TERMS_ARE_PROMISED],
    current: async ({ ctx, resource: { id } }) => {
      await lockStore(ctx.db, id);
      return versionOf(presentBilling(await readBilling(ctx, id)));
    },
    handle: async ({ ctx, resource: { id }, body }) =>
      presentBilling(
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
