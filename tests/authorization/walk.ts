import type { AddressInfo } from 'node:net';
import type { LightMyRequestResponse } from 'fastify';
import { ELSEWHERE, FIXED, type Recipe, recipeOf } from './requests.ts';
import type { Route } from './routes.ts';
import { nameOf } from './routes.ts';
import { KEY_HOLDERS, type KeyHolder, ROLES, type Role, type Scene } from './scene.ts';

/**
 * The table's columns: the caller; then a wrong parent, requested by the parent's owner and by an administrator;
 * then another credential.
 */
export const COLUMNS = ['anonymous', 'expired', ...ROLES, 'strayOwner', 'strayAdmin', 'credential'] as const;
export type Column = (typeof COLUMNS)[number];

/** A route's line: the response per column, and notes on business refusals. */
export interface Row {
  route: string;
  cells: Record<Column, string>;
  notes: string;
}

interface Answer {
  status: number;
  /** The code of a business refusal. */
  code: string | null;
}
type Reply = Pick<LightMyRequestResponse, 'statusCode' | 'body'>;
type Caller = { as: Role | KeyHolder | 'expired' | null; credential?: Recipe['credential'] };

const REFUSALS = [401, 403, 404];

/** Calls one route in every way, each time from the same initial state. Creates the records that its path names. */
export async function walk(scene: Scene, routes: readonly Route[], route: Route): Promise<Row> {
  return scene.trial(async () => {
    const recipe = recipeOf(route.operationId);
    const visit = new Visit(scene, routes, route, recipe);
    await visit.prepare();
    const codes = new Map<string, string>();
    const cellOf = async (caller: Caller, strays?: string) => {
      const { cell, code } = await visit.cell(caller, strays);
      if (code !== null) codes.set(cell, code);
      return cell;
    };
    const cells = {} as Record<Column, string>;
    cells.anonymous = await cellOf({ as: null });
    for (const as of ['expired', ...ROLES] as const) cells[as] = await cellOf({ as });
    cells.strayOwner = await joined(
      visit.strays().map(
        ({ name, owner }) =>
          () =>
            cellOf({ as: owner }, name),
      ),
    );
    cells.strayAdmin = await joined(
      visit.strays().map(
        ({ name }) =>
          () =>
            cellOf({ as: 'admin' }, name),
      ),
    );
    const { credential } = recipe;
    cells.credential = credential === null ? '-' : await cellOf({ as: null, credential });
    return { route: nameOf(route), cells, notes: [...codes].map(([cell, code]) => `${cell} ${code}`).join(', ') };
  });
}

/** Calls one route with the API keys of two stores, each time from the same initial state. */
export async function walkWithKeys(scene: Scene, routes: readonly Route[], route: Route): Promise<string> {
  return scene.trial(async () => {
    const visit = new Visit(scene, routes, route, recipeOf(route.operationId));
    await visit.prepare();
    const cells: string[] = [];
    for (const as of KEY_HOLDERS) cells.push((await visit.cell({ as })).cell.padEnd(5));
    return `${cells.join(' ')} ${nameOf(route)}`;
  });
}

/** Returns the common result of several calls, else all results. */
async function joined(calls: (() => Promise<string>)[]): Promise<string> {
  const cells = new Set<string>();
  for (const call of calls) cells.add(await call());
  return [...cells].join('/') || '-';
}

class Visit {
  readonly #scene: Scene;
  readonly #routes: readonly Route[];
  readonly #route: Route;
  readonly #recipe: Recipe;
  /** Ids of created records by operation. */
  readonly #made = new Map<string, string | number>();

  constructor(scene: Scene, routes: readonly Route[], route: Route, recipe: Recipe) {
    this.#scene = scene;
    this.#routes = routes;
    this.#route = route;
    this.#recipe = recipe;
  }

  /** Creates the records that the path names and the scene lacks. */
  async prepare(): Promise<void> {
    await this.#makeFor(this.#route, this.#recipe);
    if (/^(?:accept|find)Invitation$/.test(this.#route.operationId ?? '')) await this.#invite();
  }

  /** Returns the parameters that can be replaced by another owner's record: all but the last. */
  strays(): { name: string; owner: Role }[] {
    return paramsOf(this.#route)
      .slice(0, -1)
      .flatMap((name) => {
        const place = this.#recipe.at[name];
        const elsewhere = place === undefined ? undefined : ELSEWHERE['id' in place ? place.id : place.madeBy];
        return elsewhere === undefined ? [] : [{ name, owner: elsewhere.owner }];
      });
  }

  /**
   * Returns the result of a call that would succeed. A refusal by the policy precedes the reading of the body, so it must not depend
   * on the body. A refusal that depends on it is marked `*`; `!` marks an unexpected result.
   */
  async cell(caller: Caller, stray?: string): Promise<{ cell: string; code: string | null }> {
    const { status, code } = await this.#call(caller, stray, 'valid');
    const refuses = REFUSALS.includes(status);
    if (this.#route.body === 'none') {
      const head = refuses && this.#route.method === 'GET' ? (await this.#call(caller, stray, 'head')).status : status;
      return { cell: head === status ? String(status) : `${status}!`, code };
    }
    const [empty, unreadable] = [
      await this.#call(caller, stray, 'empty'),
      await this.#call(caller, stray, 'unreadable'),
    ];
    const early = REFUSALS.includes(unreadable.status);
    if (early && (unreadable.status !== status || empty.status !== status)) return { cell: `${status}!`, code };
    return { cell: refuses && !early ? `${status}*` : String(status), code };
  }

  async #call(
    caller: Caller,
    stray: string | undefined,
    body: 'valid' | 'empty' | 'unreadable' | 'head',
  ): Promise<Answer> {
    const read = ['GET', 'HEAD'].includes(this.#route.method);
    const send = () => this.#send(this.#route, this.#recipe, caller, { stray, body });
    const reply = read ? await send() : await this.#scene.trial(send);
    const { statusCode: status } = reply;
    const code = [400, 409].includes(status) ? (JSON.parse(reply.body).error ?? null) : null;
    return { status, code };
  }

  async #makeFor(route: Route, { at, after }: Recipe): Promise<void> {
    for (const operationId of after) await this.#make(operationId);
    for (const name of paramsOf(route)) {
      const place = at[name];
      if (place !== undefined && 'madeBy' in place) await this.#make(place.madeBy);
    }
  }

  async #make(operationId: string): Promise<void> {
    if (this.#made.has(operationId)) return;
    const route = this.#routes.find((one) => one.operationId === operationId)!;
    const recipe = recipeOf(operationId);
    await this.#makeFor(route, recipe);
    const reply = await this.#send(route, recipe, { as: recipe.as }, { body: 'valid' });
    if (reply.statusCode >= 300) throw new Error(`${nameOf(route)}: ${reply.statusCode} ${reply.body}`);
    const body = reply.body === '' ? {} : JSON.parse(reply.body);
    this.#made.set(operationId, body.id ?? body.data?.id ?? body.data?.[0]?.id ?? '');
  }

  /** An invitation's code is only sent by mail. */
  async #invite(): Promise<void> {
    await this.#make('createClientInvite');
    const { rows } = await this.#scene.application.database.pool.query(
      `SELECT substring(payload::text FROM '/invitations#([A-Za-z0-9_-]+)') AS code FROM graphile_worker._private_jobs ORDER BY id DESC LIMIT 1`,
    );
    this.#scene.ids.CODE = rows[0].code;
  }

  async #send(
    route: Route,
    recipe: Recipe,
    { as, credential = null }: Caller,
    { stray, body }: { stray?: string | undefined; body: 'valid' | 'empty' | 'unreadable' | 'head' },
  ): Promise<Reply> {
    const { application, tokens, sessions, credentials } = this.#scene;
    const headers: Record<string, string> = {};
    if (as !== null) headers.authorization = (route.needsSession ? sessions[as] : undefined) ?? tokens[as]!;
    if (credential === 'identity') headers.authorization = `Bearer ${credentials.identity}`;
    if (credential === 'serviceKey') headers['service-api-key'] = credentials.serviceKey;
    if (credential === 'ownPage') headers['sec-fetch-site'] = 'same-origin';
    if (route.path.startsWith('/r/')) return this.#followed(this.#urlOf(route, recipe), headers);
    const content = await this.#content(route, recipe, body === 'head' ? 'valid' : body);
    return application.app.inject({
      method: (body === 'head' ? 'HEAD' : route.method) as 'GET',
      url: this.#urlOf(route, recipe, stray),
      headers: { ...headers, ...(content.type === null ? {} : { 'content-type': content.type }) },
      ...(content.payload === undefined ? {} : { payload: content.payload }),
    });
  }

  /** The redirect bypasses the server's routes, so it needs a real connection. */
  async #followed(url: string, headers: Record<string, string>): Promise<Reply> {
    const { app } = this.#scene.application;
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const reply = await fetch(`http://127.0.0.1:${port}${url}`, { redirect: 'manual', headers });
    return { statusCode: reply.status, body: await reply.text() };
  }

  async #content(route: Route, { body, form }: Recipe, which: 'valid' | 'empty' | 'unreadable') {
    if (route.body === 'none') return { type: null, payload: undefined };
    if (which === 'unreadable') return { type: 'application/json', payload: '{' };
    if (form === null) {
      const payload = which === 'empty' ? '{}' : this.#filled(JSON.stringify(body ?? {}));
      return { type: 'application/json', payload };
    }
    const data = new FormData();
    const file = typeof form.content === 'string' ? this.#filled(form.content) : new Uint8Array(form.content);
    if (which === 'valid') data.append(form.field, new Blob([file]), form.filename);
    const encoded = new Response(data);
    return { type: encoded.headers.get('content-type'), payload: Buffer.from(await encoded.arrayBuffer()) };
  }

  #urlOf(route: Route, recipe: Recipe, stray?: string): string {
    const path = route.path.replaceAll(/\{([^}]+)\}|\*/g, (_, name = '*') => {
      const place = recipe.at[name];
      if (place === undefined) return FIXED[name] ?? unknown(route, name);
      const key = 'id' in place ? place.id : place.madeBy;
      const value =
        name === stray ? this.#scene.ids[ELSEWHERE[key]!.id] : (this.#made.get(key) ?? this.#scene.ids[key]);
      return value === undefined || value === null ? unknown(route, name) : encodeURIComponent(value);
    });
    return path + this.#filled(recipe.query);
  }

  #filled(text: string): string {
    // The reference contains fixed dates; the demo's dates are relative to today.
    const today = new Date().toISOString().slice(0, 10);
    return text
      .replace('2026-12-15', today)
      .replace('<SERVICE_ACTIVATION_KEY>', String(this.#scene.ids.activation_key))
      .replaceAll(/<(\w+)>/g, (whole, name) => String(this.#scene.ids[name] ?? whole));
  }
}

function paramsOf({ path }: Route): string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!);
}

function unknown(route: Route, name: string): never {
  throw new Error(`${nameOf(route)}: tests/authorization/requests.ts needs the value of {${name}}`);
}
