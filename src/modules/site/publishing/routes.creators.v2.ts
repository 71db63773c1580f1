import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { id, list, nameSchemas, nullable } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { onUser } from '../../accounts/index.ts';
import { trackedUrl } from '../../links/index.ts';
import type { SiteDeps } from '../deps.ts';
import { creatorPath, mediaKitPath } from '../pages/paths.ts';
import { type CreatorPage, publishCreatorPage, readCreatorPage } from './creator-page.ts';
import { MAX_PAGE_LINKS } from './page-links.ts';

const url = '/v2/users/:user/public-page';
const name = Type.String({
  pattern: '^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$',
  'x-says': 'must be 3 to 40 small letters and digits, with hyphens between them',
  description: 'The name in the address of the page.',
});
const PageLinkRecord = Type.Object({
  id: id(),
  title: Type.String({ description: 'The title of the link, otherwise the name of the store.' }),
  store: Type.Object({ id: id(), name: Type.String() }),
  url: Type.String({ description: 'The tracked URL.' }),
  is_shown: Type.Boolean({
    description:
      'Whether visitors see it: not while it is archived, has expired or earns nothing, or while its store is hidden or closed.',
  }),
});
const CreatorPageRecord = Type.Object({
  is_public: Type.Boolean({ description: 'Off by default.' }),
  is_shown: Type.Boolean({ description: 'Whether the page can be seen now: not of a suspended creator.' }),
  name: nullable(name),
  shows_rates: Type.Boolean({ description: 'Whether the page states the rates. Off by default.' }),
  url: nullable(
    Type.String({ description: 'The address of the page, also while it is hidden; null: without a name.' }),
  ),
  media_kit_url: nullable(Type.String({ description: 'The facts about the creator as a PDF, without the links.' })),
  links: list(PageLinkRecord, { max: MAX_PAGE_LINKS, description: 'The links on the page, in their order.' }),
});
const CreatorPageBody = Type.Object({
  is_public: Type.Boolean(),
  name: Type.Optional({ ...name, description: 'Unchanged unless given; required when the page is first published.' }),
  shows_rates: Type.Optional(Type.Boolean({ description: 'Unchanged unless given.' })),
  links: Type.Optional(
    list(id(), {
      max: MAX_PAGE_LINKS,
      description:
        'Ids of links of the creator, in the order of the page, which marks them as advertising. Unchanged unless given.',
    }),
  ),
});

/** The fields that a change can set. */
const versionOf = ({
  is_public,
  name,
  shows_rates,
  links,
}: {
  is_public: boolean;
  name: string | null;
  shows_rates: boolean;
  links: readonly { id: number }[];
}) => ({
  is_public,
  name,
  shows_rates,
  links: links.map(({ id }) => id),
});

/** Creators decide for themselves whether they have a public page. */
export function creatorPageRoutes(app: FastifyInstance, { publicUrl }: SiteDeps): void {
  const common = { tags: ['Creator profiles'], addition: true, policy: onUser('user') } as const;
  const present = ({ isPublic, isShown, name, showsRates, links }: CreatorPage) => ({
    is_public: isPublic,
    is_shown: isShown,
    name,
    shows_rates: showsRates,
    url: name && `${publicUrl}${creatorPath(name)}`,
    media_kit_url: name && `${publicUrl}${mediaKitPath(name)}`,
    links: links.map(({ id, title, store, name: last, isShown: isLinkShown }) => ({
      id,
      title,
      store,
      url: trackedUrl(publicUrl, last),
      is_shown: isLinkShown,
    })),
  });

  operation(app, {
    ...common,
    method: 'GET',
    url,
    operationId: 'getCreatorPublicPage',
    summary: 'Read whether a creator has a public page',
    replies: { 200: CreatorPageRecord },
    version: versionOf,
    handle: async ({ ctx, resource: { id } }) => present(await readCreatorPage(ctx, id)),
  });

  operation(app, {
    ...common,
    method: 'PUT',
    url,
    operationId: 'setCreatorPublicPage',
    scope: 'administration',
    presence: 'token',
    summary: 'Publish or hide the page of a creator',
    description:
      'The page and the media kit show name, picture, text, languages, topics, examples and proven channels to everybody, and to search engines; the page also shows the chosen links. They never show an e-mail address, unproven channels or results.',
    body: CreatorPageBody,
    replies: { 200: CreatorPageRecord },
    errors: ['name_taken'],
    current: async ({ ctx, resource: { id } }) => versionOf(present(await readCreatorPage(ctx, id))),
    handle: async ({ ctx, resource: { id }, body: { is_public: isPublic, name, shows_rates: showsRates, links } }) =>
      present(await publishCreatorPage(ctx, id, { isPublic, name, showsRates, links })),
  });
}

nameSchemas({ CreatorPublicPage: CreatorPageRecord, CreatorPublicPageInput: CreatorPageBody });
