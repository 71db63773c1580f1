import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { nameSchemas, nullable } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { onUser } from '../../accounts/index.ts';
import type { SiteDeps } from '../deps.ts';
import { creatorPath, mediaKitPath } from '../pages/paths.ts';
import { type CreatorPage, publishCreatorPage, readCreatorPage } from './creator-page.ts';

const url = '/v2/users/:user/public-page';
const name = Type.String({
  pattern: '^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$',
  'x-says': 'must be 3 to 40 small letters and digits, with hyphens between them',
  description: 'The name in the address of the page.',
});
const CreatorPageRecord = Type.Object({
  is_public: Type.Boolean({ description: 'Off by default.' }),
  is_shown: Type.Boolean({ description: 'Whether the page can be seen now: not of a suspended creator.' }),
  name: nullable(name),
  shows_rates: Type.Boolean({ description: 'Whether the page states the rates. Off by default.' }),
  url: nullable(
    Type.String({ description: 'The address of the page, also while it is hidden; null: without a name.' }),
  ),
  media_kit_url: nullable(Type.String({ description: 'The same facts as a PDF.' })),
});
const CreatorPageBody = Type.Object({
  is_public: Type.Boolean(),
  name: Type.Optional({ ...name, description: 'Unchanged unless given; required when the page is first published.' }),
  shows_rates: Type.Optional(Type.Boolean({ description: 'Unchanged unless given.' })),
});

/** The fields that a change can set. */
const versionOf = ({
  is_public,
  name,
  shows_rates,
}: {
  is_public: boolean;
  name: string | null;
  shows_rates: boolean;
}) => ({
  is_public,
  name,
  shows_rates,
});

/** Creators decide for themselves whether they have a public page. */
export function creatorPageRoutes(app: FastifyInstance, { publicUrl }: SiteDeps): void {
  const common = { tags: ['Creator profiles'], addition: true, policy: onUser('user') } as const;
  const present = ({ isPublic, isShown, name, showsRates }: CreatorPage) => ({
    is_public: isPublic,
    is_shown: isShown,
    name,
    shows_rates: showsRates,
    url: name && `${publicUrl}${creatorPath(name)}`,
    media_kit_url: name && `${publicUrl}${mediaKitPath(name)}`,
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
      'The page and the media kit show name, picture, text, languages, topics, examples and proven channels to everybody, and to search engines. They never show an e-mail address, unproven channels or results.',
    body: CreatorPageBody,
    replies: { 200: CreatorPageRecord },
    errors: ['name_taken'],
    current: async ({ ctx, resource: { id } }) => versionOf(present(await readCreatorPage(ctx, id))),
    handle: async ({ ctx, resource: { id }, body: { is_public: isPublic, name, shows_rates: showsRates } }) =>
      present(await publishCreatorPage(ctx, id, { isPublic, name, showsRates })),
  });
}

nameSchemas({ CreatorPublicPage: CreatorPageRecord, CreatorPublicPageInput: CreatorPageBody });
