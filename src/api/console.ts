import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { PROJECT_FOLDER } from '../platform/own-files.ts';

/** Path prefix of the console's pages and files. */
export const CONSOLE_PREFIX = '/console';

/** The placeholder that `console/vite.config.ts` writes where each response has its own nonce. */
const NONCE = '__NONCE__';

/** The output of `npm run build`, beside `src` and `dist` alike. It may be rebuilt while the server runs. */
const BUILT = path.join(PROJECT_FOLDER, 'console/dist');

const NOT_BUILT =
  '<!doctype html><title>Tributary</title><p>The console has not been built: <code>npm run build</code>.';

/**
 * Serves the web console: one page for every address, and files with content hashes in their names. It loads nothing
 * from other origins and has no inline scripts. Styles created at run time carry the response's nonce.
 */
export async function mountConsole(app: FastifyInstance, publicUrl: string, built = BUILT): Promise<void> {
  const show = async (reply: FastifyReply): Promise<string> => {
    // Read for each request: the page names its files by content hash, so an outdated page would refer to missing
    // files.
    const page = await readFile(path.join(built, 'index.html'), 'utf8').catch(() => NOT_BUILT);
    const nonce = randomBytes(16).toString('base64url');
    reply
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': 'no-store', 'content-security-policy': policyOf(nonce, publicUrl) });
    return page.replaceAll(NONCE, nonce);
  };
  const pages = { schema: { hide: true } };
  for (const url of [CONSOLE_PREFIX, `${CONSOLE_PREFIX}/*`]) app.get(url, pages, (_request, reply) => show(reply));
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

function policyOf(nonce: string, publicUrl: string): string {
  const pictures = URL.canParse(publicUrl) ? new URL(publicUrl).origin : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Pictures of products are at their stores. Only pictures: nothing else is loaded from elsewhere.
    `img-src 'self' data: blob: https: ${pictures}`,
    `media-src 'self' ${pictures}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
