import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { writeAudit } from '../../accounts/index.ts';
import { endPromisesOfStore, keepPromisedTerms } from '../promised-terms/keep-promised-terms.ts';
import { readApplication, type StoreApplication } from './application.ts';
import { lockApproval } from './approval.ts';
import { notifyMembers } from './notify-members.ts';

/** The decision of an administrator about a store. */
export type Decision =
  | { approval: 'approved'; reason?: string | undefined; consentToDomains: boolean }
  | { approval: 'rejected'; reason: string };

/**
 * Approves or rejects a store, and notifies its members by mail. Decisions may be changed later. A rejected store can do nothing
 * from that moment on. Consent to its domains applies to those that it has named so far. Update URL matching afterwards.
 * @throws NotFound when there is no such store, or it is deleted
 */
export async function decideStore(
  ctx: Context,
  { storeId, decision }: { storeId: number; decision: Decision },
): Promise<StoreApplication> {
  const at = ctx.now();
  const { approval, reason = null } = decision;
  return ctx.db.transaction(async (tx) => {
    const before = await lockApproval(tx, storeId);
    if (approval === 'rejected') await endPromisesOfStore({ ...ctx, db: tx }, { storeId, reason: decision.reason });
    await tx.execute(sql`
      UPDATE stores SET approval = ${approval}, approval_reason = ${reason}, approval_by = ${ctx.actor.userId},
        approval_at = ${at.toISOString()}, updated_at = ${at.toISOString()} WHERE id = ${storeId}`);
    const consented =
      'consentToDomains' in decision && decision.consentToDomains ? await consent(ctx, tx, storeId) : [];
    await writeAudit(tx, {
      actor: ctx.actor,
      action: `store.${approval}`,
      subjectKind: 'store',
      subjectId: storeId,
      details: { before: before.approval, reason, domains: consented },
    });
    await keepPromisedTerms({ ...ctx, db: tx }, { storeId });
    if (before.approval !== approval)
      await notifyMembers(tx, { storeId, name: before.name, news: { approval, reason }, at });
    return readApplication({ db: tx }, storeId);
  });
}

async function consent(ctx: Context, tx: Context['db'], storeId: number): Promise<string[]> {
  const { rows } = await tx.execute<{ host: string }>(sql`
    UPDATE store_domains SET standing = 'consented', accepted_by = ${ctx.actor.userId}, accepted_at = ${ctx.now().toISOString()}
    WHERE store_id = ${storeId} AND standing = 'unproven' RETURNING host`);
  return rows.map(({ host }) => host);
}
