import { manualProvider } from './manual.ts';
import type { PaymentProvider } from './provider.ts';
import type { StripeSettings } from './stripe.ts';

/** Stripe when there is an account, else invoices. Stripe's library is loaded only by those who need it. */
export async function createPaymentProvider(stripe: StripeSettings | null): Promise<PaymentProvider> {
  if (stripe === null) return manualProvider;
  const { stripeProvider } = await import('./stripe.ts');
  return stripeProvider(stripe);
}
