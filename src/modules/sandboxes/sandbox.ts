import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { RuleRefused } from '../../platform/errors/errors.ts';
import type { SandboxDeps, SandboxFacts, SandboxHost, Shape } from './host.ts';

/** `trb_test_<sandbox>_<token>`: the beginning of the tokens of sandboxes. Tokens of production never begin with it. */
export const TEST_TOKEN_PREFIX = 'trb_test_';

type SandboxState = 'making' | 'ready' | 'advancing' | 'deleting';

/** Production's record of a sandbox. */
export interface Sandbox {
  id: string;
  ownerId: number;
  name: string;
  shape: Shape;
  seed: number;
  state: SandboxState;
  /** The time until which all events of the sandbox have been processed. */
  clock: Date;
  /** The advance in progress; null: none. */
  advance: { from: Date; to: Date } | null;
  /** Why the latest advance stopped. */
  failure: string | null;
  facts: SandboxFacts | null;
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date;
}

export type SandboxRow = {
  id: string;
  owner_id: number;
  name: string;
  shape: Shape;
  seed: number;
  state: SandboxState;
  clock: string;
  advanced_from: string | null;
  advance_to: string | null;
  failure: string | null;
  facts: Partial<SandboxFacts>;
  created_at: string;
  expires_at: string;
  last_used_at: string;
};

export const SANDBOX_COLUMNS = sql`s.id, s.owner_id, s.name, s.shape, s.seed, s.state, s.clock, s.advanced_from, s.advance_to, s.failure, s.facts,
  s.created_at, s.expires_at, s.last_used_at`;

export function sandboxOf(row: SandboxRow): Sandbox {
  const isAdvancing = row.state === 'advancing';
  return {
    id: row.id,
    ownerId: row.owner_id,
    name: row.name,
    shape: row.shape,
    seed: row.seed,
    state: row.state,
    clock: new Date(row.clock),
    advance: isAdvancing ? { from: new Date(row.advanced_from!), to: new Date(row.advance_to!) } : null,
    failure: row.failure,
    facts: row.facts.ids === undefined ? null : (row.facts as SandboxFacts),
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
    lastUsedAt: new Date(row.last_used_at),
  };
}

/** Finds a sandbox that is not being deleted; null when there is none. */
export async function findSandbox(db: Database, id: string): Promise<Sandbox | null> {
  const { rows } = await db.execute<SandboxRow>(
    sql`SELECT ${SANDBOX_COLUMNS} FROM sandboxes s WHERE s.id = ${id} AND s.state <> 'deleting'`,
  );
  return rows[0] === undefined ? null : sandboxOf(rows[0]);
}

/** @throws RuleRefused `no_sandboxes_here` inside of a sandbox */
export function hostOf({ sandboxes }: SandboxDeps): SandboxHost {
  if (sandboxes === null)
    throw new RuleRefused(
      'no_sandboxes_here',
      'Sandboxes are available only in the marketplace itself, not inside of a sandbox.',
    );
  return sandboxes;
}

/** @throws RuleRefused `sandbox_busy` while the sandbox is being created or its clock is advancing */
export function requireReady({ state }: Sandbox): void {
  if (state === 'ready') return;
  const reason = state === 'advancing' ? 'Its clock is being advanced.' : 'It is still being made.';
  throw new RuleRefused('sandbox_busy', `The sandbox cannot be changed now. ${reason}`);
}
