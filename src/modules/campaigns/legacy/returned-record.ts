import { InvalidInput } from '../../../platform/errors/errors.ts';
import { inputValidator } from '../../../platform/http/validation.ts';
import type { LegacyCampaignInput, LegacyCampaignReturned } from './schemas.ts';
import { LegacyCampaignPatchBody, READ_ONLY } from './schemas.ts';

const validate = inputValidator(LegacyCampaignPatchBody, 'body');

/** Prices are compared where they are written, because the record shows prices of the store, too (`GivenPrices.areFromRecord`). */
const PRICES: ReadonlySet<string> = new Set(['cpc', 'cpa', 'social_cpc', 'social_cpa']);

/** Fields that change between a read and a write without a request. */
const USAGE: ReadonlySet<string> = new Set(['current_clicks', 'current_money', 'updated_at']);

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Returns the fields of a body that change a campaign. A value that the record shows changes nothing, so that a client can send a record back with one
 * field changed: the record has values that a request may not set (a long name from API v2), and 0 both for no limit and for a limit of 0.
 * @param shown the record of the campaign
 * @throws InvalidInput for other values that a request may not set
 */
export function changedFields(
  body: LegacyCampaignReturned,
  shown: Readonly<Record<string, unknown>>,
): LegacyCampaignInput {
  const changed = Object.fromEntries(
    Object.entries(body).filter(([field, value]) => PRICES.has(field) || !isSame(value, shown[field])),
  );
  const faults: Record<string, string[]> = {};
  for (const field of READ_ONLY) {
    if (field in changed && !USAGE.has(field)) faults[field] = ['cannot be changed'];
    delete changed[field];
  }
  Object.assign(faults, validate(changed) ?? {});
  if (Object.keys(faults).length > 0) throw new InvalidInput(faults);
  return changed as LegacyCampaignInput;
}
