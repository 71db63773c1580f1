import { sql } from 'drizzle-orm';
import { type Acting, isInPerson, realActorId, storeKeyOf, userOf } from '../../platform/auth/actor.ts';
import type { Database } from '../../platform/database/database.ts';

/** Who acted: the caller of a request, or the id of a user where there is no request. Null: no user (a hook, the command line). */
type By = { actor: Acting } | { actorId: number | null };

/** An auditable action: the actor, the action and its subject. Of a caller who acts for another user, the real actor is recorded. */
export type AuditEntry = By & {
  /** Subject and event, such as `token.created`. */
  action: string;
  subjectKind: string;
  subjectId: number | null;
  /** Never a secret. */
  details?: Record<string, unknown>;
  /** When it happened; omitted: now. */
  at?: Date;
};

/**
 * The fields of an entry that identify the real actor. `details.as_user_id` is added when the actor acted for another user
 * through a token.
 */
export function actedBy(
  actor: Acting,
  details: Record<string, unknown> = {},
): { actorId: number; details: Record<string, unknown> } {
  if (isInPerson(actor)) return { actorId: actor.userId, details };
  return { actorId: realActorId(actor), details: { ...details, as_user_id: actor.userId } };
}

/** Writes an entry of the audit log, in the transaction of the recorded action. */
export async function writeAudit(db: Database, entry: AuditEntry): Promise<void> {
  const { action, subjectKind, subjectId, at } = entry;
  const { actorId, details = {} } = 'actor' in entry ? actedBy(entry.actor, entry.details) : entry;
  await db.execute(sql`
    INSERT INTO audit_log (actor_id, store_key_id, action, subject_kind, subject_id, details, at)
    VALUES (${userOf(actorId)}, ${storeKeyOf(actorId)}, ${action}, ${subjectKind}, ${subjectId}, ${JSON.stringify(details)}::jsonb,
      coalesce(${at?.toISOString() ?? null}::timestamptz, now()))`);
}
