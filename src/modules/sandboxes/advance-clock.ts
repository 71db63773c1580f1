import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { InvalidInput, RuleRefused } from '../../platform/errors/errors.ts';
import type { SandboxDeps, SandboxHost } from './host.ts';
import { SANDBOX_LIMITS } from './limits.ts';
import { hostOf, SANDBOX_COLUMNS, type Sandbox, type SandboxRow, sandboxOf } from './sandbox.ts';

const DAY_MS = 86_400_000;

/**
 * Requests that the clock is advanced. Repeating a request changes nothing; a later instant extends the advance in progress.
 * @throws InvalidInput naming `advance_to` for an instant in the past of the sandbox or too far away; RuleRefused `sandbox_busy`
 */
export async function advanceClock(
  { db }: Pick<Context, 'db'>,
  deps: SandboxDeps,
  { id }: Pick<Sandbox, 'id'>,
  to: Date,
): Promise<Sandbox> {
  const host = hostOf(deps);
  const sandbox = await db.transaction(async (tx) => {
    const { rows } = await tx.execute<SandboxRow>(
      sql`SELECT ${SANDBOX_COLUMNS} FROM sandboxes s WHERE s.id = ${id} FOR UPDATE`,
    );
    const row = rows[0];
    if (row === undefined || row.state === 'making' || row.state === 'deleting')
      throw new RuleRefused('sandbox_busy', 'The sandbox is being created or deleted.');
    const known = sandboxOf(row);
    const soonest = known.advance?.to ?? known.clock;
    if (to < soonest)
      throw new InvalidInput({
        advance_to: [`The clock cannot go back. It must be ${soonest.toISOString()} or later.`],
      });
    if (to.getTime() > (known.advance?.from ?? known.clock).getTime() + SANDBOX_LIMITS.advanceDays * DAY_MS)
      throw new InvalidInput({
        advance_to: [`The clock is advanced by at most ${SANDBOX_LIMITS.advanceDays} days at once.`],
      });
    if (to <= known.clock) return known;
    const changed = await tx.execute<SandboxRow>(sql`
      UPDATE sandboxes s SET state = 'advancing', advance_to = ${to.toISOString()}, failure = NULL,
        advanced_from = CASE WHEN s.state = 'advancing' THEN s.advanced_from ELSE s.clock END
      WHERE s.id = ${id} RETURNING ${SANDBOX_COLUMNS}`);
    return sandboxOf(changed.rows[0]!);
  });
  if (sandbox.state === 'advancing') host.advance(id);
  return sandbox;
}

/**
 * Stores the progress of a clock.
 * @returns its target, or null when it has reached the target or the sandbox is being deleted
 */
export async function noteClock(db: Database, id: string, clock: Date): Promise<Date | null> {
  const at = clock.toISOString();
  const { rows } = await db.execute<{ advance_to: string }>(sql`
    UPDATE sandboxes SET clock = ${at}, state = CASE WHEN advance_to <= ${at} THEN 'ready' ELSE state END
    WHERE id = ${id} AND state = 'advancing' RETURNING advance_to`);
  const row = rows[0];
  return row === undefined || new Date(row.advance_to) <= clock ? null : new Date(row.advance_to);
}

/** Ends an advance that cannot continue, with the reason for the owner. It can be requested again. */
export async function noteFailure(db: Database, id: string, reason: string): Promise<void> {
  await db.execute(
    sql`UPDATE sandboxes SET state = 'ready', failure = ${reason} WHERE id = ${id} AND state = 'advancing'`,
  );
}

/** Continues the advances of processes that have ended. Advances that another process works on are skipped. */
export async function resumeAdvances({ db }: Pick<Context, 'db'>, host: SandboxHost): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(
    sql`SELECT id FROM sandboxes WHERE state = 'advancing' ORDER BY last_used_at DESC LIMIT 20`,
  );
  for (const { id } of rows) host.advance(id);
}

/** Records that a sandbox is used, at most once a minute. */
export async function noteUse(db: Database, id: string, at: Date): Promise<void> {
  await db.execute(sql`
    UPDATE sandboxes SET last_used_at = ${at.toISOString()}
    WHERE id = ${id} AND last_used_at < ${at.toISOString()}::timestamptz - interval '1 minute'`);
}
