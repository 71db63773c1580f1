import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { everyone } from '../../../platform/auth/policy.ts';
import { hasSessionCookie } from '../../../platform/auth/session-cookie.ts';
import type { Context } from '../../../platform/context.ts';
import { whole } from '../../../platform/http/fields.ts';
import { isLocalPeer } from '../../../platform/http/local-peer.ts';
import { operation } from '../../../platform/http/operation.ts';
import { failureSchema, file, jsonOrFile } from '../../../platform/http/replies.ts';
import { LANGUAGES } from '../../../platform/locale.ts';
import { readUsualMinimums } from '../../payouts/index.ts';
import type { SiteDeps } from '../deps.ts';
import { readSite, type Site } from '../settings/site-settings.ts';
import type { SiteWords } from '../words/words.ts';
import { wordsOf } from '../words/words-of.route.ts';
import { forCreatorsPage, forStoresPage } from './audience-pages.ts';
import { creatorPage, mediaKitOf } from './creator-page.ts';
import { campaignPage, campaignsPage, storePage, storesPage } from './discover-pages.ts';
import { frontPage } from './front-page.ts';
import { layout, type Page } from './layout.ts';
import { creatorPath, PATHS } from './paths.ts';
import { findPublicCreator } from './read-creator.ts';
import { findPublicCampaign, findPublicStore, listPublicCampaigns, listPublicStores } from './read-pages.ts';
import { pageHeaders, sendPage, takesHtml } from './send-page.route.ts';
import { notFoundPage, type TextPage, textPage } from './text-pages.ts';

const PAGE_SIZE = 24;
const ON_FRONT_PAGE = 6;
const OF_STORE = 12;

const shown = {
  200: file('The page.', 'text/html'),
  304: Type.Null({ description: 'The copy of the caller is current: `if-none-match` names it.' }),
};
const common = { method: 'GET', tags: ['Public pages'], addition: true, policy: everyone } as const;
const orNotFound = { ...shown, 404: jsonOrFile(failureSchema(404), 'There is no such page.', 'text/html') };
const selected = {
  lang: Type.Optional(
    Type.String({
      description: `The language of the page (${LANGUAGES.join(', ')}); with any other value, that of \`Accept-Language\`.`,
    }),
  ),
};
const pageNumber = {
  ...selected,
  page: Type.Optional(whole({ min: 1, max: 1_000, description: 'The page of the list.' })),
};

/** The pages of the marketplace for people who have not signed in. Server-rendered, without scripts. */
export function pageRoutes(app: FastifyInstance, deps: SiteDeps): void {
  const { publicUrl, calendar, company } = deps;
  /** Sends the page that `build` makes; null: there is none. */
  const send = (site: Site, request: FastifyRequest, reply: FastifyReply, build: (words: SiteWords) => Page | null) => {
    const words = wordsOf(request, reply);
    const page = build(words);
    if (page !== null) return sendPage(request, reply, { text: layout({ site, company, publicUrl, words }, page) });
    reply.code(404).headers(pageHeaders(false));
    return layout({ site, company, publicUrl, words }, notFoundPage(words));
  };
  const both = <Value>(ctx: Pick<Context, 'db'>, read: Promise<Value>) => Promise.all([readSite(ctx), read]);
  frontRoute(app, deps);
  creatorRoutes(app, deps);

  for (const [url, operationId, summary, build] of [
    [PATHS.forCreators, 'getForCreatorsPage', 'The page for creators', forCreatorsPage],
    [PATHS.forStores, 'getForStoresPage', 'The page for stores', forStoresPage],
  ] as const) {
    operation(app, {
      ...common,
      url,
      operationId,
      summary,
      query: selected,
      replies: shown,
      handle: async ({ ctx, request, reply }) => {
        const site = await readSite(ctx);
        return send(site, request, reply, (words) => build(site, words));
      },
    });
  }

  for (const [name, operationId, summary] of [
    ['terms', 'getTermsPage', 'The terms of use'],
    ['privacy', 'getPrivacyPage', 'The privacy notice'],
    ['imprint', 'getImprintPage', 'Who operates the marketplace'],
  ] as const satisfies [TextPage, string, string][]) {
    operation(app, {
      ...common,
      url: PATHS[name],
      operationId,
      summary,
      query: selected,
      replies: orNotFound,
      handle: async ({ ctx, request, reply }) => {
        const site = await readSite(ctx);
        return send(site, request, reply, (words) => textPage(site, words, name, company));
      },
    });
  }

  operation(app, {
    ...common,
    url: PATHS.stores,
    operationId: 'getStoresPage',
    summary: 'The stores with a public page',
    query: pageNumber,
    replies: shown,
    handle: async ({ ctx, query, request, reply }) => {
      const { page = 1 } = query;
      const window = { from: (page - 1) * PAGE_SIZE, size: PAGE_SIZE };
      const [site, { items, hasMore }] = await both(ctx, listPublicStores(ctx, window));
      return send(site, request, reply, (words) => storesPage(words, { items, page, hasMore }));
    },
  });

  operation(app, {
    ...common,
    url: PATHS.campaigns,
    operationId: 'getCampaignsPage',
    summary: 'The open campaigns with a public page',
    query: pageNumber,
    replies: shown,
    handle: async ({ ctx, query, request, reply }) => {
      const { page = 1 } = query;
      const window = { from: (page - 1) * PAGE_SIZE, size: PAGE_SIZE };
      const [site, { items, hasMore }] = await both(ctx, listPublicCampaigns({ ...ctx, calendar }, window));
      return send(site, request, reply, (words) => campaignsPage(words, { items, page, hasMore }));
    },
  });

  operation(app, {
    ...common,
    url: `${PATHS.stores}/:store`,
    operationId: 'getStorePage',
    summary: 'The public page of a store',
    query: selected,
    replies: orNotFound,
    handle: async ({ ctx, params, request, reply }) => {
      const [site, store] = await both(ctx, findPublicStore(ctx, params.store));
      if (store === null) return send(site, request, reply, () => null);
      const { items: campaigns, hasMore } = await listPublicCampaigns(
        { ...ctx, calendar },
        {
          from: 0,
          size: OF_STORE,
          storeId: store.id,
        },
      );
      return send(site, request, reply, (words) => storePage(site, words, store, { campaigns, hasMore }));
    },
  });

  operation(app, {
    ...common,
    url: `${PATHS.campaigns}/:offer`,
    operationId: 'getCampaignPage',
    summary: 'The public page of a campaign',
    query: selected,
    replies: orNotFound,
    handle: async ({ ctx, params, request, reply }) => {
      const [site, campaign] = await both(ctx, findPublicCampaign({ ...ctx, calendar }, params.offer));
      return send(site, request, reply, (words) => campaign && campaignPage(site, words, campaign));
    },
  });
}

/** Pages and media kits of creators, which nobody stores: they end as soon as the creator hides them. */
function creatorRoutes(app: FastifyInstance, { publicUrl, calendar, company, storage, files }: SiteDeps): void {
  const params = { creator_name: Type.String({ maxLength: 40, description: 'The name of the page.' }) };
  const notFound = async (ctx: Pick<Context, 'db'>, request: FastifyRequest, reply: FastifyReply) => {
    const [site, words] = [await readSite(ctx), wordsOf(request, reply)];
    reply.code(404).headers(pageHeaders(false));
    return layout({ site, company, publicUrl, words }, notFoundPage(words));
  };

  operation(app, {
    ...common,
    url: `${PATHS.creators}/:creator_name`,
    operationId: 'getCreatorPage',
    summary: 'The public page of a creator',
    description: 'Only of a creator who has published it.',
    params,
    query: selected,
    replies: orNotFound,
    handle: async ({ ctx, params, request, reply }) => {
      const words = wordsOf(request, reply);
      const creator = await findPublicCreator(ctx, params.creator_name, words.language);
      if (creator === null) return notFound(ctx, request, reply);
      const site = await readSite(ctx);
      const text = layout({ site, company, publicUrl, words }, creatorPage(words, creator, publicUrl));
      return sendPage(request, reply, { text, maxAgeSeconds: 0 });
    },
  });

  operation(app, {
    ...common,
    url: `${PATHS.creators}/:creator_name/media-kit.pdf`,
    operationId: 'getCreatorMediaKit',
    summary: 'The media kit of a creator, as a PDF',
    description: 'The same facts as the public page, and only while it is published.',
    params,
    query: selected,
    replies: {
      200: file('The PDF.', 'application/pdf'),
      404: jsonOrFile(failureSchema(404), 'There is no such page.', 'text/html'),
    },
    handle: async ({ ctx, params, request, reply }) => {
      const words = wordsOf(request, reply);
      const creator = await findPublicCreator(ctx, params.creator_name, words.language);
      if (creator === null) return notFound(ctx, request, reply);
      const site = await readSite(ctx);
      const { pictureKey } = creator;
      const picture = pictureKey === null ? null : await storage.get(pictureKey);
      const address = `${publicUrl}${creatorPath(params.creator_name)}`;
      const day = calendar.dayOf(ctx.now().getTime());
      const content = await files.makeText(mediaKitOf(words, creator, { picture, address, day, market: site.name }));
      reply.type('application/pdf').headers({
        'content-disposition': `inline; filename="${params.creator_name}.pdf"`,
        'cache-control': 'no-store',
      });
      return content;
    },
  });
}

/** The headers, beside the language, that decide between the front page and the console. */
const VARY = 'accept, cookie';

function frontRoute(app: FastifyInstance, { publicUrl, calendar, company, demoSignIns }: SiteDeps): void {
  operation(app, {
    ...common,
    url: PATHS.front,
    operationId: 'getFrontPage',
    summary: 'The front page',
    query: selected,
    description: 'Redirects a browser with a session of the console to the console.',
    replies: { ...shown, 302: Type.Null({ description: 'To the console, or to its sign-in page.' }) },
    handle: async ({ ctx, request, reply }) => {
      const target = consoleTarget(request, publicUrl);
      if (target !== null) {
        reply.headers({ 'cache-control': 'no-store', vary: VARY }).redirect(target, 302);
        return null;
      }
      const [site, { items: campaigns }, { items: stores }, minimums] = await Promise.all([
        readSite(ctx),
        listPublicCampaigns({ ...ctx, calendar }, { from: 0, size: ON_FRONT_PAGE }),
        listPublicStores(ctx, { from: 0, size: ON_FRONT_PAGE }),
        readUsualMinimums(ctx),
      ]);
      const isDemo = isLocalPeer(request.raw) && (await demoSignIns()).length > 0;
      const words = wordsOf(request, reply.header('vary', VARY));
      const text = layout(
        { site, company, publicUrl, words },
        frontPage(site, words, { campaigns, stores, minimums, isDemo }),
      );
      const sent = sendPage(request, reply, { text });
      // The link to the demo is shown only on this machine.
      if (isDemo) reply.header('cache-control', 'no-store');
      return sent;
    },
  });
}

/**
 * The redirect of the front page: to the console with a session, and to the sign-in page with the parameters of earlier versions
 * of the console (`to`, `failed`). Null: none.
 */
function consoleTarget(request: FastifyRequest, publicUrl: string): string | null {
  const { searchParams } = new URL(request.url, 'http://localhost');
  const kept = new URLSearchParams(
    ['to', 'failed'].flatMap((name) => searchParams.getAll(name).map((value): [string, string] => [name, value])),
  );
  if (kept.size > 0) return `/console/sign-in?${kept}`;
  return takesHtml(request) && hasSessionCookie(request.headers, publicUrl) ? '/console' : null;
}
