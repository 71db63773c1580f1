import type { Context } from '../../../platform/context.ts';
import { type Offer, readOffers } from '../offers/read-offers.ts';
import { NO_TARGETS } from '../offers/targets.ts';
import { createOffer, type OfferFieldNames, type OfferInput } from '../offers/write-offer.ts';
import type { OfferType } from '../participants/moves.ts';
import { type AudienceOfOffer, readAudienceOfOffer } from './read-audience-of-offer.ts';
import { type Pace, readPace } from './read-pace.ts';

/** The effects of a planned campaign. */
export interface OfferPreview {
  audience: AudienceOfOffer;
  /** Number of e-mail addresses and social identifiers that would be pending. */
  addresses: number;
  /** Named users who would be skipped. */
  skippedUserIds: number[];
  /** The campaign as it would be stored, including prices. */
  offer: Offer;
  pace: Pace;
}

/** Carries the result out of the transaction that is rolled back. */
class Undone extends Error {
  readonly preview: OfferPreview;
  constructor(preview: OfferPreview) {
    super('a preview leaves nothing behind');
    this.preview = preview;
  }
}

/**
 * Creates the campaign, reads its audience, and rolls back, so that the preview always agrees with saving. A store
 * must not learn whether an address belongs to a user, so such targets are counted and never looked up.
 * @throws InvalidInput like `createOffer`
 */
export async function previewOffer(
  ctx: Context,
  { storeId, input, names }: { storeId: number; input: OfferInput & { type: OfferType }; names: OfferFieldNames },
): Promise<OfferPreview> {
  const { emails, socialIdentifiers, ...others } = { ...NO_TARGETS, ...input.targets };
  const addresses = new Set([...emails, ...socialIdentifiers].map((text) => text.toLowerCase())).size;
  const { userIds, ...groups } = others;
  const hasGroups = Object.values(groups).some((list) => list.length > 0);
  const isForEverybody = input.type === 'standard' && !hasGroups && userIds.length === 0 && addresses === 0;
  const targets = { ...NO_TARGETS, ...others };
  try {
    await ctx.db.transaction(async (tx) => {
      const within = { ...ctx, db: tx };
      const { id, skippedUserIds } = await createOffer(within, { storeId, input: { ...input, targets }, names });
      const [offer] = await readOffers(within, [id]);
      const aim = { isForEverybody, hasGroups };
      const audience = await readAudienceOfOffer(within, { storeId, offerId: id, aim });
      const pace = await readPace(within, { storeId, offerId: id });
      throw new Undone({ audience, addresses, skippedUserIds, offer: offer!, pace });
    });
  } catch (error) {
    if (error instanceof Undone) return error.preview;
    throw error;
  }
  throw new Error('a preview came to no end');
}
