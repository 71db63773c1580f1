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

/** How a store pays, in version 2. */
export function providerRoutes(app: FastifyInstance, { paymentProvider }: PaymentDeps): void {
  const policy = onStore('advertiser');

  operation(app, {
    method: 'GET',
    url: '/v2/advertisers/:advertiser/payment-setup',
    operationId: 'getPaymentSetup',
    summary: 'Read how a store pays',
    description: 'As we know it; the provider is not asked.',
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
    fresh: true,
    summary: 'Set how a store pays',
    description:
      'Takes the place of whichever set-up there was. With Stripe the set-up has to be this store’s, complete, and the newest; ' +
      'the manual provider’s is noted as it is given.',
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
    summary: 'Ask the payment provider how a store pays now',
    description:
      'Notes the newest complete set-up whose payment method has not been taken away, or that there is none. For when somebody comes back ' +
      'from the provider’s page; the provider’s events do the same. (Body ours.)',
    tags: ['Campaigns (offers)'],
    policy: onStore('store'),
    replies: { 200: PaymentSetup },
    handle: async ({ ctx, actor, resource: { id: storeId } }) =>
      presentPaymentSetup(await refreshSetup(ctx, paymentProvider, { storeId, actorId: actor.userId })),
  });
}
