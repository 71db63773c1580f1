import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Policy } from '../../../platform/auth/policy.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { operation } from '../../../platform/http/operation.ts';
import { acceptRawBodies, rawBodyOf } from '../../../platform/http/raw-body.ts';
import { BadSignature } from '../../../platform/payment-provider/provider.ts';
import type { PaymentDeps } from '../deps.ts';
import { handlePaymentEvent } from './handle-event.ts';

/** The signature is over the body, so it is looked at where the body is read: before anything is done. */
const signedByProvider: Policy<null, null> = {
  name: 'signedByProvider',
  describe: 'The payment provider, by its signature over the body.',
  credential: 'none',
  subject: null,
  refusals: [],
  admit: async () => ({ actor: null, resource: null }),
};

/** What the payment provider tells by itself. */
export function providerWebhook(app: FastifyInstance, { paymentProvider: provider }: PaymentDeps): void {
  acceptRawBodies(app, (scope) =>
    operation(scope, {
      method: 'POST',
      url: '/v2/webhooks/payment-provider',
      operationId: 'hearOfPayment',
      summary: 'The payment provider tells that something has happened',
      description:
        'Stripe’s signed events. What has become of a store’s payment set-up is then asked of Stripe, so events may come late, twice and in any ' +
        'order. Events that are of no use to us are answered alike.',
      tags: ['Hooks'],
      addition: true,
      policy: signedByProvider,
      replies: { 200: Type.Object({ received: Type.Literal(true) }) },
      errors: ['bad_signature'],
      handle: async ({ ctx, request }) => {
        try {
          if (provider.name === 'manual') throw new BadSignature('no provider is configured');
          const event = provider.readEvent(rawBodyOf(request), request.headers, ctx.now());
          await handlePaymentEvent(ctx, provider, event);
        } catch (error) {
          if (!(error instanceof BadSignature)) throw error;
          throw new RuleRefused('bad_signature', 'The event is not signed by the payment provider, or too long ago.');
        }
        return { received: true };
      },
    }),
  );
}
