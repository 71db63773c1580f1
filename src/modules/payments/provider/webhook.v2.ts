import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Policy } from '../../../platform/auth/policy.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { operation } from '../../../platform/http/operation.ts';
import { acceptRawBodies, rawBodyOf } from '../../../platform/http/raw-body.ts';
import { BadSignature } from '../../../platform/payment-provider/provider.ts';
import type { PaymentDeps } from '../deps.ts';
import { handlePaymentEvent } from './handle-event.ts';

/** The signature covers the body, so it is verified when the body is read, before any effect. */
const signedByProvider: Policy<null, null> = {
  name: 'signedByProvider',
  describe: 'The payment provider, by its signature over the body.',
  credential: 'none',
  subject: null,
  refusals: [],
  admit: async () => ({ actor: null, resource: null }),
};

/** Events of the payment provider. */
export function providerWebhook(app: FastifyInstance, { paymentProvider: provider, calendar }: PaymentDeps): void {
  acceptRawBodies(app, (scope) =>
    operation(scope, {
      method: 'POST',
      url: '/v2/webhooks/payment-provider',
      operationId: 'handlePaymentEvent',
      summary: 'Receive an event of the payment provider',
      description:
        'Stripe’s signed events about payment set-ups, payments of invoices and transfers. The current state is then read from Stripe, so that events may arrive late, repeatedly and in any ' +
        'order. Irrelevant events receive the same reply.',
      tags: ['Hooks'],
      addition: true,
      policy: signedByProvider,
      replies: { 200: Type.Object({ received: Type.Literal(true) }) },
      errors: ['bad_signature'],
      handle: async ({ ctx, request }) => {
        try {
          if (provider.name === 'manual') throw new BadSignature('no provider is configured');
          const event = provider.readEvent(rawBodyOf(request), request.headers, ctx.now());
          await handlePaymentEvent(ctx, { provider, calendar }, event);
        } catch (error) {
          if (!(error instanceof BadSignature)) throw error;
          throw new RuleRefused(
            'bad_signature',
            'The event is not signed by the payment provider, or its signature is too old.',
          );
        }
        return { received: true };
      },
    }),
  );
}
