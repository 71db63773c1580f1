import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { STORE_KEY_SCOPES } from '../../src/platform/auth/store-keys.ts';
import { type Route, routesOf } from './routes.ts';
import { KEY_HOLDERS, openScene } from './scene.ts';
import { walkWithKeys } from './walk.ts';

/** Every route that accepts the API key of a store, with the replies to a key of the store concerned and to one of another; `MATRIX=add` rewrites it. */
const FILE = path.resolve(import.meta.dirname, 'store-keys.txt');
/** The test makes hundreds of calls, which take long on a busy machine. */
const TIMEOUT_MS = 900_000;

interface Documented {
  'x-store-key'?: boolean;
  'x-scope'?: string;
  'x-store-key-scope'?: string;
  'x-needs'?: string;
  operationId: string;
}

const scene = await openScene();
let routes: Route[];
let documented: Map<string, Documented>;

beforeAll(async () => {
  const { database, app } = scene.application;
  for (const holder of KEY_HOLDERS) {
    const raw = `trbs_${holder}`;
    await database.pool.query(
      `INSERT INTO store_keys (store_id, name, hash, hint, scopes, created_at) VALUES ($1, $2, $3, 'trbs_', $4, now())`,
      [
        scene.ids[holder === 'store' ? 'store' : 'other_store'],
        holder,
        createHash('sha256').update(raw).digest(),
        [...STORE_KEY_SCOPES],
      ],
    );
    scene.tokens[holder] = raw;
  }
  routes = await routesOf(app);
  const document = (await app.inject('/openapi.json')).json();
  documented = new Map(
    Object.values<Record<string, Documented>>(document.paths)
      .flatMap((methods) => Object.values(methods))
      .map((one) => [one.operationId, one]),
  );
});

const factsOf = ({ operationId }: Route) => documented.get(operationId ?? '');

describe('The API key of a store', { timeout: TIMEOUT_MS }, () => {
  it('is accepted by the routes of the committed table, for its own store alone', async () => {
    const open = routes.filter((route) => factsOf(route)?.['x-store-key']);
    const lines: string[] = [];
    for (const route of open) lines.push(await walkWithKeys(scene, routes, route));
    if (process.env.MATRIX === 'add') await writeFile(FILE, `${lines.join('\n')}\n`);
    expect(lines).toEqual((await readFile(FILE, 'utf8')).trimEnd().split('\n'));
    // Only a disputed order can be resolved, and the example's order is not disputed. The example's budget is in use. A person has set up the example's
    // webhook. The last routes state what belongs to the key itself.
    for (const line of lines)
      expect(line).toMatch(
        /^(?:2\d\d {3}40[34] {3}|400 {3}403 .*(?:\/resolution|\{shared_budget\})$|403 {3}404 {3}(?:POST|PATCH|DELETE) \/v2\/webhooks\/\{webhook\}|2\d\d {3}2\d\d {3}(?:GET \/v2\/(?:me|events|webhooks|exports\/\{dataset\})|POST \/(?:mcp|v2\/webhooks))$)/,
      );
  });

  it('is refused by every other route that accepts a token, before any other check', async () => {
    const closed = routes.filter((route) => {
      const facts = factsOf(route);
      return facts?.['x-scope'] !== undefined && !facts['x-store-key'];
    });
    expect(closed.length).toBeGreaterThan(200);
    for (const { method, path: at } of closed) {
      const url = at.replaceAll(/\{\w+\}/g, '1');
      const headers = { authorization: scene.tokens.store! };
      const reply = await scene.application.app.inject({ method: method as 'GET', url, headers });
      expect([method, at, reply.statusCode, reply.json().error]).toEqual([method, at, 403, 'not_for_store_keys']);
    }
  });

  it('is accepted by no route of people, teams, credentials, payments or the administration', () => {
    const open = routes.filter((route) => factsOf(route)?.['x-store-key']);
    for (const route of open) {
      const facts = factsOf(route)!;
      const scope = facts['x-store-key-scope'];
      expect([route.path, scope === 'any' || STORE_KEY_SCOPES.includes(scope as never)]).toEqual([route.path, true]);
      expect([route.path, scope === facts['x-scope'] || /^\/v2\/webhooks|\/gift-orders/.test(route.path)]).toEqual([
        route.path,
        true,
      ]);
      expect([route.path, ['read', 'manage'].includes(facts['x-needs']!)]).toEqual([route.path, true]);
      expect(route.path).toMatch(
        /^\/mcp$|^\/v2\/(?:stores\/\{store\}|offers|me$|events$|webhooks|exports\/|(?:orders|clicks|invoices)\/\{\w+\}\/(?:explanation|lines))/,
      );
      expect(route.path).not.toMatch(/team|invite|api-keys|tokens|payment|payout|domains|postback|audit|collector/);
    }
  });

  it('reads no campaign of another store, not even one for everybody that creators and other stores may read', async () => {
    const url = `/v2/offers/${scene.ids.standard_offer}`;
    await scene.application.database.pool.query('DELETE FROM campaign_targets WHERE campaign_id = $1', [
      scene.ids.standard_offer,
    ]);
    const statusWith = async (as: string) =>
      (await scene.application.app.inject({ url, headers: { authorization: as } })).statusCode;
    expect(await statusWith(scene.tokens.otherAdvertiser)).toBe(200);
    expect(await statusWith(scene.tokens.otherStore!)).toBe(404);
    expect(await statusWith(scene.tokens.store!)).toBe(200);
  });

  it('is ignored on public routes', async () => {
    const headers = { authorization: scene.tokens.store! };
    const url = '/v2/invitations/lookup';
    const payload = { token: 'x'.repeat(43) };
    const reply = await scene.application.app.inject({ method: 'POST', url, headers, payload });
    expect(reply.json()).toMatchObject({ error: 'invitation_invalid' });
  });
});
