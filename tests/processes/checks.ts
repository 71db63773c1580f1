import assert from 'node:assert/strict';
import { createToken, hashPassword } from '../../src/modules/accounts/index.ts';
import { SqlDatabase } from '../../src/platform/database/sql-database.ts';
import { call, type Fleet, type Member, RATE_LIMIT } from './fleet.ts';

/** A check and the figure that it prints. @throws Error when the check fails */
export type Check = (fleet: Fleet) => Promise<string>;

/** A raw token of a user that every process accepts. */
export async function tokenOf({ pool }: Pick<Fleet, 'pool'>, userId: number): Promise<string> {
  const token = await createToken({ db: new SqlDatabase(pool), now: () => new Date() }, { userId, purpose: 'api' });
  return token.raw;
}

/** One process after the other, endlessly. */
export const turns = (members: readonly Member[]) => {
  let turn = 0;
  return () => members[turn++ % members.length]!;
};

export const migrations: Check = async ({ pool, members, startedInMs }) => {
  const { rows } = await pool.query<{ n: number; doubled: number }>(
    'SELECT count(*)::int AS n, (count(*) - count(DISTINCT name))::int AS doubled FROM schema_migrations',
  );
  assert.equal(rows[0]!.doubled, 0);
  assert.ok(rows[0]!.n > 10);
  return `${members.length} started at once on an empty database: ${rows[0]!.n} migrations, each once; ${(startedInMs / 1000).toFixed(1)} s`;
};

export const rateLimit: Check = async (fleet) => {
  if (fleet.redis === null) return 'SKIPPED: this machine has no redis-server (apt-get install redis-server)';
  const statuses = await hammer(fleet, RATE_LIMIT + 40);
  assert.deepEqual(statuses, { 200: RATE_LIMIT, 429: 40 });
  return `${RATE_LIMIT} a minute allowed: ${RATE_LIMIT} answered, 40 refused, in turn over ${fleet.members.length}`;
};

/** Sends requests with one token to the processes in turn, a few at a time, and counts the replies by status. */
export async function hammer(fleet: Fleet, requests: number): Promise<Record<number, number>> {
  const as = await tokenOf(fleet, await fleet.market.user());
  const next = turns(fleet.members);
  const statuses: Record<number, number> = {};
  let left = requests;
  const client = async () => {
    while (left-- > 0) {
      const { status } = await call(next(), '/v2/me', { as });
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all([client(), client(), client(), client()]);
  return statuses;
}

export const sessions: Check = async (fleet) => {
  const password = 'a sentence nobody guesses';
  let ended = 0;
  for (const [here, there] of pairs(fleet.members)) {
    const userId = await fleet.market.user({ email: `session-${ended}@example.test` });
    await fleet.pool.query('UPDATE users SET password_hash = $2 WHERE id = $1', [userId, await hashPassword(password)]);
    const body = { email: `session-${ended}@example.test`, password };
    const token = async () => (await call(here, '/v2/sessions', { method: 'POST', body })).body.token;
    const [one, other] = [await token(), await token()];
    assert.equal((await call(there, '/v2/me', { as: one })).body.id, userId);
    assert.equal((await call(there, '/v2/sessions/current', { method: 'DELETE', as: one })).status, 204);
    assert.equal((await call(here, '/v2/me', { as: one })).status, 401, 'a token that was ended elsewhere');

    const own = { 'x-tributary-console': '1' };
    const opened = await call(here, '/v2/sessions/console', { method: 'POST', body, headers: own });
    const cookie = opened.headers.get('set-cookie')!.split(';')[0]!;
    assert.equal((await call(there, '/v2/me', { headers: { ...own, cookie } })).body.id, userId);
    const change = { current_password: password, password: `${password}, not twice` };
    assert.equal((await call(there, '/v2/me/password', { method: 'PUT', as: other, body: change })).status, 204);
    assert.equal((await call(here, '/v2/me', { headers: { ...own, cookie } })).status, 401, 'a new password ends it');
    assert.equal((await call(here, '/v2/me', { as: other })).status, 200, 'but not the session that chose it');
    ended += 2;
  }
  return `${ended} tokens and cookies ended by one process: refused by the other at its next request`;
};

/** Pairs of each process with the next one. */
export const pairs = (members: readonly Member[]): [Member, Member][] =>
  members.map((member, index) => [member, members[(index + 1) % members.length]!]);
