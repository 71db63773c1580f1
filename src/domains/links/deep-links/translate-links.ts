import type { Context } from '../../../platform/context.ts';
import { convertUrls } from '../convert-urls.ts';
import type { MadeLink } from '../make-links.ts';
import type { StoreIndex } from '../matching/index.ts';
import { trackedUrl } from '../present.ts';
import { findEarnings, type StoreEarnings } from './find-earnings.ts';

/** Most links that are translated at once. */
export const MOST_LINKS = 2_000;

/** What became of an address: the tracked link to put in its place, or why there is none. */
export type Translation =
  | {
      kind: 'link';
      /** As it was given. */
      before: string;
      made: MadeLink;
      earnings: StoreEarnings;
    }
  | { kind: 'none'; before: string; reason: NoLinkReason };

/** Why an address has no tracked link: `already_tracked` is one itself, the rest is what inspection says. */
export const NO_LINK_REASONS = [
  'already_tracked',
  'multiple_advertisers',
  'no_advertiser',
  'blocked',
  'not_visible',
  'invalid_url',
] as const;
type NoLinkReason = (typeof NO_LINK_REASONS)[number];

/**
 * Translates addresses into a creator's tracked links; those that are missing are made, unless the run is dry. The results are in the order
 * of the addresses.
 * @throws RuleRefused (`user_suspended`); NotFound when there is no such creator
 */
export async function translateLinks(
  ctx: Pick<Context, 'db' | 'actor' | 'publicUrl' | 'now'>,
  index: StoreIndex,
  { userId, addresses, dry }: { userId: number; addresses: readonly string[]; dry: boolean },
): Promise<Translation[]> {
  const converted = await convertUrls(ctx, index, { userId, texts: addresses, dry });
  const storeIds = new Set(converted.flatMap(({ made }) => made?.link.store.id ?? []));
  const earnings = await findEarnings(ctx, { userId, storeIds: [...storeIds] });
  const ours = trackedUrl(new URL(ctx.publicUrl).href.replace(/\/$/, ''), '');
  return converted.map(({ match, made }, at): Translation => {
    const before = addresses[at]!;
    if (made !== null) return { kind: 'link', before, made, earnings: earnings.get(made.link.store.id)! };
    const isOurs = match.url?.startsWith(ours) ?? false;
    // Where one store alone owns it there is a link.
    return { kind: 'none', before, reason: isOurs ? 'already_tracked' : (match.result as NoLinkReason) };
  });
}
