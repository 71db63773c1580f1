import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { adminOnly } from '../../platform/auth/policy.ts';
import { dateTime, id, minorMoney, nameSchemas, nullable, text, whole } from '../../platform/http/fields.ts';
import { operation } from '../../platform/http/operation.ts';
import { cursorPage, cursorQuery, presentCursor } from '../../platform/pagination.ts';
import { personReply } from '../accounts/index.ts';
import type { LinkDeps } from './link-deps.ts';
import { type AnyLink, listAllLinks } from './list-all.ts';
import { trackedUrl } from './present.ts';
import { settingFilters } from './settings/schemas.ts';

const AnyLinkRecord = Type.Object(
  {
    id: id(),
    title: Type.String(),
    service_url: Type.String({ description: 'The tracked URL.' }),
    original_url: Type.String({ description: 'The address that the link redirects to.' }),
    created_at: dateTime(),
    archived_at: nullable(dateTime()),
    advertiser: Type.Object({ id: id(), name: Type.String() }),
    user: personReply({ description: 'The creator.' }),
    number_of_clicks: whole({ description: 'Counted clicks, all time.' }),
    cost: minorMoney('What the store pays for clicks and orders, all time.'),
  },
  { description: 'A link of any creator.' },
);
const AnyLinkList = cursorPage(AnyLinkRecord);

/** The links of all creators, for administrators. */
export function allLinkRoutes(app: FastifyInstance, { publicUrl }: LinkDeps): void {
  operation(app, {
    method: 'GET',
    url: '/v2/admin/links',
    operationId: 'adminListLinks',
    summary: 'List the links of all creators',
    description: 'Newest first, without archived ones unless `archived` is given.',
    tags: ['Links'],
    addition: true,
    policy: adminOnly,
    query: {
      q: Type.Optional(
        text({
          min: 1,
          max: 120,
          description: 'The number, the code, the slug or words of the name of a link, in any case.',
        }),
      ),
      advertiser_id: Type.Optional(id({ description: 'Links to this store.' })),
      user_id: Type.Optional(id({ description: 'Links of this creator.' })),
      archived: settingFilters.archived,
      ...cursorQuery(),
    },
    replies: { 200: AnyLinkList },
    handle: async ({ ctx, query }) => {
      const { q, advertiser_id: storeId, user_id: userId, archived } = query;
      const { links, next } = await listAllLinks(ctx, { text: q, storeId, userId, archived }, query);
      return { data: links.map((link) => present(publicUrl, link)), meta: presentCursor(next) };
    },
  });
}

const present = (publicUrl: string, link: AnyLink) => ({
  id: link.id,
  title: link.title,
  service_url: trackedUrl(publicUrl, link.slug ?? link.code),
  original_url: link.url,
  created_at: link.createdAt.toISOString(),
  archived_at: link.archivedAt?.toISOString() ?? null,
  advertiser: link.store,
  user: link.user,
  number_of_clicks: link.clicks,
  cost: { minor: link.costMinor, currency: link.currency },
});

nameSchemas({ AnyLink: AnyLinkRecord, AnyLinkPage: AnyLinkList });
