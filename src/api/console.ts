import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PROJECT_FOLDER } from '../platform/own-files.ts';

/** Path prefix of the console's pages and files. */
export const CONSOLE_PREFIX = '/console';

/** The placeholder that `console/vite.config.ts` writes where each response has its own nonce. */
const NONCE = '__NONCE__';
/** The placeholder in `console/index.html` for the time zone of the marketplace. */
const TIME_ZONE = '__TIME_ZONE__';

const compress = promisify(gzip);

/** The output of `npm run build`, beside `src` and `dist` alike. It may be rebuilt while the server runs. */
const BUILT = path.join(PROJECT_FOLDER, 'console/dist');

/** A script that removes the service worker of an earlier build, and the files that it has kept. */
const REMOVE_WORKER = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('tributary-console-')) await caches.delete(name);
  await self.registration.unregister();
})()));
`;

const NOT_BUILT =
  '<!doctype html><title>Tributary</title><p>The console has not been built: <code>npm run build</code>.';

/**
 * Serves the web console: one page for every address, and files with content hashes in their names. It loads nothing
 * from other origins. Its one inline script, and styles created at run time, carry the response's nonce.
 * @param timeZone of the marketplace (IANA), in which the console determines "today"
 */
export async function mountConsole(
  app: FastifyInstance,
  { timeZone, ...addresses }: { publicUrl: string; sandboxUrl: string | null; timeZone: string },
  built = BUILT,
): Promise<void> {
  const show = async (request: FastifyRequest, reply: FastifyReply): Promise<string | Buffer> => {
    // Read for each request: the page names its files by content hash, so an outdated page would refer to missing
    // files.
    const page = await readFile(path.join(built, 'index.html'), 'utf8').catch(() => NOT_BUILT);
    const nonce = randomBytes(16).toString('base64url');
    reply
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': 'no-store', 'content-security-policy': policyOf(nonce, addresses) });
    const text = page.replaceAll(NONCE, nonce).replace(TIME_ZONE, timeZone);
    // The page contains nothing of the request, so that its compressed length reveals nothing.
    if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(request.headers['accept-encoding']))) return text;
    reply.header('content-encoding', 'gzip');
    return compress(text);
  };
  const pages = { schema: { hide: true } };
  for (const url of [CONSOLE_PREFIX, `${CONSOLE_PREFIX}/*`])
    app.get(url, pages, (request, reply) => show(request, reply));
  // At this path, its scope is only the console.
  app.get(`${CONSOLE_PREFIX}/service-worker.js`, pages, async (_request, reply) => {
    reply
      .type('text/javascript; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': WORKER_POLICY });
    return readFile(path.join(built, 'service-worker.js'), 'utf8').catch(() => REMOVE_WORKER);
  });
  app.get(`${CONSOLE_PREFIX}/manifest.webmanifest`, pages, async (_request, reply) => {
    reply.type('application/manifest+json; charset=utf-8').headers({ 'cache-control': 'no-cache' });
    return readFile(path.join(built, 'manifest.webmanifest'), 'utf8').catch(() => '{}');
  });
  await app.register(fastifyStatic, {
    root: path.join(built, 'assets'),
    prefix: `${CONSOLE_PREFIX}/assets/`,
    decorateReply: false,
    // The page itself reports a missing build.
    suppressWarning: true,
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
  });
}

/** The sources from which the service worker may load. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

function policyOf(nonce: string, { publicUrl, sandboxUrl }: { publicUrl: string; sandboxUrl: string | null }): string {
  const pictures = URL.canParse(publicUrl) ? new URL(publicUrl).origin : '';
  return [
    "default-src 'none'",
    // The nonce permits the page's own script, which runs before the others are loaded.
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    // A picture on another server would tell it who looks. Pictures of products come through our own server.
    `img-src 'self' data: blob: ${pictures}`,
    `media-src 'self' ${pictures}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    // The console sends a code to the host of sandboxes.
    `form-action 'self'${sandboxUrl === null ? '' : ` ${sandboxUrl}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
