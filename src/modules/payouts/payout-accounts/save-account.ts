import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, NotFound } from '../../../platform/errors/errors.ts';
import type { SealedColumn } from '../../../platform/secrets/sealed-columns.ts';
import type { Vault } from '../../../platform/secrets/vault.ts';
import { notify, writeAudit } from '../../accounts/index.ts';
import { auditSubject, type Owner, ownedBy } from '../owner.ts';
import { ownerAudience } from '../payees/owner-audience.ts';
import { payeeMissing } from '../payees/payee-missing.ts';
import { type Payee, readPayee } from '../payees/read-payee.ts';
import {
  type AccountDetails,
  accountIdentity,
  type GivenAccount,
  maskAccount,
  parseAccount,
} from './account-details.ts';

const DAY_MS = 86_400_000;

/** The context of the encryption: an encrypted account cannot be moved to another row. */
export const accountPlace = (id: number | string): string => `payout_account/${id}`;

/** The encrypted details of payout accounts. */
export const ACCOUNT_DETAILS: SealedColumn = {
  table: 'payout_accounts',
  column: 'sealed',
  key: 'id',
  place: accountPlace,
  fingerprint: {
    column: 'fingerprint',
    of: (content) => accountIdentity(JSON.parse(content.toString()) as AccountDetails),
  },
};

/**
 * Adds the payout account of a creator or an agency for a currency, or for all other currencies, and replaces the previous one.
 * It is encrypted, the owner is notified by mail, and nothing is paid to it before the delay has passed.
 * @param accountDelayDays days
 * @param hasTransfers whether Stripe is configured
 * @throws InvalidInput naming each wrong field; RuleRefused `payee_missing`
 */
export async function saveAccount(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  { vault, accountDelayDays, hasTransfers = false }: { vault: Vault; accountDelayDays: number; hasTransfers?: boolean },
  owner: Owner,
  given: GivenAccount,
): Promise<Payee> {
  const { details, currency } = parseAccount(given);
  if (details.method === 'stripe' && !hasTransfers)
    throw new InvalidInput({ method: ['must not be stripe: STRIPE_SECRET_KEY is not set on this installation'] });
  const at = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const payeeId = await lockPayee(tx, owner);
    if (payeeId === null) throw payeeMissing();
    await tx.execute(sql`
      UPDATE payout_accounts SET removed_at = ${at.toISOString()}
      WHERE payee_id = ${payeeId} AND removed_at IS NULL AND currency IS NOT DISTINCT FROM ${currency}`);
    const { rows } = await tx.execute<{ id: number }>(
      sql`SELECT nextval(pg_get_serial_sequence('payout_accounts', 'id')) AS id`,
    );
    const { id } = rows[0]!;
    const masked = maskAccount(details);
    const sealed = vault.seal(Buffer.from(JSON.stringify(details)), accountPlace(id));
    const usableFrom = new Date(at.getTime() + accountDelayDays * DAY_MS);
    await tx.execute(sql`
      INSERT INTO payout_accounts (id, payee_id, method, currency, masked, sealed, fingerprint, created_by, created_at, usable_from)
      OVERRIDING SYSTEM VALUE
      VALUES (${id}, ${payeeId}, ${details.method}, ${currency}, ${masked}, ${sealed}, ${vault.fingerprint(accountIdentity(details))},
        ${ctx.actor.userId}, ${at.toISOString()}, ${usableFrom.toISOString()})`);
    await noteChange(tx, ctx, owner, {
      action: 'payout_account.saved',
      accountId: id,
      method: details.method,
      currency,
    });
    const values = { account: masked, currency, usableFrom: usableFrom.toISOString().slice(0, 10) };
    await notify(tx, at, [{ message: 'payout_account_changed', values, ...ownerAudience(owner) }]);
    return readPayee({ db: tx }, owner);
  });
}

/**
 * Removes a payout account. Payouts of runs that were not exported yet are dropped by their export.
 * @throws NotFound for an account that does not exist, was replaced, or belongs to another owner
 */
export async function removeAccount(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  owner: Owner,
  { accountId }: { accountId: number },
): Promise<Payee> {
  return ctx.db.transaction(async (tx) => {
    const payeeId = await lockPayee(tx, owner);
    const { rows } = await tx.execute<{ method: string; currency: string | null; masked: string }>(sql`
      UPDATE payout_accounts SET removed_at = ${ctx.now().toISOString()}
      WHERE id = ${accountId} AND payee_id = ${payeeId}::bigint AND removed_at IS NULL RETURNING method, currency, masked`);
    const removed = rows[0];
    if (removed === undefined) throw new NotFound('payout account');
    const { method, currency } = removed;
    await noteChange(tx, ctx, owner, { action: 'payout_account.removed', accountId, method, currency });
    const values = { account: removed.masked };
    await notify(tx, ctx.now(), [{ message: 'payout_account_removed', values, ...ownerAudience(owner) }]);
    return readPayee({ db: tx }, owner);
  });
}

async function lockPayee(tx: Database, owner: Owner): Promise<number | null> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`SELECT p.id FROM payees p WHERE ${ownedBy(owner, 'p')} FOR NO KEY UPDATE`,
  );
  return rows[0]?.id ?? null;
}

async function noteChange(
  tx: Database,
  { actor }: Pick<Context, 'actor'>,
  owner: Owner,
  change: { action: string; accountId: number; method: string; currency: string | null },
): Promise<void> {
  const { action, accountId, method, currency } = change;
  const details = { payout_account_id: accountId, method, currency };
  await writeAudit(tx, { actor, ...auditSubject(owner), action, details });
}
