import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { everyone } from '../../../platform/auth/policy.ts';
import { hasSessionCookie } from '../../../platform/auth/session-cookie.ts';
import { operation } from '../../../platform/http/operation.ts';
import { file } from '../../../platform/http/replies.ts';
import type { SiteDeps } from '../deps.ts';
import { escapeHtml } from '../markup/html.ts';
import { hasImprint, type Operator } from '../settings/imprint.ts';
import { readSite, type Site } from '../settings/site-settings.ts';
import { campaignPath, creatorPath, PATHS, storePath } from './paths.ts';
import { listShownPages } from './read-pages.ts';
import { sendPage } from './send-page.route.ts';
import { SESSION_STYLESHEET, sessionStylesheet, stylesheet } from './stylesheet.ts';

const common = { method: 'GET', tags: ['Public pages'], addition: true, policy: everyone } as const;
const HOUR_S = 3_600;
const notModified = Type.Null({ description: 'The copy of the caller is current: `if-none-match` names it.' });

/** The stylesheet of the public pages, and the files for search engines. */
export function pageFileRoutes(app: FastifyInstance, { publicUrl, company }: SiteDeps): void {
  operation(app, {
    ...common,
    url: '/site.css',
    operationId: 'getStylesheet',
    summary: 'The stylesheet of the public pages',
    // `v` changes the URL when the content changes.
    query: { v: Type.Optional(Type.String({ maxLength: 64, description: 'Ignored.' })) },
    replies: { 200: file('The stylesheet.', 'text/css'), 304: notModified },
    handle: async ({ ctx, request, reply }) =>
      sendPage(request, reply, {
        text: stylesheet((await readSite(ctx)).accent),
        type: 'text/css',
        maxAgeSeconds: HOUR_S,
      }),
  });

  operation(app, {
    ...common,
    url: SESSION_STYLESHEET,
    operationId: 'getSessionStylesheet',
    summary: 'What the public pages hide from people who have, or have not, signed in in this browser',
    replies: { 200: file('The stylesheet.', 'text/css') },
    handle: ({ request, reply }) => {
      reply.headers({ 'content-type': 'text/css; charset=utf-8', 'cache-control': 'private, no-store' });
      return sessionStylesheet(hasSessionCookie(request.headers, publicUrl));
    },
  });

  operation(app, {
    ...common,
    url: '/robots.txt',
    operationId: 'getRobots',
    summary: 'Rules for search engines',
    replies: { 200: file('The rules.', 'text/plain'), 304: notModified },
    handle: ({ request, reply }) =>
      sendPage(request, reply, { text: robots(publicUrl), type: 'text/plain', maxAgeSeconds: HOUR_S }),
  });

  operation(app, {
    ...common,
    url: '/sitemap.xml',
    operationId: 'getSitemap',
    summary: 'The addresses of the public pages',
    replies: { 200: file('The sitemap.', 'application/xml'), 304: notModified },
    handle: async ({ ctx, request, reply }) => {
      const [site, pages] = await Promise.all([readSite(ctx), listShownPages(ctx)]);
      const paths = [...staticPaths(site, company), ...pages.map(({ kind, key }) => PATH_OF[kind](key))];
      return sendPage(request, reply, {
        text: sitemap(publicUrl, paths),
        type: 'application/xml',
        maxAgeSeconds: HOUR_S,
      });
    },
  });
}

const PATH_OF = { store: storePath, campaign: campaignPath, creator: creatorPath };

const staticPaths = (site: Site, company: Operator): string[] => [
  PATHS.front,
  PATHS.forCreators,
  PATHS.forStores,
  PATHS.stores,
  PATHS.campaigns,
  ...(['terms', 'privacy', 'imprint'] as const)
    .filter((name) => (name === 'imprint' ? hasImprint(site, company) : site[name] !== ''))
    .map((name) => PATHS[name]),
];

const robots = (publicUrl: string) =>
  `User-agent: *\nDisallow: /console\nDisallow: /r/\nDisallow: /v2/\nDisallow: /v3/\nSitemap: ${publicUrl}/sitemap.xml\n`;

const sitemap = (publicUrl: string, paths: readonly string[]) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `<url><loc>${escapeHtml(`${publicUrl}${path}`)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');
