import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import { onStore } from '../../stores/index.ts';
import type { PaymentDeps } from '../deps.ts';
import { presentPaymentSetup } from './present.ts';
import { refreshSetup } from './refresh-setup.ts';
import { PaymentSetup, PaymentSetupBody } from './schemas.ts';
import { setPaymentSetup } from './set-setup.ts';
import { readPaymentSetup } from './setup.ts';

const tags = ['Advertiser administration'];

/** A store's payment set-up in API v2. */
export function providerRoutes(app: FastifyInstance, { paymentProvider }: PaymentDeps): void {
  const policy = onStore('advertiser');

  operation(app, {
    method: 'GET',
    url: '/v2/advertisers/:advertiser/payment-setup',
    operationId: 'getPaymentSetup',
    summary: 'Read the payment set-up of a store',
    description: 'The stored set-up; the provider is not contacted.',
    tags,
    policy,
    replies: { 200: PaymentSetup },
    handle: async ({ ctx, resource: { id: storeId } }) =>
      presentPaymentSetup(await readPaymentSetup(ctx, { storeId, provider: paymentProvider.name })),
  });

  operation(app, {
    method: 'POST',
    url: '/v2/advertisers/:advertiser/payment-setup',
    scope: 'money',
    operationId: 'setPaymentSetup',
    // How the store pays sends nothing of others away.
    forUnproven: true,
    presence: 'fresh',
    summary: 'Set the payment set-up of a store',
    description:
      'Replaces the previous set-up. With Stripe, the set-up must belong to this store, be complete, and be the newest; ' +
      'with the manual provider it is stored unchanged.',
    tags,
    policy,
    body: PaymentSetupBody,
    replies: { 200: PaymentSetup },
    errors: ['payment_setup_unknown', 'payment_setup_incomplete', 'payment_setup_outdated'],
    handle: async ({ ctx, resource: { id: storeId }, body: { payment_setup_id: setupId } }) =>
      presentPaymentSetup(await setPaymentSetup(ctx, paymentProvider, { storeId, setupId })),
  });

  operation(app, {
    method: 'PUT',
    url: '/v2/stores/:store/payment',
    scope: 'money',
    operationId: 'refreshPayment',
    presence: 'token',
    summary: 'Refresh the payment set-up from the payment provider',
    description:
      'Stores the newest complete set-up whose payment method is still attached, or none. Call it after a user returns ' +
      'from the provider’s page. The provider’s events have the same effect. (The body is an addition.)',
    tags: ['Campaigns (offers)'],
    policy: onStore('store'),
    replies: { 200: PaymentSetup },
    handle: async ({ ctx, actor, resource: { id: storeId } }) =>
      presentPaymentSetup(await refreshSetup(ctx, paymentProvider, { storeId, actorId: actor.userId })),
  });
}
