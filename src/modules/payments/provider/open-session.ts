import type { Context } from '../../../platform/context.ts';
import { Unavailable } from '../../../platform/errors/errors.ts';
import {
  type HostedPaymentProvider,
  type PaymentProvider,
  type SetupSession,
  UnknownCustomer,
} from '../../../platform/payment-provider/provider.ts';
import { makeCustomer, removeCustomer } from './customer.ts';
import { setupPageAddress } from './page.ts';

interface Payer {
  id: number;
  name: string;
  currency: string;
}

/**
 * Opens a session for a store to set up its payment method.
 * @throws Unavailable
 */
export async function openSetupSession(
  ctx: Pick<Context, 'db' | 'now' | 'publicUrl'>,
  provider: PaymentProvider,
  store: Payer,
): Promise<SetupSession> {
  if (provider.name === 'manual') return provider.openSession({ reference: `store-${store.id}`, name: store.name });
  const customerId = await makeCustomer(ctx, provider, store);
  try {
    return await openFor(ctx, provider, { customerId, store });
  } catch (error) {
    if (!(error instanceof UnknownCustomer)) throw error;
  }
  await removeCustomer(ctx, provider, { storeId: store.id, customerId });
  const newCustomerId = await makeCustomer(ctx, provider, store);
  return openFor(ctx, provider, { customerId: newCustomerId, store }).catch((error) => {
    if (!(error instanceof UnknownCustomer)) throw error;
    throw Object.assign(new Unavailable('The payment provider does not know the customer that it has just created.'), {
      cause: error,
    });
  });
}

function openFor(
  { publicUrl }: Pick<Context, 'publicUrl'>,
  provider: HostedPaymentProvider,
  { customerId, store }: { customerId: string; store: Payer },
): Promise<SetupSession> {
  return provider.openSession({ customerId, currency: store.currency, returnUrl: setupPageAddress(publicUrl) });
}
