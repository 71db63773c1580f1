import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { presentSingleLegacyOffer } from './present.legacy.ts';
import { readAudience } from './read-audience.ts';
import { readOffers } from './read-offers.ts';

/**
 * Reads one offer and shows it as the unversioned paths do.
 * @throws NotFound when it has been deleted: this record has no word for that
 */
export async function showSingleLegacyOffer(ctx: Pick<Context, 'db' | 'now'>, id: number) {
  const [offer] = await readOffers(ctx, [id]);
  if (offer === undefined || offer.status === 'deleted') throw new NotFound('offer');
  return presentSingleLegacyOffer(offer, await readAudience(ctx, id));
}
