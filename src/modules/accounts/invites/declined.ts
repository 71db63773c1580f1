import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';

/** The stored hash of an address that has declined invitations. @param email a value or a column */
const addressHash = (email: string | SQL): SQL => sql`sha256(convert_to(lower(${email}::text), 'UTF8'))`;

/** Condition: no account has proven the address. @param email a value or a column */
export const isWithoutAccount = (email: string | SQL): SQL =>
  sql`NOT EXISTS (SELECT FROM users a WHERE lower(a.email) = lower(${email}) AND NOT a.email_unproven AND a.erased_at IS NULL)`;

/**
 * Condition: the reader of this address has declined invitations and has no account. People with an account choose their mails in
 * its settings.
 * @param email a value or a column
 */
export const hasDeclined = (email: string | SQL): SQL =>
  sql`(EXISTS (SELECT FROM declined_addresses d WHERE d.address_hash = ${addressHash(email)}) AND ${isWithoutAccount(email)})`;

/** Ends invitations to an address. Harmless to repeat. */
export async function declineInvitations(tx: Database, hash: Buffer, at: Date): Promise<void> {
  await tx.execute(sql`
    INSERT INTO declined_addresses (address_hash, declined_at) VALUES (${hash}, ${at.toISOString()}) ON CONFLICT DO NOTHING`);
}
