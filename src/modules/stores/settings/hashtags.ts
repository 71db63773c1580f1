import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { MAX_HASHTAGS } from '../../../platform/limits.ts';

/** Maximum number of characters, including surrounding ones. */
export const LONGEST_HASHTAG = 100;

/** A hashtag of a store's campaigns in social networks, without its `#`. */
export interface Hashtag {
  id: number;
  storeId: number;
  hashtag: string;
  createdAt: Date;
  updatedAt: Date;
}

/** Returns a store's hashtags, oldest first, at most `MAX_HASHTAGS`. */
export async function listHashtags({ db }: Pick<Context, 'db'>, storeId: number): Promise<Hashtag[]> {
  const { rows } = await db.execute<{ id: number; hashtag: string; created_at: string; updated_at: string }>(sql`
    SELECT id, hashtag, created_at, updated_at FROM hashtags WHERE store_id = ${storeId} ORDER BY id LIMIT ${MAX_HASHTAGS}`);
  return rows.map((row) => ({
    id: row.id,
    storeId,
    hashtag: row.hashtag,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  }));
}

/**
 * Replaces the store's hashtags. An existing hashtag, ignoring letter case, keeps its id and gets the new spelling. Of several
 * that differ only in letter case, the first is kept.
 * @param given with or without `#`
 * @throws InvalidInput naming each empty hashtag
 */
export async function replaceHashtags(
  ctx: Pick<Context, 'db' | 'now'>,
  { storeId, given }: { storeId: number; given: readonly string[] },
): Promise<Hashtag[]> {
  const wanted = readHashtags(given);
  const at = ctx.now().toISOString();
  return ctx.db.transaction(async (tx) => {
    // Changes of a store's hashtags are serialized, because two concurrent ones would be merged.
    await tx.execute(sql`SELECT FROM stores WHERE id = ${storeId} FOR NO KEY UPDATE`);
    const { rows } = await tx.execute<{ id: number; hashtag: string }>(
      sql`SELECT id, hashtag FROM hashtags WHERE store_id = ${storeId} ORDER BY id`,
    );
    const kept = new Map<string, { id: number; spelling: string }>();
    for (const { id, hashtag } of rows) {
      const spelling = wanted.get(keyOf(hashtag));
      if (spelling !== undefined && !kept.has(keyOf(hashtag))) kept.set(keyOf(hashtag), { id, spelling });
    }
    const ids = sql.param([...kept.values()].map(({ id }) => id));
    const spellings = sql.param([...kept.values()].map(({ spelling }) => spelling));
    const added = sql.param([...wanted].filter(([key]) => !kept.has(key)).map(([, spelling]) => spelling));
    await tx.execute(sql`DELETE FROM hashtags WHERE store_id = ${storeId} AND id <> ALL (${ids}::bigint[])`);
    await tx.execute(sql`
      UPDATE hashtags h SET hashtag = new.spelling, updated_at = ${at}
      FROM unnest(${ids}::bigint[], ${spellings}::text[]) AS new (id, spelling)
      WHERE h.id = new.id AND h.hashtag <> new.spelling`);
    await tx.execute(sql`
      INSERT INTO hashtags (store_id, hashtag, created_at, updated_at)
      SELECT ${storeId}, new.spelling, ${at}, ${at}
      FROM unnest(${added}::text[]) WITH ORDINALITY AS new (spelling, place) ORDER BY new.place`);
    return listHashtags({ db: tx }, storeId);
  });
}

/** The key by which equal hashtags are recognised. */
function readHashtags(given: readonly string[]): Map<string, string> {
  const words = new Map<string, string>();
  const faults: Record<string, string[]> = {};
  given.forEach((text, place) => {
    // The sign exists in two widths.
    const word = text
      .normalize('NFC')
      .trim()
      .replace(/^[#＃]+/, '')
      .trim();
    if (word === '') faults[`hashtags.${place}`] = ['must not be empty'];
    else if (!words.has(keyOf(word))) words.set(keyOf(word), word);
  });
  if (Object.keys(faults).length > 0) throw new InvalidInput(faults);
  return words;
}

const keyOf = (word: string) => word.toLowerCase();
