import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { presentSingleLegacyOffer } from './present.legacy.ts';
import { readAudience } from './read-audience.ts';
import { readOffers } from './read-offers.ts';

/**
 * Reads one campaign in the legacy API's form.
 * @throws NotFound when it is deleted, because this record cannot express a deletion
 */
export async function showSingleLegacyOffer(ctx: Pick<Context, 'db' | 'now'>, id: number) {
  const [offer] = await readOffers(ctx, [id]);
  if (offer === undefined || offer.status === 'deleted') throw new NotFound('offer');
  return presentSingleLegacyOffer(offer, await readAudience(ctx, id));
}
