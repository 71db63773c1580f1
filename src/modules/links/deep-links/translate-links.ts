import type { Context } from '../../../platform/context.ts';
import { convertUrls } from '../convert-urls.ts';
import type { MadeLink } from '../make-links.ts';
import type { StoreIndex } from '../matching/index.ts';
import { trackedUrl } from '../present.ts';
import { type EarningBySource, findStorePrices, type LinkQuotes, type StorePrices } from './find-store-prices.ts';

/** Maximum number of links per request. */
export const MAX_LINKS = 2_000;

/** The result for an address: its tracked link, or the reason why it has none. */
export type Translation =
  | {
      kind: 'link';
      /** The address as given. */
      before: string;
      made: MadeLink;
      prices: StorePrices;
      /** The price of the next click on the link. */
      earnings: EarningBySource;
    }
  | { kind: 'none'; before: string; reason: NoLinkReason };

/**
 * Why an address has no tracked link: `already_tracked` is a tracked link itself; the other reasons are results of
 * the inspection.
 */
export const NO_LINK_REASONS = [
  'already_tracked',
  'multiple_advertisers',
  'no_advertiser',
  'blocked',
  'not_visible',
  'invalid_url',
] as const;
type NoLinkReason = (typeof NO_LINK_REASONS)[number];

/** The data that translations need. */
export interface TranslationDeps {
  index: StoreIndex;
  quotes: LinkQuotes;
}

/**
 * Translates addresses to a creator's tracked links. Creates missing links unless it is a dry run. The results are
 * in the order of the addresses.
 * @throws RuleRefused (`user_suspended`); NotFound when the creator does not exist
 */
export async function translateLinks(
  ctx: Pick<Context, 'db' | 'actor' | 'publicUrl' | 'now'>,
  { index, quotes }: TranslationDeps,
  { userId, addresses, dry }: { userId: number; addresses: readonly string[]; dry: boolean },
): Promise<Translation[]> {
  const converted = await convertUrls(ctx, index, { userId, texts: addresses, dry });
  const made = converted.flatMap((one) => one.made ?? []);
  const idsOf = (links: readonly MadeLink[]) => [...new Set(links.map(({ link }) => link.store.id))];
  const prices = await findStorePrices(ctx, { userId, storeIds: idsOf(made) });
  const codes = made.flatMap((one) => (one.kind === 'link' ? one.link.code : []));
  const ofLinks = await quotes.ofLinks(ctx, [...new Set(codes)]);
  const ofStores = await quotes.ofStores(ctx, { userId, storeIds: idsOf(made.filter(({ kind }) => kind === 'dry')) });
  const earningsOf = (one: MadeLink) =>
    (one.kind === 'link' ? ofLinks.get(one.link.code) : ofStores.get(one.link.store.id)) ?? NO_EARNINGS;
  const ours = trackedUrl(new URL(ctx.publicUrl).href.replace(/\/$/, ''), '');
  return converted.map(({ match, made }, at): Translation => {
    const before = addresses[at]!;
    if (made !== null)
      return { kind: 'link', before, made, prices: prices.get(made.link.store.id)!, earnings: earningsOf(made) };
    const isOurs = match.url?.startsWith(ours) ?? false;
    // If exactly one store owns the URL, there is always a link.
    return { kind: 'none', before, reason: isOurs ? 'already_tracked' : (match.result as NoLinkReason) };
  });
}

const NOTHING = { ofClickMinor: 0, ofOrder: 0, ofOrderMinor: 0 };
/** The result for a link that was deleted in the meantime. */
const NO_EARNINGS: EarningBySource = { general: NOTHING, social: NOTHING };
