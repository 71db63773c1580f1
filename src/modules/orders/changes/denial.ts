import { Type } from 'typebox';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { nullable, oneOf, words } from '../../../platform/http/fields.ts';

/** The reasons that a store can state for denying an order. */
const DENIAL_REASONS = [
  'duplicate',
  'cancelled',
  'returned',
  'not_paid',
  'fraud',
  'test_order',
  'own_purchase',
  'other',
] as const;
export type DenialReason = (typeof DENIAL_REASONS)[number];

/** Why an order is denied. */
export interface Denial {
  reason: DenialReason;
  /** The store's own words; with `other` always present. */
  note: string | null;
}

/** The fields of a request that denies orders. */
export const denialFields = {
  denial_reason: Type.Optional(
    oneOf(DENIAL_REASONS, {
      description:
        'Why the order is denied; the creator reads it. With `status` `denied`. Without it, the creator reads that no reason was stated.',
    }),
  ),
  denial_note: Type.Optional(
    words({ max: 500, description: 'The reason in words, which the creator reads; required with `other`.' }),
  ),
};

/** The fields of a record that say why an order was denied. */
export const shownDenial = {
  denial_reason: nullable(
    oneOf([...DENIAL_REASONS, 'unstated'], { description: 'Why it was denied; null: it is not denied.' }),
  ),
  denial_note: nullable(Type.String({ description: 'The reason in the store’s words.' })),
};

/**
 * Reads why an order is denied; null: no reason was stated.
 * @param path the path of the fields in the body, with a trailing point; empty by default
 * @throws InvalidInput naming `denial_reason` without `status` `denied`, or `denial_note` if it is missing or without a reason
 */
export function readDenial(
  body: { status?: string | undefined; denial_reason?: DenialReason | undefined; denial_note?: string | undefined },
  path = '',
): Denial | null {
  const { status, denial_reason: reason } = body;
  const note = body.denial_note?.trim() || null;
  if (reason !== undefined && status !== 'denied')
    throw new InvalidInput({ [`${path}denial_reason`]: ['must be sent with status denied'] });
  if (reason === undefined && note !== null)
    throw new InvalidInput({ [`${path}denial_note`]: ['must be sent with a denial_reason'] });
  if (reason === 'other' && note === null)
    throw new InvalidInput({ [`${path}denial_note`]: ['must say why, with the reason other'] });
  return reason === undefined ? null : { reason, note };
}

/** The reason in the history of an order. */
export const denialDetails = (denial: Denial | null): Record<string, string> => ({
  ...(denial === null ? {} : { denial_reason: denial.reason }),
  ...(denial?.note == null ? {} : { denial_note: denial.note }),
});
