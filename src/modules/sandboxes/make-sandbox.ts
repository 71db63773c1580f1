import { randomBytes } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { InvalidInput, RuleRefused } from '../../platform/errors/errors.ts';
import { writeAudit } from '../accounts/index.ts';
import { removeSandbox } from './delete-sandbox.ts';
import type { SandboxDeps, Shape } from './host.ts';
import { SANDBOX_LIMITS } from './limits.ts';
import { hostOf, SANDBOX_COLUMNS, type Sandbox, type SandboxRow, sandboxOf } from './sandbox.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Lower-case letters and digits. 256 is not a multiple of 36, so the highest bytes are not used. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const FAIR_BELOW = 252;
const ID_LENGTH = 12;

export interface NewSandbox {
  name: string;
  shape: Shape;
  seed: number;
  /** Initial time of its clock; now by default. */
  clock: Date | null;
}

/**
 * Creates a sandbox for the caller. Its row is written first, so that maintenance finds and removes everything that an interrupted
 * process leaves.
 * @returns the sandbox, with tokens by role that cannot be read again
 * @throws InvalidInput naming `clock`; RuleRefused `too_many_sandboxes`, `no_sandboxes_here`; Unavailable when the database cannot
 *   be created
 */
export async function makeSandbox(
  ctx: Context,
  deps: SandboxDeps,
  { name, shape, seed, clock: asked }: NewSandbox,
): Promise<{ sandbox: Sandbox; tokens: Record<string, string> }> {
  const host = hostOf(deps);
  const at = ctx.now();
  const clock = asked ?? at;
  if (Math.abs(clock.getTime() - at.getTime()) > SANDBOX_LIMITS.daysAway * DAY_MS)
    throw new InvalidInput({ clock: ['The clock must begin within a year of today.'] });
  const id = newId();
  const replaced = await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('sandboxes'))`);
    const { rows } = await tx.execute<{ own: number; all: number }>(sql`
      SELECT count(*) FILTER (WHERE owner_id = ${ctx.actor.userId}) AS own, count(*) AS "all" FROM sandboxes
      WHERE state <> 'deleting'`);
    const { own, all } = rows[0]!;
    if (own >= SANDBOX_LIMITS.ofPerson)
      throw new RuleRefused(
        'too_many_sandboxes',
        `You have ${own} sandboxes, which is the most. Delete one, or wait until one expires.`,
      );
    const free = all >= SANDBOX_LIMITS.inAll ? await freePlace(tx, ctx.actor.userId, at) : null;
    const until = new Date(at.getTime() + SANDBOX_LIMITS.keptDays * DAY_MS).toISOString();
    await tx.execute(sql`
      INSERT INTO sandboxes (id, owner_id, name, shape, seed, clock, created_at, expires_at, last_used_at)
      VALUES (${id}, ${ctx.actor.userId}, ${name}, ${shape}, ${seed}, ${clock.toISOString()}, ${at.toISOString()}, ${until}, ${at.toISOString()})`);
    const details = { sandbox: id, shape };
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'sandbox.made',
      subjectKind: 'sandbox',
      subjectId: null,
      details,
    });
    return free;
  });
  try {
    if (replaced !== null) await removeSandbox(ctx.db, host, replaced);
    const { facts, tokens } = await host.make({ id, shape, seed, clock });
    const { rows } = await ctx.db.execute<SandboxRow>(sql`
      UPDATE sandboxes s SET state = 'ready', facts = ${JSON.stringify(facts)}::jsonb WHERE s.id = ${id} AND s.state = 'making'
      RETURNING ${SANDBOX_COLUMNS}`);
    if (rows[0] === undefined)
      throw new RuleRefused('sandbox_deleted', 'The sandbox was deleted while it was being created.');
    return { sandbox: sandboxOf(rows[0]), tokens };
  } catch (error) {
    await host.remove(id).then(
      () => ctx.db.execute(sql`DELETE FROM sandboxes WHERE id = ${id}`),
      (err) => ctx.log.warn({ err, sandbox: id }, 'a sandbox could not be created; maintenance removes it'),
    );
    throw error;
  }
}

/**
 * Takes the place of another sandbox when all are taken: of one that nobody has used for a day, or, for an approved person, of one whose owner is
 * not approved. Sandboxes of people who are not approved go first, then those that were not used for longest.
 * @returns the sandbox to be deleted, which is marked
 * @throws RuleRefused `too_many_sandboxes` when no place can be taken
 */
async function freePlace(tx: Database, userId: number, at: Date): Promise<string> {
  const unused = new Date(at.getTime() - SANDBOX_LIMITS.idleHours * HOUR_MS).toISOString();
  const { rows } = await tx.execute<{ id: string }>(sql`
    UPDATE sandboxes SET state = 'deleting' WHERE id = (
      SELECT s.id FROM sandboxes s JOIN users o ON o.id = s.owner_id
      WHERE s.state = 'ready' AND (s.last_used_at < ${unused}
        OR (${isApproved(sql`SELECT * FROM users u WHERE u.id = ${userId}`)} AND NOT ${isApproved(sql`SELECT o.*`)}))
      ORDER BY ${isApproved(sql`SELECT o.*`)}, s.last_used_at LIMIT 1)
    RETURNING id`);
  if (rows[0] === undefined)
    throw new RuleRefused(
      'too_many_sandboxes',
      'There are too many sandboxes. Wait until one is deleted or has not been used for a day.',
    );
  return rows[0].id;
}

/** The condition that an administrator knows a person: an administrator, a verified user, or a member of an approved store. */
const isApproved = (person: SQL): SQL => sql`EXISTS (
  SELECT FROM (${person}) p WHERE p.is_admin OR p.is_verified OR EXISTS (
    SELECT FROM store_members m JOIN stores t ON t.id = m.store_id WHERE m.user_id = p.id AND t.approval = 'approved' AND t.deleted_at IS NULL))`;

function newId(): string {
  let id = '';
  while (id.length < ID_LENGTH) {
    const byte = randomBytes(1)[0]!;
    if (byte < FAIR_BELOW) id += LETTERS[byte % LETTERS.length]!;
  }
  return id;
}
