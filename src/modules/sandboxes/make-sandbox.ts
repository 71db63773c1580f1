import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import { InvalidInput, RuleRefused } from '../../platform/errors/errors.ts';
import { writeAudit } from '../accounts/index.ts';
import type { SandboxDeps, Shape } from './host.ts';
import { SANDBOX_LIMITS } from './limits.ts';
import { hostOf, SANDBOX_COLUMNS, type Sandbox, type SandboxRow, sandboxOf } from './sandbox.ts';

const DAY_MS = 86_400_000;
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
  await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('sandboxes'))`);
    const { rows } = await tx.execute<{ own: number; all: number }>(sql`
      SELECT count(*) FILTER (WHERE owner_id = ${ctx.actor.userId}) AS own, count(*) AS "all" FROM sandboxes`);
    const { own, all } = rows[0]!;
    if (own >= SANDBOX_LIMITS.ofPerson || all >= SANDBOX_LIMITS.inAll) {
      const whose =
        own >= SANDBOX_LIMITS.ofPerson
          ? `You have ${own} sandboxes, which is the most.`
          : 'There are too many sandboxes.';
      throw new RuleRefused('too_many_sandboxes', `${whose} Delete one, or wait until one expires.`);
    }
    const until = new Date(at.getTime() + SANDBOX_LIMITS.keptDays * DAY_MS).toISOString();
    await tx.execute(sql`
      INSERT INTO sandboxes (id, owner_id, name, shape, seed, clock, created_at, expires_at, last_used_at)
      VALUES (${id}, ${ctx.actor.userId}, ${name}, ${shape}, ${seed}, ${clock.toISOString()}, ${at.toISOString()}, ${until}, ${at.toISOString()})`);
    const details = { sandbox: id, shape };
    await writeAudit(tx, {
      ...{ actor: ctx.actor, action: 'sandbox.made', subjectKind: 'sandbox', subjectId: null, details },
    });
  });
  try {
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

function newId(): string {
  let id = '';
  while (id.length < ID_LENGTH) {
    const byte = randomBytes(1)[0]!;
    if (byte < FAIR_BELOW) id += LETTERS[byte % LETTERS.length]!;
  }
  return id;
}
