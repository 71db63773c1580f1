import type { Context } from '../../../platform/context.ts';
import type { PaymentProvider } from '../../../platform/payment-provider/provider.ts';
import { noteSetup, type PaymentSetup, readKnownSetup, readPaymentSetup } from './setup.ts';

/**
 * Asks the provider how a store pays now, and notes it: its newest complete set-up whose method has not been taken away, or none. Whoever
 * asks, when and how often, in the end what the provider knows is what is noted. A provider that keeps nothing is not asked.
 *
 * Who is overtaken, because somebody has noted another answer meanwhile, asks again, for that one may have been asked for earlier. Who is
 * overtaken twice need not: the second to overtake began from what the first had noted, and so has asked later than we began.
 * @param actorId whose wish it is; null: the provider's, which has told that something has changed
 * @throws Unavailable
 */
export async function refreshSetup(
  ctx: Pick<Context, 'db' | 'now'>,
  provider: PaymentProvider,
  { storeId, actorId }: { storeId: number; actorId: number | null },
): Promise<PaymentSetup> {
  const which = { storeId, provider: provider.name };
  if (provider.name === 'manual') return readPaymentSetup(ctx, which);
  for (let tries = 0; tries < 2; tries++) {
    const { customerId, revision } = await readKnownSetup(ctx, which);
    if (customerId === null) break;
    const setup = await provider.newestSetup(customerId);
    if (await noteSetup(ctx, { ...which, setup, actorId, askedAt: revision })) break;
  }
  return readPaymentSetup(ctx, which);
}
