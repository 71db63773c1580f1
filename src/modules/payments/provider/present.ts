import type { PaymentMethod, PaymentProvider, SetupSession } from '../../../platform/payment-provider/provider.ts';
import type { PaymentDetails } from './payment-details.ts';
import type { PaymentSetup } from './setup.ts';

export function presentPaymentSetup({ provider, id, setAt, method }: PaymentSetup) {
  return {
    provider,
    payment_setup_id: id,
    set_at: setAt === null ? null : setAt.toISOString(),
    payment_method: method === null ? null : presentMethod(method),
  };
}

/** Omits the provider's id. */
function presentMethod({ kind, brand, last4, expires }: PaymentMethod) {
  return { type: kind, brand, last4, exp_month: expires?.month ?? null, exp_year: expires?.year ?? null };
}

export function presentSession(provider: PaymentProvider['name'], session: SetupSession) {
  const { id, url, embedded, instructions, expiresAt } = session;
  return {
    provider,
    session_id: id,
    url,
    instructions,
    expires_at: expiresAt === null ? null : expiresAt.toISOString(),
    ...(embedded === null ? {} : { client_secret: embedded.clientSecret, publishable_key: embedded.publishableKey }),
  };
}

/** Missing texts are "", as in all records of the legacy API. */
export function presentDetails({ billing, setup }: PaymentDetails) {
  return {
    store_id: billing.storeId,
    billing: {
      store_name: billing.storeName,
      company_name: billing.companyName ?? '',
      street: billing.street ?? '',
      postal_code: billing.postalCode ?? '',
      city: billing.city ?? '',
      country: billing.country,
      vat_number: billing.vatNumber ?? '',
      currency: billing.currency,
    },
    ...presentPaymentSetup(setup),
  };
}
