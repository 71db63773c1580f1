import { rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type pg from 'pg';
import { tokenAuthenticator } from '../modules/accounts/index.ts';
import {
  findSandbox,
  type InnerToken,
  isBrowserOfOwner,
  isKnownToken,
  MAX_KNOWN_TOKENS,
  noteClock,
  noteFailure,
  noteTokens,
  noteUse,
  readSandboxCookie,
  SANDBOX_PATH,
  type Sandbox,
  type SandboxHost,
  sandboxAddresses,
  TEST_TOKEN_PREFIX,
} from '../modules/sandboxes/index.ts';
import { presentedSession } from '../platform/auth/session-cookie.ts';
import { connectDatabase, type Database } from '../platform/database/database.ts';
import {
  Conflict,
  NotFound,
  RuleRefused,
  TributaryError,
  Unauthenticated,
  Unavailable,
} from '../platform/errors/errors.ts';
import type { Diversion } from '../platform/http/server.ts';
import { advance, withExclusiveLock } from './advance.ts';
import { guardReply } from './guard-reply.ts';
import { folderOf, type InsideDeps, openInside } from './inside.ts';
import { openSandbox } from './open-sandbox.ts';
import { OpenSandboxes } from './open-sandboxes.ts';
import { sandboxDatabases } from './sandbox-database.ts';
import { insertShape } from './shape.ts';
import { planIn, readEvents, readInbox } from './window.ts';

export interface HostDeps extends InsideDeps {
  /** The marketplace's own database. */
  database: { url: string; db: Database; pool: pg.Pool };
  now: () => Date;
  /** Name of a template that tests share. */
  template?: string;
}

/** The sandboxes of one process of the marketplace. */
export interface Sandboxes {
  host: SandboxHost;
  diversion: Diversion;
  /** Stops advances between two rounds and closes what is open; other processes, or the next start, continue. */
  stop(): Promise<void>;
}

/** Clocks that one process moves at a time: shoppers and requests share its event loop. */
const MAX_MOVING = 2;
/** Milliseconds in which a token of a sandbox that is not open must be found. */
const CHECK_TIMEOUT_MS = 5_000;

const OF_PATH = /^\/sandboxes\/([a-z0-9]{12})(\/.*)$/;
/** Where the owner's browser exchanges its code, which the marketplace's own route answers. */
const SESSION_PATH = /^\/session(?:\?|$)/;
const OF_TOKEN = /^trb_test_([a-z0-9]{12})_(.+)$/;

/** Makes sandboxes, hands requests to them, and lets time pass in them. */
export function startSandboxes(deps: HostDeps): Sandboxes {
  const { database, log, config } = deps;
  const addresses = sandboxAddresses(config.publicUrl, config.sandboxUrl ?? null);
  const databases = sandboxDatabases(database.url, log, deps.template);
  const stopping = new AbortController();
  /** Tokens of a sandbox are known while it is not open. Those of a process that is killed a moment after it has created them are not. */
  const noteTokensOf = async (sandboxId: string, pool: pg.Pool): Promise<void> => {
    const { rows } = await pool.query<InnerToken>(
      'SELECT id, hash FROM tokens WHERE revoked_at IS NULL ORDER BY id DESC LIMIT $1',
      [MAX_KNOWN_TOKENS],
    );
    await noteTokens(database.db, { sandboxId, tokens: rows, at: deps.now() });
  };
  const open = new OpenSandboxes(async (id) => {
    await databases.update(id);
    const inside = await openInside(deps, id, databases.urlOf(id));
    await noteTokensOf(id, inside.pool);
    return openSandbox(inside, () => noteTokensOf(id, inside.pool));
  });
  /** The sandboxes whose clocks this process moves. */
  const moving = new Map<string, { ended: Promise<void>; stop: AbortController }>();
  const move = async (id: string, signal: AbortSignal) => {
    const sandbox = await findSandbox(database.db, id);
    if (sandbox?.advance == null) return;
    await open.close(id);
    await databases.update(id);
    const inside = await openInside(deps, id, databases.urlOf(id));
    try {
      const { to } = sandbox.advance;
      await withExclusiveLock(inside.pool, () =>
        advance(inside, to, (clock) => noteClock(database.db, id, clock), signal),
      );
    } catch (error) {
      // The failure of a sandbox that is being deleted is not reported.
      if ((await findSandbox(database.db, id)) === null) return;
      log.warn({ err: error, sandbox: id }, 'the clock of a sandbox could not be advanced');
      if (!signal.aborted) await noteFailure(database.db, id, reasonOf(error));
    } finally {
      await inside.close();
    }
  };
  const host: SandboxHost = {
    addresses,
    async make(request) {
      const inside = await openInside(deps, request.id, await databases.create(request.id));
      try {
        await inside.setClock(request.clock);
        await inside.noteDone(request.clock);
        const made = await insertShape(inside, request);
        await noteTokensOf(request.id, inside.pool);
        return made;
      } finally {
        await inside.close();
      }
    },
    async remove(id) {
      const moved = moving.get(id);
      moved?.stop.abort();
      await moved?.ended;
      await open.close(id);
      await databases.drop(id);
      await rm(folderOf(config.dataDir, id), { recursive: true, force: true });
    },
    advance(id) {
      // Waiting sandboxes continue when the owner asks for the progress, or by maintenance.
      if (moving.has(id) || moving.size >= MAX_MOVING || stopping.signal.aborted) return;
      const stop = new AbortController();
      const ended = move(id, stop.signal)
        .catch((err) => log.warn({ err, sandbox: id }, 'the clock of a sandbox could not be advanced'))
        .finally(() => moving.delete(id));
      moving.set(id, { ended, stop });
    },
    plan: (id, plan) => within(id, (sandbox) => planIn(sandbox.inside.pool, plan)),
    readInbox: (id, page) => within(id, ({ inside }) => readInbox(inside.db, page)),
    readEvents: (id, page) => within(id, ({ inside }) => readEvents(inside.db, page)),
  };
  const within = async <Result>(
    id: string,
    work: (sandbox: Awaited<ReturnType<typeof openSandbox>>) => Promise<Result>,
  ): Promise<Result> => {
    const sandbox = await findSandbox(database.db, id);
    if (sandbox === null) throw new Unavailable('The sandbox is being deleted.');
    const opened = await open.use(id, sandbox.clock);
    try {
      await opened.settled();
      return await work(opened);
    } finally {
      opened.underWay -= 1;
    }
  };
  const authenticateOwner = tokenAuthenticator(database.pool, deps.now);
  /** Whether the browser of the owner asks: a session of the console, in person, or on a separate host the cookie that was exchanged for it. */
  const isOwner = async (req: IncomingMessage, sandbox: Sandbox): Promise<boolean> => {
    if (addresses.isSeparate) {
      const secret = readSandboxCookie(req.headers, addresses.origin, sandbox.id);
      return secret !== null && isBrowserOfOwner(database.db, { sandboxId: sandbox.id, secret, at: deps.now() });
    }
    const session = presentedSession(req.headers, config.publicUrl);
    if (session === null) return false;
    const actor = await authenticateOwner(session);
    return actor !== null && actor.userId === sandbox.ownerId && actor.onBehalfOf === undefined;
  };
  /** Whether a token is valid inside of the sandbox. A sandbox that is not open is not opened for that. */
  const isTokenOf = async (sandbox: Sandbox, token: string, pool: pg.Pool | null): Promise<boolean> => {
    const isValid = async (inside: pg.Pool) => (await tokenAuthenticator(inside, () => sandbox.clock)(token)) !== null;
    if (pool !== null) return isValid(pool);
    const known = await isKnownToken(database.db, { sandboxId: sandbox.id, raw: token });
    if (known === false) return false;
    await databases.update(sandbox.id);
    const connection = connectDatabase(databases.urlOf(sandbox.id), {
      maxConnections: 1,
      statementTimeoutMs: CHECK_TIMEOUT_MS,
      onPoolError: () => undefined,
    });
    try {
      if (known === 'unknown') await noteTokensOf(sandbox.id, connection.pool);
      return await isValid(connection.pool);
    } finally {
      await connection.pool.end();
    }
  };
  /** The marketplace answers, except on the host of sandboxes. */
  const nothingHere = ({ headers }: IncomingMessage): null => {
    if (!addresses.isOwn(headers)) return null;
    throw headers.authorization === undefined ? new NotFound('route') : new Unauthenticated();
  };
  const prepare = async (req: IncomingMessage, res: ServerResponse): Promise<(() => void) | null> => {
    const path = OF_PATH.exec(req.url ?? '');
    const authorization = req.headers.authorization ?? '';
    const token = OF_TOKEN.exec(authorization);
    if (addresses.isSeparate) {
      const isOwn = addresses.isOwn(req.headers);
      if (isOwn && path === null && token === null) throw new NotFound('route');
      if (isOwn && path !== null && req.method === 'POST' && SESSION_PATH.test(path[2]!)) return null;
      // A browser cannot be made to send a token, so that its replies are no pages of the marketplace.
      if (!isOwn && path !== null && token === null) return elsewhere(req, res, addresses.origin);
    }
    const id = path?.[1] ?? token?.[1];
    const sandbox = id === undefined ? null : await findSandbox(database.db, id);
    if (sandbox === null || sandbox.state === 'making') return nothingHere(req);
    requireStill(sandbox);
    // A token of another sandbox is passed on unchanged and is valid nowhere.
    const raw = token === null ? authorization : token[1] === sandbox.id ? token[2]! : '';
    const known = await open.useOpen(sandbox.id, sandbox.clock);
    let opened = known;
    try {
      const isDirect =
        (raw !== '' && (await isTokenOf(sandbox, raw, known?.inside.pool ?? null))) || (await isOwner(req, sandbox));
      if (isDirect) void noteUse(database.db, sandbox.id, deps.now()).catch(() => undefined);
      // Strangers see a sandbox only while it is in use.
      else if (known === null) return nothingHere(req);
      opened ??= await open.use(sandbox.id, sandbox.clock);
      const ready = opened;
      return () => {
        // The caller may have left meanwhile.
        if (res.destroyed) {
          ready.underWay -= 1;
          return;
        }
        res.once('close', () => {
          ready.underWay -= 1;
          if (req.method !== 'GET' && req.method !== 'HEAD') ready.settleSoon();
        });
        if (path !== null) req.url = path[2]!;
        if (token?.[1] === sandbox.id) req.headers.authorization = token[2]!;
        // The notice is added to pages, which therefore must not be compressed.
        delete req.headers['accept-encoding'];
        if (addresses.isSeparate) delete req.headers.cookie;
        const ownUrl = addresses.origin;
        guardReply(res, { isDirect, ownUrl, acceptLanguage: req.headers['accept-language'], method: req.method });
        if (req.url?.startsWith('/r/')) ready.redirect.handle(req, res);
        else ready.app.routing(req, res);
      };
    } catch (error) {
      if (known !== null) known.underWay -= 1;
      throw error;
    }
  };
  return {
    host,
    diversion: {
      owns: ({ headers }) => addresses.isOwn(headers),
      takes: ({ url, headers }) =>
        addresses.isOwn(headers) ||
        url?.startsWith(SANDBOX_PATH) === true ||
        headers.authorization?.startsWith(TEST_TOKEN_PREFIX) === true,
      prepare: (req, res) =>
        prepare(req, res).catch((error) => {
          if (error instanceof TributaryError) throw error;
          log.warn({ err: error }, 'a request could not be passed to a sandbox');
          throw new Unavailable('The sandbox does not answer.');
        }),
    },
    async stop() {
      stopping.abort();
      for (const { stop } of moving.values()) stop.abort();
      await Promise.all([...moving.values()].map(({ ended }) => ended));
      await open.stop();
    },
  };
}

/** Sends a browser to the same path on the host of sandboxes. @throws RuleRefused `sandbox_elsewhere` for other methods */
function elsewhere({ method, url }: IncomingMessage, res: ServerResponse, origin: string): () => void {
  if (method !== 'GET' && method !== 'HEAD')
    throw new RuleRefused(
      'sandbox_elsewhere',
      `Sandboxes have a host of their own here. Send the request to ${origin}.`,
    );
  const headers = { location: `${origin}${url}`, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  return () => res.writeHead(302, headers).end();
}

/** While time passes, no other request is handled. This makes the result independent of the number of steps. */
function requireStill({ state, advance: under }: Sandbox): void {
  if (state !== 'advancing' || under === null) return;
  throw new Conflict('sandbox_busy', `The clock of this sandbox is being advanced to ${under.to.toISOString()}.`);
}

/** The reason for the owner. Messages of other errors may contain names of the marketplace's servers. */
function reasonOf(error: unknown): string {
  return error instanceof TributaryError ? error.message : 'An internal error, which the log of the server describes.';
}
