import { type SQL, sql } from 'drizzle-orm';
import { userOf } from '../../../platform/auth/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { isUniqueViolation } from '../../../platform/database/errors.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { listOrder, type SortOf } from '../../../platform/list-order.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { PERSON_COLUMN, type Person, writeAudit } from '../../accounts/index.ts';
import type { LiveIndex } from '../../links/index.ts';
import { keepTermsOfCreators } from '../../stores/index.ts';
import { linkToStore } from './link-to-store.ts';

/** A code by which orders without a click are attributed to a creator, on one of the creator's links. */
export interface Voucher {
  id: number;
  code: string;
  user: Person;
  linkId: number;
  createdAt: Date;
  /** From when orders with the code are the creator's; null: since ever. */
  validFrom: Date | null;
  /** Whether orders that name it are always the creator's, whatever the rule of the store or a campaign. */
  isExclusive: boolean;
}

/** The orders of a list of vouchers. */
export const VOUCHER_ORDER = listOrder(
  { code: sql`lower(v.code)`, creator: sql`lower(u.public_name)`, created_at: sql`v.id` },
  { tie: [sql`v.id`], usual: sql`v.id DESC` },
);

/** The dependencies for creating a voucher's link. */
interface VoucherDeps {
  live: Pick<LiveIndex, 'index'>;
}

/**
 * Creates a voucher for a creator, with a link to which its orders are attributed. Codes are compared in their normal form (`code_key`).
 * Whether it is exclusive cannot be changed, so that orders keep what applied when they were placed.
 * @param validFrom from when orders with the code are the creator's; now unless given
 * @throws InvalidInput naming `user_id`; RuleRefused `voucher_exists`, `no_domain`, or the reason why the creator cannot have a link to the store
 */
export async function createVoucher(
  ctx: Context,
  { live }: VoucherDeps,
  {
    storeId,
    code,
    userId,
    validFrom,
    isExclusive = false,
  }: { storeId: number; code: string; userId: number; validFrom?: Date | undefined; isExclusive?: boolean | undefined },
): Promise<Voucher> {
  const link = await linkToStore(ctx, { live }, { storeId, userId });
  try {
    return await ctx.db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ id: number }>(sql`
        INSERT INTO vouchers (store_id, code, user_id, link_id, created_by, created_at, exclusive, valid_from)
        VALUES (${storeId}, ${code}, ${userId}, ${link.id}, ${userOf(ctx.actor.userId)}, ${ctx.now().toISOString()}, ${isExclusive},
          ${(validFrom ?? ctx.now()).toISOString()}) RETURNING id`);
      const id = rows[0]!.id;
      await audit(ctx, tx, 'voucher.created', { id, storeId, isExclusive });
      await keepTermsOfCreators({ ...ctx, db: tx }, { storeId, userIds: [userId] });
      return (await readVouchers(tx, sql`v.id = ${id}`, { size: 1, offset: 0, page: 1 }, sql`v.id`)).items[0]!;
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'vouchers_code')) throw error;
    throw new RuleRefused('voucher_exists', 'The store has a voucher of this code already.');
  }
}

/** A store's vouchers; of one creator when `userId` is given. */
export function listVouchers(
  { db }: Pick<Context, 'db'>,
  { storeId, userId, sort }: { storeId: number; userId?: number | undefined; sort?: SortOf<typeof VOUCHER_ORDER> },
  page: PageRequest,
): Promise<Page<Voucher>> {
  const ofUser = userId === undefined ? sql`` : sql` AND v.user_id = ${userId}`;
  return readVouchers(
    db,
    sql`v.store_id = ${storeId} AND v.valid_until IS NULL${ofUser}`,
    page,
    VOUCHER_ORDER.by(sort),
  );
}

/** Deletes a voucher. Orders that were placed until now are the creator's, also if they are reported later. */
export async function deleteVoucher(ctx: Context, { id, storeId }: { id: number; storeId: number }): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ user_id: number }>(sql`
      UPDATE vouchers SET valid_until = ${ctx.now().toISOString()} WHERE id = ${id} AND valid_until IS NULL RETURNING user_id`);
    await audit(ctx, tx, 'voucher.deleted', { id, storeId });
    const userIds = rows.map((row) => row.user_id);
    await keepTermsOfCreators({ ...ctx, db: tx }, { storeId, userIds });
  });
}

async function readVouchers(db: Context['db'], where: SQL, page: PageRequest, order: SQL): Promise<Page<Voucher>> {
  const { items, total } = await readPage<{
    id: number;
    code: string;
    user: Person;
    link_id: number;
    created_at: string;
    valid_from: string | null;
    exclusive: boolean;
  }>(
    db,
    {
      columns: sql`v.id, v.code, ${PERSON_COLUMN} AS "user", v.link_id, v.created_at, v.valid_from, v.exclusive`,
      from: sql`vouchers v JOIN users u ON u.id = v.user_id WHERE ${where}`,
      order,
    },
    page,
  );
  return {
    total,
    items: items.map((row) => ({
      id: row.id,
      code: row.code,
      user: row.user,
      linkId: row.link_id,
      createdAt: new Date(row.created_at),
      validFrom: row.valid_from === null ? null : new Date(row.valid_from),
      isExclusive: row.exclusive,
    })),
  };
}

function audit(
  { actor }: Context,
  tx: Context['db'],
  action: string,
  { id, storeId, isExclusive = false }: { id: number; storeId: number; isExclusive?: boolean },
) {
  const details = { store_id: storeId, ...(isExclusive ? { exclusive: true } : {}) };
  const entry = { action, subjectKind: 'voucher', subjectId: id, details };
  return writeAudit(tx, { actor, ...entry });
}
