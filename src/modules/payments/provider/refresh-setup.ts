import type { Context } from '../../../platform/context.ts';
import type { PaymentProvider } from '../../../platform/payment-provider/provider.ts';
import { noteSetup, type PaymentSetup, readKnownSetup, readPaymentSetup } from './setup.ts';

/**
 * Reads a store's payment setup from the provider and stores it: the newest complete setup whose payment method is still
 * attached, or none. However often and concurrently this runs, the provider's state is finally stored. A provider without stored
 * setups is not contacted.
 *
 * If another refresh has stored a reply in the meantime, this one queries again, because the stored reply may be older. If that
 * happens twice, it stops: the second refresh began after the first had stored its reply, and therefore queried after this one
 * began.
 * @param actorId the requesting user; null: an event of the provider
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
