import Stripe from 'stripe';
import { Unavailable } from '../errors/errors.ts';
import { UnknownCustomer } from './provider.ts';

const { StripeError, StripeInvalidRequestError } = Stripe.errors;

/**
 * Runs a Stripe request and translates its errors.
 * @throws UnknownCustomer; Unavailable when there is no usable response: overload, an error at Stripe, a refused key
 * or a refused request
 * (possibly due to the account's settings). The cause is for the log.
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

/** Whether Stripe has no record with the requested id. */
export function isMissing(error: unknown): error is InstanceType<typeof StripeInvalidRequestError> {
  return error instanceof StripeInvalidRequestError && error.code === 'resource_missing';
}

/**
 * Whether Stripe has read the request and refused it, so that it has no effect. A refused key and an overload are not refusals of the
 * request, and a conflict means that an equal request is still being processed.
 */
export function isRefusal(error: unknown): error is InstanceType<typeof StripeError> {
  return error instanceof StripeError && [400, 402, 404].includes(error.statusCode ?? 0) && !isKeyReused(error);
}

/** The key was used for another request, whose outcome is unknown. */
const isKeyReused = (error: { type: string }): boolean => error.type === 'StripeIdempotencyError';
