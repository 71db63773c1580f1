import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { hasFactorSql } from './check-second-factor.ts';

/** An account that may administer the marketplace. */
export interface Administrator {
  email: string;
  hasSecondFactor: boolean;
}

/** Reads the administrators who can sign in, by address. */
export async function readAdministrators({ db }: Pick<Context, 'db'>): Promise<Administrator[]> {
  const { rows } = await db.execute<Administrator & Record<string, unknown>>(sql`
    SELECT u.email, ${sql.raw(hasFactorSql('u.id'))} AS "hasSecondFactor" FROM users u
    WHERE u.is_admin AND u.suspended_at IS NULL AND u.erased_at IS NULL ORDER BY u.email`);
  return rows;
}
