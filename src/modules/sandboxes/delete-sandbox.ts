import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { writeAudit } from '../accounts/index.ts';
import type { SandboxDeps, SandboxHost } from './host.ts';
import { hostOf, type Sandbox } from './sandbox.ts';

/** Time after which a sandbox that is still being created belongs to a process that has ended. */
const LONGEST_MAKING_MS = 15 * 60_000;
const MAX_AT_ONCE = 20;

/** Deletes a sandbox with its database and files. @throws RuleRefused `no_sandboxes_here` */
export async function deleteSandbox(ctx: Context, deps: SandboxDeps, { id }: Pick<Sandbox, 'id'>): Promise<void> {
  const host = hostOf(deps);
  await writeAudit(ctx.db, {
    actor: ctx.actor,
    action: 'sandbox.deleted',
    subjectKind: 'sandbox',
    subjectId: null,
    details: { sandbox: id },
  });
  await removeSandbox(ctx.db, host, id);
}

/**
 * Deletes sandboxes that have expired, and completes deletions and removes sandboxes of processes that have ended. For maintenance.
 * @returns the number of removed sandboxes
 */
export async function purgeSandboxes({ db, now }: Pick<Context, 'db' | 'now'>, host: SandboxHost): Promise<number> {
  const at = now();
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT id FROM sandboxes WHERE expires_at <= ${at.toISOString()} OR state = 'deleting'
      OR (state = 'making' AND created_at < ${new Date(at.getTime() - LONGEST_MAKING_MS).toISOString()})
    ORDER BY expires_at LIMIT ${MAX_AT_ONCE}`);
  for (const { id } of rows) await removeSandbox(db, host, id);
  return rows.length;
}

/** Deletes a sandbox. The row is deleted last, so that it exists as long as anything else of the sandbox does. */
export async function removeSandbox(db: Database, host: SandboxHost, id: string): Promise<void> {
  await db.execute(sql`UPDATE sandboxes SET state = 'deleting' WHERE id = ${id}`);
  await host.remove(id);
  await db.execute(sql`DELETE FROM sandboxes WHERE id = ${id}`);
}
