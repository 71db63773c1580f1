import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import { type Gift, readGifts } from './gift.ts';

/** Codes of the refusals of `saveChoices`. */
export const CHOICE_ERRORS = ['product_gone'] as const;

/** A product of the list that a participant chooses. */
export interface GiftChoice {
  /** The id of the product in the gift. */
  productId: number;
  /** Size, colour and the like; empty: nothing to say. */
  options: string;
}

/**
 * Saves what a participant chooses of the gift that was shown. Call it with the participant locked.
 * @param choices undefined: those that were saved before, or none yet
 * @throws InvalidInput naming `choices`; RuleRefused `product_gone` for a product that the store does not have any more
 */
export async function saveChoices(
  tx: Database,
  { participantId, choices }: { participantId: number; choices: readonly GiftChoice[] | undefined },
): Promise<void> {
  const gift = await giftOf(tx, participantId);
  if (gift?.kind !== 'choice') {
    if (choices !== undefined && choices.length > 0)
      throw new InvalidInput({ choices: ['must be empty, because there is nothing to choose'] });
    return;
  }
  // An address is not lost because nothing is chosen yet; the packing list says what is missing.
  if (choices === undefined) return;
  if (choices.length !== gift.choices) throw wrongNumber(gift);
  const ids = choices.map(({ productId }) => productId);
  const errors: Record<string, string[]> = {};
  for (const [index, id] of ids.entries()) {
    if (!gift.products.some((product) => product.id === id))
      errors[`choices.${index}.product_id`] = ['must be a product of the list'];
    else if (ids.indexOf(id) < index) errors[`choices.${index}.product_id`] = ['must not hold an entry twice'];
  }
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  const { rows: gone } = await tx.execute<{ title: string }>(sql`
    SELECT w.title FROM campaign_gift_products w JOIN campaign_gifts g ON g.id = w.gift_id JOIN campaigns o ON o.id = g.campaign_id
    WHERE w.id = ANY (${sql.param(ids)}::bigint[]) AND w.product_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM products x WHERE x.store_id = o.store_id AND x.product_id = w.product_id AND x.gone_at IS NULL)
    ORDER BY w.place LIMIT 1`);
  if (gone[0] !== undefined)
    throw new RuleRefused('product_gone', `The store does not have "${gone[0].title}" any more. Choose another one.`);
  await tx.execute(sql`DELETE FROM participant_gift_products WHERE participant_id = ${participantId}`);
  await tx.execute(sql`
    INSERT INTO participant_gift_products (participant_id, gift_product_id, options)
    SELECT ${participantId}, c."productId", c.options FROM json_to_recordset(${JSON.stringify(choices)}) AS c ("productId" bigint, options text)`);
  await tx.execute(sql`
    UPDATE participant_gifts SET value_minor = (
      SELECT sum(w.value_minor) FROM campaign_gift_products w WHERE w.id = ANY (${sql.param(ids)}::bigint[]))
    WHERE participant_id = ${participantId}`);
}

async function giftOf(tx: Database, participantId: number): Promise<Gift | null> {
  const { rows } = await tx.execute<{ gift_id: number | null }>(
    sql`SELECT gift_id FROM participant_gifts WHERE participant_id = ${participantId}`,
  );
  const id = rows[0]?.gift_id ?? null;
  return id === null ? null : ((await readGifts(tx, [id])).get(id) ?? null);
}

const wrongNumber = ({ choices }: Gift) => new InvalidInput({ choices: [`must have ${choices} entries`] });
