import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { contrast, LEAST_CONTRAST } from '../../../platform/colours.ts';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { operation } from '../../../platform/http/operation.ts';
import { type Frozen, file } from '../../../platform/http/replies.ts';
import { drawQrCode } from '../../../platform/images/draw-qr-code.ts';
import { MAX_CHANGED_AT_ONCE } from '../../../platform/limits.ts';
import { onUser } from '../../accounts/index.ts';
import type { LinkDeps } from '../link-deps.ts';
import { onCreatorsLink, onLink } from '../policy.ts';
import { trackedUrl } from '../present.ts';
import { archiveLinks } from './archive-links.ts';
import { changeLink, lockLink } from './change-link.ts';
import { ownUrlOf, presentSettings } from './present.ts';
import { readLinkSettings } from './read-settings.ts';
import { ArchiveBody, ArchiveReply, ChangeBody, LinkSettingsReply, qrQuery } from './schemas.ts';

const tags = ['Links'];
export const SETTING_ERRORS = ['slug_taken', 'too_many_slugs'] as const;
/** The URL of a link on a domain. @throws InvalidInput for a domain that is not one of its owners */
async function ownUrl(ctx: Pick<Context, 'db'>, { id }: { id: number }, typed: string): Promise<string> {
  const settings = await readLinkSettings(ctx, id);
  const host = typed.toLowerCase();
  if (!settings.hosts.includes(host))
    throw new InvalidInput({ domain: ['must be a proven domain of the creator or of the creator’s client'] });
  return ownUrlOf(settings, host);
}

type Shown = Frozen<Static<typeof LinkSettingsReply>>;

/** The settings that a change can set. */
const versionOf = ({ slug, title, tags, archived_at, expires_at, expired_url }: Shown) => ({
  slug,
  title,
  tags,
  archived: archived_at !== null,
  expires_at,
  expired_url,
});

const MEDIA_TYPES = { svg: 'image/svg+xml', png: 'image/png' } as const;

/** Settings of links, and QR codes, in API v2. */
export function linkSettingRoutes(app: FastifyInstance, { live, publicUrl }: LinkDeps): void {
  operation(app, {
    method: 'GET',
    url: '/v2/affiliate-links/:affiliate_link/settings',
    operationId: 'getAffiliateLinkSettings',
    summary: 'Read the settings of a link',
    tags,
    addition: true,
    policy: onCreatorsLink,
    replies: { 200: LinkSettingsReply },
    version: versionOf,
    handle: async ({ ctx, resource }) => presentSettings(publicUrl, await readLinkSettings(ctx, resource.id)),
  });

  operation(app, {
    method: 'PATCH',
    url: '/v2/affiliate-links/:affiliate_link',
    operationId: 'changeAffiliateLink',
    assistants: { page: '/console/creator/links' },
    scope: 'links',
    presence: 'token',
    summary: 'Change the slug, title, tags or expiry of a link, or archive it',
    description:
      'Omitted fields are unchanged. A creator can choose 30 new slugs in 24 hours, and a link can have 10 in total.',
    tags,
    addition: true,
    policy: onCreatorsLink,
    body: ChangeBody,
    replies: { 200: LinkSettingsReply },
    errors: SETTING_ERRORS,
    current: async ({ ctx, resource }) => {
      await lockLink(ctx.db, resource.id);
      return versionOf(presentSettings(publicUrl, await readLinkSettings(ctx, resource.id)));
    },
    handle: async ({ ctx, resource, body }) => {
      const { expires_at: expiresAt, expired_url: expiredUrl, ...rest } = body;
      const settings = await changeLink(ctx, live.index, {
        linkId: resource.id,
        ...rest,
        expiredUrl,
        expiresAt: typeof expiresAt === 'string' ? new Date(expiresAt) : expiresAt,
      });
      return presentSettings(publicUrl, settings);
    },
  });

  operation(app, {
    method: 'PATCH',
    url: '/v2/users/:user/affiliate-links',
    operationId: 'archiveAffiliateLinks',
    assistants: { page: '/console/creator/links' },
    scope: 'links',
    presence: 'token',
    summary: 'Archive many links of a creator, or restore them',
    description: `At most ${MAX_CHANGED_AT_ONCE.toLocaleString('en')} links, all or none.`,
    tags,
    addition: true,
    policy: onUser('user'),
    body: ArchiveBody,
    replies: { 200: ArchiveReply },
    handle: async ({ ctx, resource: { id: userId }, body: { affiliate_links: linkIds, archived } }) => ({
      changed: await archiveLinks(ctx, { userId, linkIds, archived }),
    }),
  });

  operation(app, {
    method: 'GET',
    url: '/v2/affiliate-links/:affiliate_link/qr-code',
    operationId: 'getAffiliateLinkQrCode',
    summary: 'A QR code of a link',
    description: 'It contains the tracked URL, with the slug if there is one.',
    tags,
    addition: true,
    policy: onLink,
    query: qrQuery,
    replies: { 200: file('The picture.', MEDIA_TYPES.svg, MEDIA_TYPES.png) },
    handle: async ({ resource, query, reply, ctx }) => {
      const { format = 'svg', size = 512, domain, colour, background } = query;
      if (colour !== undefined && contrast(colour, '#ffffff') < LEAST_CONTRAST)
        throw new InvalidInput({
          colour: [`must be darker: scanners need a contrast of at least ${LEAST_CONTRAST} to white`],
        });
      const name = resource.slug ?? resource.code;
      const url = domain === undefined ? trackedUrl(publicUrl, name) : await ownUrl(ctx, resource, domain);
      reply.type(MEDIA_TYPES[format]);
      reply.header('content-disposition', `attachment; filename="${name}.${format}"`);
      return drawQrCode(url, { format, size, colour, isTransparent: background === 'transparent' });
    },
  });
}
