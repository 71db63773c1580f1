import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import type { SealedColumn } from '../../../platform/secrets/sealed-columns.ts';
import { writeAudit } from '../../accounts/index.ts';

const HOUR_MS = 3_600_000;

/** The secrets with which stores sign their pages. */
export const SIGNING_SECRETS: SealedColumn = {
  table: 'order_signing_secrets',
  column: 'sealed_secret',
  key: 'id',
  place: (id) => `order_signing_secret/${id}`,
};

/** A secret with which a store signs its pages; it is shown only once. */
interface NewSigningSecret {
  secret: string;
  createdAt: Date;
  /** Time until which the previous secret is also accepted; null: there was none. */
  previousValidUntil: Date | null;
}

/**
 * Creates a signing secret of a store. The previous one is accepted for `overlapHours` more, so that pages can be changed;
 * earlier ones become invalid now.
 * @throws NotFound when the store does not exist
 */
export async function rotateSigningSecret(
  { db, actor, now, vault }: Pick<Context, 'db' | 'actor' | 'now' | 'vault'>,
  { storeId, overlapHours }: { storeId: number; overlapHours: number },
): Promise<NewSigningSecret> {
  const secret = randomBytes(32).toString('hex');
  const createdAt = now();
  const at = createdAt.toISOString();
  const until = new Date(createdAt.getTime() + overlapHours * HOUR_MS);
  return db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(
      sql`SELECT FROM stores WHERE id = ${storeId} AND deleted_at IS NULL FOR NO KEY UPDATE`,
    );
    if (rowCount !== 1) throw new NotFound('store');
    await tx.execute(sql`DELETE FROM order_signing_secrets WHERE store_id = ${storeId} AND valid_until IS NOT NULL`);
    const before = await tx.execute(
      sql`UPDATE order_signing_secrets SET valid_until = ${until.toISOString()} WHERE store_id = ${storeId}`,
    );
    const numbered = await tx.execute<{ id: number }>(
      sql`SELECT nextval(pg_get_serial_sequence('order_signing_secrets', 'id')) AS id`,
    );
    const { id } = numbered.rows[0]!;
    await tx.execute(sql`
      INSERT INTO order_signing_secrets (id, store_id, sealed_secret, created_at) OVERRIDING SYSTEM VALUE
      VALUES (${id}, ${storeId}, ${vault.seal(Buffer.from(secret), SIGNING_SECRETS.place(id))}, ${at})`);
    const action = 'store.signing_secret_rotated';
    const details = { overlap_hours: overlapHours };
    await writeAudit(tx, { actor, action, subjectKind: 'store', subjectId: storeId, details });
    return { secret, createdAt, previousValidUntil: before.rowCount === 1 ? until : null };
  });
}

/** The signed text: the fields as the page reports them, without surrounding white space; an absent currency is empty. */
interface SignedFields {
  orderId: string;
  value: string;
  currency: string;
}

/** HMAC-SHA256 of `order_id|order_value|currency`, in lower-case hexadecimal digits. The key is the secret's text. */
function signatureOf(secret: string, { orderId, value, currency }: SignedFields): string {
  return createHmac('sha256', secret).update(`${orderId}|${value}|${currency}`).digest('hex');
}

/** Whether one of the store's valid secrets made the signature. The duration does not reveal how much of it is correct. */
export async function isSignatureValid(
  { db, now, vault }: Pick<Context, 'db' | 'now' | 'vault'>,
  { storeId, signature, ...fields }: { storeId: number; signature: string } & SignedFields,
): Promise<boolean> {
  const { rows } = await db.execute<{ id: number; sealed_secret: Buffer }>(sql`
    SELECT id, sealed_secret FROM order_signing_secrets
    WHERE store_id = ${storeId} AND (valid_until IS NULL OR valid_until > ${now().toISOString()})`);
  const given = Buffer.from(signature.toLowerCase());
  return rows
    .map(({ id, sealed_secret: sealed }) => vault.open(sealed, SIGNING_SECRETS.place(id)).toString())
    .map((secret) => Buffer.from(signatureOf(secret, fields)))
    .some((right) => right.length === given.length && timingSafeEqual(right, given));
}
