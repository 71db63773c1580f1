import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import { mapInTurns } from '../../platform/turns.ts';
import { publishLinks } from './events.ts';
import type { Link } from './find-link.ts';
import { linkTitle } from './link-title.ts';

const CODE_LENGTH = 10;
const CODE_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The probability that a code is taken is the number of links divided by 10^17. */
const MAX_DRAWS = 5;

/** The creator of the links. */
export interface Creator {
  id: number;
  agencyId: number | null;
}

/** A page that a link leads to: a normalised URL, and the store that owns it. */
export interface ProductPage {
  storeId: number;
  url: string;
}

/** A creator's link to a page; `dry` if it does not exist and was not to be created. */
export type MadeLink =
  | { kind: 'link'; status: 'created' | 'existing'; link: Link }
  | { kind: 'dry'; link: Omit<Link, 'id' | 'code' | 'slug' | 'createdAt'> };

/** A page with the key that identifies the creator's link to it. */
interface WantedPage extends ProductPage {
  /** SHA-256 of the URL, in hexadecimal. */
  hash: string;
  key: string;
}

interface LinkRow extends Record<string, unknown> {
  id: number;
  code: string;
  slug: string | null;
  title: string;
  kind: 'link' | 'tag';
  created_at: string;
  store_id: number;
  hash: string;
}

/**
 * Returns a creator's links to some pages, in a few statements: existing links, and new ones for the other pages. The same page
 * always has the same link, also under concurrency.
 * @returns the result for each page, in their order; null if the store no longer exists
 */
export async function makeLinks(
  ctx: Pick<Context, 'db' | 'now'>,
  { creator, pages, dry }: { creator: Creator; pages: readonly ProductPage[]; dry: boolean },
): Promise<(MadeLink | null)[]> {
  if (pages.length === 0) return [];
  const asked = await mapInTurns(pages, wantedPage);
  const stores = await readStores(ctx, [...new Set(pages.map(({ storeId }) => storeId))]);
  const wanted = [...new Map(asked.map((page) => [page.key, page])).values()].filter((page) =>
    stores.has(page.storeId),
  );
  const existing = await readLinks(ctx, creator.id, wanted);
  const missing = wanted.filter(({ key }) => !existing.has(key));
  const titles = new Map(
    await mapInTurns(missing, ({ key, url, storeId }) => [key, linkTitle(url, stores.get(storeId)!.name)] as const),
  );
  const created = dry ? new Map<string, LinkRow>() : await insertLinks(ctx, creator.id, missing, titles, existing);
  return asked.map(({ key, url, storeId }): MadeLink | null => {
    const store = stores.get(storeId);
    if (store === undefined) return null;
    const page = { url, userId: creator.id, userAgencyId: creator.agencyId, store };
    const row = created.get(key) ?? existing.get(key);
    if (row === undefined) return { kind: 'dry', link: { ...page, title: titles.get(key)!, kind: 'link' } };
    const { id, code, slug, title, kind, created_at } = row;
    const link = { id, code, slug, title, kind, createdAt: new Date(created_at), ...page };
    return { kind: 'link', status: created.has(key) ? 'created' : 'existing', link };
  });
}

function wantedPage({ storeId, url }: ProductPage): WantedPage {
  const hash = createHash('sha256').update(url).digest('hex');
  return { storeId, url, hash, key: keyOf(storeId, hash) };
}

const keyOf = (storeId: number, hash: string): string => `${storeId} ${hash}`;

async function readStores({ db }: Pick<Context, 'db'>, ids: readonly number[]): Promise<Map<number, Link['store']>> {
  const { rows } = await db.execute<{ id: number; name: string; country: string; provider: string | null }>(
    sql`SELECT id, name, country, feed_provider AS provider FROM stores WHERE id = ANY (${sql.param([...ids])}::bigint[])`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The creator's links to these pages that exist, by the pages' keys. */
async function readLinks(
  { db }: Pick<Context, 'db'>,
  userId: number,
  pages: readonly WantedPage[],
): Promise<Map<string, LinkRow>> {
  if (pages.length === 0) return new Map();
  const { rows } = await db.execute<LinkRow>(sql`
    SELECT l.id, l.code, l.slug, l.title, l.kind, l.created_at, l.store_id, wanted.hash
    FROM unnest(${sql.param(pages.map((page) => page.storeId))}::bigint[], ${sql.param(pages.map((page) => page.hash))}::text[])
      AS wanted (store_id, hash)
    JOIN links l ON l.user_id = ${userId} AND l.store_id = wanted.store_id AND l.url_hash = decode(wanted.hash, 'hex')`);
  return new Map(rows.map((row) => [keyOf(row.store_id, row.hash), row]));
}

/**
 * Creates links to pages that have none, and adds to `existing` those that others have created in the meantime. If a code is taken,
 * another one is drawn.
 * @returns the created links, by the keys of the pages
 */
async function insertLinks(
  ctx: Pick<Context, 'db' | 'now'>,
  userId: number,
  pages: readonly WantedPage[],
  titles: ReadonlyMap<string, string>,
  existing: Map<string, LinkRow>,
): Promise<Map<string, LinkRow>> {
  const created = new Map<string, LinkRow>();
  let missing = pages;
  for (let draws = 1; missing.length > 0; draws++) {
    if (draws > MAX_DRAWS) throw new Error('no free code was found for a link');
    for (const row of await insertOnce(ctx, userId, missing, titles)) created.set(keyOf(row.store_id, row.hash), row);
    const refused = missing.filter(({ key }) => !created.has(key));
    for (const [key, row] of await readLinks(ctx, userId, refused)) existing.set(key, row);
    missing = refused.filter(({ key }) => !existing.has(key));
  }
  return created;
}

async function insertOnce(
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: number,
  pages: readonly WantedPage[],
  titles: ReadonlyMap<string, string>,
): Promise<LinkRow[]> {
  const columns = [
    sql`${sql.param(pages.map(newCode))}::text[]`,
    sql`${sql.param(pages.map((page) => page.storeId))}::bigint[]`,
    sql`${sql.param(pages.map((page) => page.url))}::text[]`,
    sql`${sql.param(pages.map((page) => page.hash))}::text[]`,
    sql`${sql.param(pages.map((page) => titles.get(page.key)))}::text[]`,
  ];
  return db.transaction(async (tx) => {
    // Pages are written in a fixed order, so that concurrent requests for the same pages do not deadlock.
    const { rows } = await tx.execute<LinkRow>(sql`
      INSERT INTO links (code, user_id, store_id, url, url_hash, title)
      SELECT code, ${userId}, store_id, url, decode(hash, 'hex'), title
      FROM unnest(${sql.join(columns, sql`, `)}) AS page (code, store_id, url, hash, title)
      ORDER BY store_id, hash
      ON CONFLICT DO NOTHING
      RETURNING id, code, slug, title, kind, created_at, store_id, encode(url_hash, 'hex') AS hash`);
    await publishLinks(tx, 'created', { ids: rows.map(({ id }) => id), at: now() });
    return rows;
  });
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
