import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';

/**
 * Returns the name of the (first) agency that the caller represents, otherwise of the one that the caller belongs to.
 * @throws RuleRefused `no_client`
 */
export async function checkAgency({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<{ name: string }> {
  const agencyId = actor.agencyIds[0] ?? actor.memberOfAgencyId;
  const { rows } = await db.execute<{ name: string }>(sql`SELECT name FROM agencies WHERE id = ${agencyId}`);
  if (rows[0] === undefined) throw new RuleRefused('no_client', 'You neither represent a client nor belong to one.');
  return { name: rows[0].name };
}
