import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import type { PaymentProvider } from '../../../platform/payment-provider/provider.ts';
import { refreshSetup } from './refresh-setup.ts';
import { noteSetup, type PaymentSetup, readKnownSetup, readPaymentSetup } from './setup.ts';

/**
 * Sets a store's payment set-up. It is verified with the provider if the provider stores set-ups; otherwise it is stored unchanged.
 * @param setupId the provider's id of the set-up or of its session
 * @throws RuleRefused `payment_setup_unknown` (unknown, or of another store), `payment_setup_incomplete`,
 *   `payment_setup_outdated` (detached, or replaced by a newer one); Unavailable
 */
export async function setPaymentSetup(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  provider: PaymentProvider,
  { storeId, setupId }: { storeId: number; setupId: string },
): Promise<PaymentSetup> {
  const which = { storeId, provider: provider.name };
  const actorId = ctx.actor.userId;
  if (provider.name === 'manual') {
    await noteSetup(ctx, { ...which, setup: { id: setupId, method: null }, actorId, askedAt: null });
    return readPaymentSetup(ctx, which);
  }
  const setup = await provider.readSetup(setupId);
  const { customerId } = await readKnownSetup(ctx, which);
  if (setup === null || customerId === null || setup.customerId !== customerId) {
    throw new RuleRefused('payment_setup_unknown', 'The payment provider does not know this set-up of the store.');
  }
  if (!setup.isComplete) throw new RuleRefused('payment_setup_incomplete', 'The set-up has not been completed.');
  const noted = await refreshSetup(ctx, provider, { storeId, actorId });
  if (noted.id !== setup.id) {
    const why = 'The setup is no longer valid: its payment method was detached, or a newer setup has replaced it.';
    throw new RuleRefused('payment_setup_outdated', why);
  }
  return noted;
}
