import type { Context } from '../../platform/context.ts';
import { InvalidInput, RuleRefused } from '../../platform/errors/errors.ts';
import { type PricedStore, readPricedStores } from '../stores/index.ts';
import { convertUrls } from './convert-urls.ts';
import type { MadeLink } from './make-links.ts';
import type { CreatorMatch } from './match-url.ts';
import type { InspectionResult, StoreIndex } from './matching/index.ts';

export interface NewLink {
  /** The creator who will own the link. */
  userId: number;
  /** The text as typed or pasted. */
  url: string;
  /** Only this store competes. */
  advertiserId?: number | undefined;
  /** Only stores of this store group compete. */
  advertiserGroupId?: number | undefined;
  /** A hidden store competes, too, for its members and administrators. */
  advertiserPreview?: boolean | undefined;
  /** Whether to compute the result without writing. */
  dry?: boolean | undefined;
}

/** The result for a URL: the creator's link, or the stores to choose from. */
export type CreatedLink = MadeLink | { kind: 'choice'; advertisers: PricedStore[] };

/** Why a URL yields no link: the rule's code and the message for users. */
const REFUSALS: Record<
  Exclude<InspectionResult, 'single_advertiser' | 'multiple_advertisers' | 'invalid_url'>,
  [string, string]
> = {
  no_advertiser: ['no_matching_store', 'No matching store record was found.'],
  blocked: ['url_blocked', 'The store does not pay for links to this page, or not to this creator.'],
  not_visible: ['store_not_visible', 'The store of this page is not open to creators now.'],
};

/**
 * Converts a product URL to a creator's tracked link. Repeated conversions of the same URL return the same link.
 * @throws InvalidInput when the text is not a URL; RuleRefused (`no_matching_store`, `url_blocked`,
 * `store_not_visible`,
 * `user_suspended`); NotFound when the creator does not exist
 */
export async function createLink(ctx: Context, index: StoreIndex, input: NewLink): Promise<CreatedLink> {
  const options = {
    ignoreVisibility: mayPreview(ctx, input),
    ...(input.advertiserId === undefined ? {} : { storeId: input.advertiserId }),
    ...(input.advertiserGroupId === undefined ? {} : { storeGroupId: input.advertiserGroupId }),
  };
  const { userId, url, dry = false } = input;
  const [converted] = await convertUrls(ctx, index, { userId, texts: [url], options, dry });
  const { match, made } = converted!;
  if (match.result === 'multiple_advertisers') {
    return { kind: 'choice', advertisers: await readPricedStores(ctx, match.storeIds) };
  }
  if (made === null) throw refusal(match);
  return made;
}

/** Returns the error with the reason why no link was created. */
function refusal({ result, reason }: CreatorMatch): InvalidInput | RuleRefused {
  if (result === 'invalid_url') return new InvalidInput({ url: [reason ?? 'must be a web address'] });
  if (result === 'single_advertiser' || result === 'multiple_advertisers')
    throw new Error(`a URL with the result ${result} is not refused`);
  const [code, message] = REFUSALS[result];
  return new RuleRefused(code, message);
}

function mayPreview({ actor }: Context, { advertiserPreview = false, advertiserId }: NewLink): boolean {
  return advertiserPreview && (actor.isAdmin || (advertiserId !== undefined && actor.storeIds.includes(advertiserId)));
}
