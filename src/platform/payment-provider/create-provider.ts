import { manualProvider } from './manual.ts';
import type { PaymentProvider } from './provider.ts';
import type { StripeSettings } from './stripe.ts';

/** Returns Stripe when it is configured, else manual invoicing. Stripe's library is loaded only if needed. */
export async function createPaymentProvider(stripe: StripeSettings | null): Promise<PaymentProvider> {
  if (stripe === null) return manualProvider;
  const { stripeProvider } = await import('./stripe.ts');
  return stripeProvider(stripe);
}
