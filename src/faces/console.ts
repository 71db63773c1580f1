import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { everyone } from '../platform/auth/policy.ts';
import { operation } from '../platform/http/operation.ts';
import { file } from '../platform/http/replies.ts';
import { PROJECT_FOLDER } from '../platform/own-files.ts';

/** Where the console's pages and files lie; `/` is its door. */
export const CONSOLE_PREFIX = '/console';

/** What `console/vite.config.ts` writes where each reply has a nonce of its own. */
const NONCE = '__NONCE__';

/** As `npm run build` leaves it, beside `src` and `dist` alike; it may do so anew while we run. */
const BUILT = path.join(PROJECT_FOLDER, 'console/dist');

const NOT_BUILT =
  '<!doctype html><title>Tributary</title><p>The console has not been built: <code>npm run build</code>.';

/**
 * The web console: one page, whatever its address, whose files never change under their names. Nothing comes from elsewhere, no script is
 * inline, and the styles that are made while it runs carry the reply's nonce.
 */
export async function consoleFace(app: FastifyInstance, publicUrl: string, built = BUILT): Promise<void> {
  const show = async (reply: FastifyReply): Promise<string> => {
    // Read each time: it names its files by their content, so a page that is older than they are would name what is gone.
    const page = await readFile(path.join(built, 'index.html'), 'utf8').catch(() => NOT_BUILT);
    const nonce = randomBytes(16).toString('base64url');
    reply
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': 'no-store', 'content-security-policy': policyOf(nonce, publicUrl) });
    return page.replaceAll(NONCE, nonce);
  };
  operation(app, {
    method: 'GET',
    url: '/',
    operationId: 'getConsole',
    summary: 'The web console',
    description: `For people. Its pages lie below \`${CONSOLE_PREFIX}/\`.`,
    tags: ['Platform'],
    addition: true,
    policy: everyone,
    rateLimited: false,
    replies: { 200: file('The page.', 'text/html') },
    handle: ({ reply }) => show(reply),
  });
  const pages = { schema: { hide: true } };
  for (const url of [CONSOLE_PREFIX, `${CONSOLE_PREFIX}/*`]) app.get(url, pages, (_request, reply) => show(reply));
  await app.register(fastifyStatic, {
    root: path.join(built, 'assets'),
    prefix: `${CONSOLE_PREFIX}/assets/`,
    decorateReply: false,
    // The page itself says that nothing has been built.
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
    `img-src 'self' data: blob: ${pictures}`,
    `media-src 'self' ${pictures}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
