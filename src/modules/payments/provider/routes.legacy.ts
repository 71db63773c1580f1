import type { FastifyInstance } from 'fastify';
import { signedIn } from '../../../platform/auth/policy.ts';
import { operation } from '../../../platform/http/operation.ts';
import { onStore } from '../../stores/index.ts';
import type { PaymentDeps } from '../deps.ts';
import { openSetupSession } from './open-session.ts';
import { readPaymentDetails } from './payment-details.ts';
import { presentDetails, presentSession } from './present.ts';
import { PaymentDetails, PaymentDetailsBody, SetupSession } from './schemas.ts';

const tags = ['Orders, invoices, payments'];

/** A store's payment set-up in the legacy API. */
export function providerRoutesLegacy(app: FastifyInstance, { paymentProvider }: PaymentDeps): void {
  operation(app, {
    method: 'GET',
    url: '/advertiser/:id/payment-provider/session',
    operationId: 'openPaymentSession',
    summary: 'Open a session for the payment set-up of a store',
    description:
      'Each call opens a new session. Afterwards call `PUT /v2/stores/{store}/payment`, or set its `session_id` as the payment set-up.',
    tags,
    policy: onStore('id'),
    needs: 'finance',
    replies: { 200: SetupSession },
    handle: async ({ ctx, resource, reply }) => {
      reply.header('cache-control', 'no-store');
      return presentSession(paymentProvider.name, await openSetupSession(ctx, paymentProvider, resource));
    },
  });

  operation(app, {
    method: 'POST',
    url: '/advertiser/payment-details',
    operationId: 'getPaymentDetails',
    scope: 'money',
    presence: 'token',
    summary: 'Read the billing details and payment set-up of a store',
    description:
      'For members of the store and administrators. Without `store_id`, the caller’s only store. (The bodies are additions.)',
    tags,
    policy: signedIn,
    body: PaymentDetailsBody,
    replies: { 200: PaymentDetails },
    errors: ['no_matching_store', 403],
    handle: async ({ ctx, body: { store_id: storeId = null } }) =>
      presentDetails(await readPaymentDetails(ctx, { storeId, provider: paymentProvider.name })),
  });
}
