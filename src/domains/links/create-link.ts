import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import { isUniqueViolation } from '../../platform/database/errors.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../platform/errors/errors.ts';
import { type Advertiser, findAdvertisers } from '../stores/index.ts';
import { type Link, readLink } from './find-link.ts';
import { linkTitle } from './link-title.ts';
import { type CreatorMatch, matchUrl } from './match-url.ts';
import type { InspectionResult, StoreIndex } from './matching/index.ts';

const CODE_LENGTH = 10;
const CODE_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export interface NewLink {
  /** The creator whose link it will be. */
  userId: number;
  /** As typed or pasted. */
  url: string;
  /** Only this store competes. */
  advertiserId?: number | undefined;
  /** Only stores of this market compete. */
  advertiserGroupId?: number | undefined;
  /** A hidden store competes too, for those who administer it. */
  advertiserPreview?: boolean | undefined;
  /** Answer as if, and write nothing. */
  dry?: boolean | undefined;
}

/** What became of a URL: the creator's link, or the stores to choose from. */
export type CreatedLink =
  | { kind: 'link'; status: 'created' | 'existing'; link: Link }
  | { kind: 'dry'; link: Omit<Link, 'id' | 'code' | 'createdAt'> }
  | { kind: 'choice'; advertisers: Advertiser[] };

/** Why a URL makes no link: the rule's code and what a person is told. */
const REFUSALS: Record<
  Exclude<InspectionResult, 'single_advertiser' | 'multiple_advertisers' | 'invalid_url'>,
  [string, string]
> = {
  no_advertiser: ['no_matching_store', 'No matching store record was found.'],
  blocked: ['url_blocked', 'The store does not pay for links to this page, or not to this creator.'],
  not_visible: ['store_not_visible', 'The store of this page is not open to creators now.'],
};

/**
 * Turns a product URL into a creator's tracked link. The same creator converting the same URL again gets the same link.
 * @throws InvalidInput when the text is no URL; RuleRefused (`no_matching_store`, `url_blocked`, `store_not_visible`,
 *   `user_suspended`); NotFound when there is no such creator.
 */
export async function createLink(ctx: Context, index: StoreIndex, input: NewLink): Promise<CreatedLink> {
  const creator = await findCreator(ctx, input.userId);
  if (creator.suspended) throw new RuleRefused('user_suspended', 'This creator is suspended and makes no new links.');
  const match = await matchUrl(ctx, index, {
    text: input.url,
    userId: input.userId,
    options: {
      ignoreVisibility: mayPreview(ctx, input),
      ...(input.advertiserId === undefined ? {} : { storeId: input.advertiserId }),
      ...(input.advertiserGroupId === undefined ? {} : { storeGroupId: input.advertiserGroupId }),
    },
  });
  if (match.result === 'multiple_advertisers') {
    return { kind: 'choice', advertisers: await findAdvertisers(ctx, match.storeIds) };
  }
  const url = ownedUrl(match);
  return linkTo(ctx, {
    userId: input.userId,
    clientId: creator.clientId,
    storeId: match.storeIds[0]!,
    url,
    dry: input.dry ?? false,
  });
}

/** The URL, when exactly one store owns it. */
function ownedUrl({ result, url, reason }: CreatorMatch): string {
  if (result === 'invalid_url') throw new InvalidInput({ url: [reason ?? 'must be a web address'] });
  if (result === 'single_advertiser' || result === 'multiple_advertisers') return url!;
  throw refusal(result);
}

function refusal(result: keyof typeof REFUSALS): RuleRefused {
  const [code, message] = REFUSALS[result];
  return new RuleRefused(code, message);
}

function mayPreview({ actor }: Context, { advertiserPreview = false, advertiserId }: NewLink): boolean {
  return advertiserPreview && (actor.isAdmin || (advertiserId !== undefined && actor.storeIds.includes(advertiserId)));
}

async function findCreator({ db }: Context, userId: number): Promise<{ clientId: number | null; suspended: boolean }> {
  const { rows } = await db.execute<{ client_id: number | null; suspended: boolean }>(
    sql`SELECT client_id, suspended_at IS NOT NULL AS suspended FROM users WHERE id = ${userId}`,
  );
  if (rows[0] === undefined) throw new NotFound('user');
  return { clientId: rows[0].client_id, suspended: rows[0].suspended };
}

interface Wanted {
  userId: number;
  clientId: number | null;
  storeId: number;
  url: string;
  dry: boolean;
}

async function linkTo(ctx: Context, wanted: Wanted): Promise<CreatedLink> {
  const { userId, storeId, url } = wanted;
  const hash = createHash('sha256').update(url).digest();
  const same = sql`l.user_id = ${userId} AND l.store_id = ${storeId} AND l.url_hash = ${hash}`;
  const existing = await readLink(ctx, same);
  if (existing !== null) return { kind: 'link', status: 'existing', link: existing };
  const { rows } = await ctx.db.execute<{ name: string; country: string; provider: string | null }>(
    sql`SELECT name, country, feed_provider AS provider FROM stores WHERE id = ${storeId}`,
  );
  const store = rows[0];
  // Deleted altogether, and the index has not heard of it yet.
  if (store === undefined) throw refusal('no_advertiser');
  const title = linkTitle(url, store.name);
  if (wanted.dry) {
    return {
      kind: 'dry',
      link: { url, title, userId, userClientId: wanted.clientId, store: { id: storeId, ...store } },
    };
  }
  const status = (await insertLink(ctx, { userId, storeId, url, hash, title })) ? 'created' : 'existing';
  const link = await readLink(ctx, same);
  if (link === null) throw new NotFound('affiliate link');
  return { kind: 'link', status, link };
}

/** True when this call made the row; false when another one was faster. A code that is taken is drawn again. */
async function insertLink(
  { db }: Context,
  row: { userId: number; storeId: number; url: string; hash: Buffer; title: string },
): Promise<boolean> {
  for (let draws = 0; ; draws++) {
    try {
      const { rowCount } = await db.execute(sql`
        INSERT INTO links (code, user_id, store_id, url, url_hash, title)
        VALUES (${newCode()}, ${row.userId}, ${row.storeId}, ${row.url}, ${row.hash}, ${row.title})
        ON CONFLICT (user_id, store_id, url_hash) DO NOTHING`);
      return rowCount === 1;
    } catch (error) {
      if (draws >= 5 || !isUniqueViolation(error, 'links_code_key')) throw error;
    }
  }
}

/** Ten letters and digits, about 59 random bits, without the bias of a plain remainder. */
function newCode(): string {
  let code = '';
  while (code.length < CODE_LENGTH) {
    for (const byte of randomBytes(CODE_LENGTH * 2)) {
      if (byte < 248 && code.length < CODE_LENGTH) code += CODE_ALPHABET[byte % 62];
    }
  }
  return code;
}
