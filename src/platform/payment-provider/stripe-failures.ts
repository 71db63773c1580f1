import Stripe from 'stripe';
import { Unavailable } from '../errors/errors.ts';
import { UnknownCustomer } from './provider.ts';

const { StripeError, StripeInvalidRequestError } = Stripe.errors;

/**
 * What Stripe fails or refuses with, in our words.
 * @throws UnknownCustomer; Unavailable when there is no answer, or none that is of use: overload, a fault of Stripe's, a key or a request that it
 *   does not take (its account's settings may be the reason). The cause is for the log.
 */
export async function translated<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (isMissing(error) && /^(customer|id)$/.test(error.param ?? '')) throw new UnknownCustomer(error.message);
    if (!(error instanceof StripeError)) throw error;
    throw Object.assign(new Unavailable(sentenceOf(error)), { cause: error });
  }
}

function sentenceOf({ statusCode = 0 }: { statusCode?: number }): string {
  const isRefusal = statusCode >= 400 && statusCode < 500 && statusCode !== 409 && statusCode !== 429;
  return isRefusal ? 'The payment provider refuses what we ask.' : 'The payment provider does not answer.';
}

/** There is no record of the id that was asked for. */
export function isMissing(error: unknown): error is InstanceType<typeof StripeInvalidRequestError> {
  return error instanceof StripeInvalidRequestError && error.code === 'resource_missing';
}
