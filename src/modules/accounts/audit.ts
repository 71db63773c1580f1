import { sql } from 'drizzle-orm';
import { type Actor, isInPerson, realActorId, storeKeyOf, userOf } from '../../platform/auth/actor.ts';
import type { Database } from '../../platform/database/database.ts';

/** An auditable action: the actor, the action and its subject. */
export interface AuditEntry {
  /** Null if no user acted (a hook, the command line). `userId` of an actor: the key of a store is recorded as such. */
  actorId: number | null;
  /** Subject and event, such as `token.created`. */
  action: string;
  subjectKind: string;
  subjectId: number | null;
  /** Never a secret. */
  details?: Record<string, unknown>;
}

/**
 * The fields of an entry that identify the real actor. `details.as_user_id` is added when the actor acted for another user
 * through a token.
 */
export function actedBy(actor: Actor, details: Record<string, unknown> = {}): Pick<AuditEntry, 'actorId' | 'details'> {
  if (isInPerson(actor)) return { actorId: actor.userId, details };
  return { actorId: realActorId(actor), details: { ...details, as_user_id: actor.userId } };
}

/** Writes an entry of the audit log, in the transaction of the recorded action. */
export async function writeAudit(db: Database, entry: AuditEntry): Promise<void> {
  const { actorId, action, subjectKind, subjectId, details = {} } = entry;
  await db.execute(sql`
    INSERT INTO audit_log (actor_id, store_key_id, action, subject_kind, subject_id, details)
    VALUES (${userOf(actorId)}, ${storeKeyOf(actorId)}, ${action}, ${subjectKind}, ${subjectId}, ${JSON.stringify(details)}::jsonb)`);
}
