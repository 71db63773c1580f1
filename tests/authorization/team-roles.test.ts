import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { permits, TEAM_NEEDS, TEAM_ROLES, type TeamNeed, type TeamRole } from '../../src/platform/auth/team-roles.ts';
import { createTestApplication } from '../harness/application.ts';

/** The need of each route, except those that need only `read` and those of administrators; `MATRIX=add` rewrites it. */
const FILE = path.resolve(import.meta.dirname, 'needs.txt');

interface TeamRoute {
  method: string;
  path: string;
  policy: string;
  needs: TeamNeed;
}

const ids = { store: 0, client: 0, user: 0 };
/** Tokens of members of the store and of representatives of the agency. */
const tokens = {} as Record<'store' | 'client', Record<TeamRole, string>>;

const application = await createTestApplication();
const { market, database } = application;
const document = (await application.app.inject('/openapi.json')).json();
const routes = Object.entries<Record<string, Record<string, unknown>>>(document.paths).flatMap(([at, methods]) =>
  Object.entries(methods)
    .filter(([, one]) => one['x-needs'] !== undefined)
    .map(([method, one]) => ({
      method: method.toUpperCase(),
      path: at,
      policy: String(one['x-policy']),
      needs: one['x-needs'] as TeamNeed,
    })),
);
ids.store = await market.store();
ids.client = await market.agency();
ids.user = await market.user({ agencyId: ids.client });
for (const kind of ['store', 'client'] as const) {
  tokens[kind] = {} as Record<TeamRole, string>;
  const [table, column] = kind === 'store' ? ['store_members', 'store_id'] : ['agency_members', 'agency_id'];
  for (const role of TEAM_ROLES) {
    const userId = await market.user();
    await database.pool.query(`INSERT INTO ${table} (${column}, user_id, role) VALUES ($1, $2, $3)`, [
      ids[kind],
      userId,
      role,
    ]);
    tokens[kind][role] = await application.tokenOf(userId);
  }
}

/** The result of a call without a usable body: only the policy decides. */
async function answer({ method, path: at }: TeamRoute, id: number, as: string): Promise<string> {
  let isFirst = true;
  const url = at.replaceAll(/\{\w+\}/g, () => {
    const value = isFirst ? String(id) : '999999999';
    isFirst = false;
    return value;
  });
  const reply = await application.app.inject({ method: method as 'GET', url, headers: { authorization: as } });
  if (reply.statusCode === 403) return reply.json().error;
  return 'admitted';
}

/** The test makes hundreds of calls, which take long on a busy machine. */
const TIMEOUT_MS = 900_000;

describe('Team roles', { timeout: TIMEOUT_MS }, () => {
  it('are declared by every route that takes a token, as the committed table lists', async () => {
    expect(routes.length).toBeGreaterThan(230);
    for (const { path: at, needs } of routes) expect([at, TEAM_NEEDS.includes(needs)]).toEqual([at, true]);
    const lines = routes
      .filter(({ needs, policy }) => needs !== 'read' && policy !== 'adminOnly')
      .map(({ method, path: at, needs }) => `${needs.padEnd(8)} ${method} ${at}`)
      .sort();
    if (process.env.MATRIX === 'add') await writeFile(FILE, `${lines.join('\n')}\n`);
    expect(lines).toEqual((await readFile(FILE, 'utf8')).trimEnd().split('\n'));
  });

  it('are enforced by every route of a store, of an agency, and of an agency’s creators', async () => {
    const families = [
      { policy: 'store', team: 'store', id: ids.store },
      { policy: 'client', team: 'client', id: ids.client },
      { policy: 'user', team: 'client', id: ids.user },
    ] as const;
    let refused = 0;
    for (const { policy, team, id } of families) {
      const own = routes.filter((route) => route.policy === policy && !/\/v2\/me\//.test(route.path));
      expect(own.length).toBeGreaterThan(3);
      for (const route of own) {
        for (const role of TEAM_ROLES) {
          // An owner's calls change the scene. For the others, the policy decides without a body.
          if (role === 'owner' && route.method === 'DELETE') continue;
          const got = await answer(route, id, tokens[team][role]);
          const expected = permits(role, route.needs) ? 'admitted' : 'insufficient_role';
          expect([route.method, route.path, role, got]).toEqual([route.method, route.path, role, expected]);
          if (expected !== 'admitted') refused += 1;
        }
      }
    }
    expect(refused).toBeGreaterThan(60);
  });

  it('do not change the reply to strangers, which is a 404', async () => {
    const stranger = await application.tokenOf(await application.market.user());
    const route = routes.find(({ path: at }) => at === '/v2/clients/{client}/team/{user}')!;
    const reply = await application.call({
      method: 'PATCH',
      url: route.path.replace('{client}', String(ids.client)).replace('{user}', '1'),
      as: stranger,
      body: { role: 'owner' },
    });
    expect(reply.status).toBe(404);
  });

  it('of one team have no effect on another', async () => {
    const { market, database, call } = application;
    const [userId, other] = [await market.user(), await market.store()];
    await database.pool.query(
      `INSERT INTO store_members (store_id, user_id, role) VALUES ($1, $3, 'read_only'), ($2, $3, 'manager')`,
      [ids.store, other, userId],
    );
    const as = await application.tokenOf(userId);
    const rename = (id: number) => call({ method: 'PATCH', url: `/advertiser/stores/${id}/hashtags`, as, body: {} });
    expect((await rename(ids.store)).body).toMatchObject({ error: 'insufficient_role' });
    expect((await rename(other)).status).not.toBe(403);
    expect((await call({ url: '/v2/me', as })).body.stores).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: ids.store, role: 'read_only' }),
        expect.objectContaining({ id: other, role: 'manager' }),
      ]),
    );
  });
});
