import type pg from 'pg';
import { createToken } from '../../../src/modules/accounts/tokens/create-token.ts';
import { connectDatabase } from '../../../src/platform/database/database.ts';
import { createMarket, type Market } from '../../harness/market.ts';

/** The result of an attack: the server refused it, or the attacker succeeded. */
export type Verdict = 'refused' | 'succeeded';

/**
 * One attack on a promise, over HTTP, on a fresh server. The same `attack` runs twice: on a server as it ships, where it must be
 * `refused`, and on another fresh server without the protection (`control`), where it must be `succeeded`. An attack that fails in
 * both is a broken test.
 */
export interface Attack {
  /** Unique, in lower case, such as `a minted token changes the password`. */
  name: string;
  /** The promise that is attacked, one sentence as documentation states it. */
  promise: string;
  /** Set if the attack uses something that a server has once, such as the default agency or a month to close. */
  needsOwnServer?: true;
  /** Set if the attack uses sandboxes. */
  hasSandboxes?: true;
  /** Settings (environment variables) of the server under attack, beyond those of `startServer`. */
  environment?: Readonly<Record<string, string>>;
  /**
   * Prepares people and stores, acts as the attacker, and returns the result. The result depends on the effect (money earned, session
   * opened), not by a status code alone. Anything unexpected throws: an attack that could not be carried out is not a refusal.
   */
  attack(server: AttackedServer): Promise<Verdict>;
  control: Control;
}

/** The removal of the protection, with which the same attack succeeds. */
export interface Control {
  /** The removed protection, such as `without the column on_behalf_of`. */
  without: string;
  /** Settings of the control's server; in place of those of the attack when given. */
  environment?: Readonly<Record<string, string>>;
  /**
   * Called before the attack, on the migrated database of the control's server: drops a trigger, replaces a function, changes a
   * setting's row. Omitted when `environment` alone removes the protection.
   */
  unprotect?(server: AttackedServer): Promise<void>;
}

/** A server to attack. The database and the market are for the preparation and the verdict; the attack itself uses HTTP. */
export interface AttackedServer {
  /** Without a trailing slash, such as `http://127.0.0.1:4000`. */
  url: string;
  /** The server's database. */
  pool: pg.Pool;
  /**
   * Creates people, stores, campaigns and links by plain SQL. The server's URL index follows within moments, so poll for results
   * that need it.
   */
  market: Market;
  /** A raw API token of a user. */
  tokenOf(userId: number): Promise<string>;
  send(request: AttackRequest): Promise<AttackReply>;
}

export interface AttackRequest {
  /** GET unless given. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  /** The path with its leading slash and the query. */
  path: string;
  /** A raw access token. */
  as?: string;
  /** Sent as JSON; a string, a `URLSearchParams` or a `FormData` is sent unchanged. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** The address that the server sees, sent as X-Forwarded-For by a trusted proxy; without it, the loopback address. */
  from?: string;
}

export interface AttackReply {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: attacks read fields of any reply; null when the reply is no JSON
  body: any;
}

/**
 * A server that listens at `url` with TRUST_PROXY=loopback over the database, ready for one attack. The caller ends `close` before the
 * database.
 * @param url without a trailing slash
 */
export function attackedServer(url: string, databaseUrl: string): AttackedServer & { close(): Promise<void> } {
  const { db, pool } = connectDatabase(databaseUrl, {
    maxConnections: 2,
    statementTimeoutMs: 60_000,
    onPoolError: () => {},
  });
  return {
    url,
    pool,
    market: createMarket(pool),
    tokenOf: async (userId) => (await createToken({ db, now: () => new Date() }, { userId, purpose: 'api' })).raw,
    send: (request) => send(url, request),
    close: () => pool.end(),
  };
}

/** Opens a fresh server over a fresh, migrated database. */
export type OpenServer = (
  environment: Readonly<Record<string, string>>,
  parts: Pick<Attack, 'hasSandboxes'>,
) => Promise<AttackedServer & { close(): Promise<void> }>;

/** The results of an attack and its control; the promise holds when they are `refused` and `succeeded`. */
export interface Judgement {
  name: string;
  promise: string;
  attack: Verdict;
  control: Verdict;
}

/**
 * Runs an attack on one server and its control on another.
 * @param open opens the server of the attack and that of the control; the latter must be fresh, because its protection is removed
 * @throws what the attack throws when it could not be carried out
 */
export async function judge(attack: Attack, open: { attack: OpenServer; control: OpenServer }): Promise<Judgement> {
  const { name, promise, control } = attack;
  const { environment = {} } = attack;
  return {
    name,
    promise,
    attack: await runOn(open.attack, environment, attack),
    control: await runOn(open.control, control.environment ?? environment, attack, control),
  };
}

async function runOn(
  open: OpenServer,
  environment: Readonly<Record<string, string>>,
  { attack, hasSandboxes }: Attack,
  control?: Control,
): Promise<Verdict> {
  const server = await open(environment, hasSandboxes === undefined ? {} : { hasSandboxes });
  try {
    await control?.unprotect?.(server);
    return await attack(server);
  } finally {
    await server.close();
  }
}

async function send(url: string, { method = 'GET', path, as, body, headers = {}, from }: AttackRequest) {
  const isForm = body instanceof URLSearchParams || body instanceof FormData;
  const isRaw = body === undefined || typeof body === 'string' || isForm;
  const reply = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(as === undefined ? {} : { authorization: as }),
      ...(from === undefined ? {} : { 'x-forwarded-for': from }),
      ...(isRaw ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined
      ? {}
      : { body: isRaw ? (body as string | URLSearchParams | FormData) : JSON.stringify(body) }),
  });
  const text = await reply.text();
  return { status: reply.status, headers: reply.headers, text, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
