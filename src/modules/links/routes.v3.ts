import type { FastifyInstance } from 'fastify';
import { RuleRefused } from '../../platform/errors/errors.ts';
import { operation } from '../../platform/http/operation.ts';
import { onUser } from '../accounts/index.ts';
import { createLink } from './create-link.ts';
import type { LinkDeps } from './link-deps.ts';
import { presentLink } from './present.ts';
import { CREATE_ERRORS } from './routes.v2.ts';
import { CreateBodyV3, SingleLink } from './schemas.ts';

/**
 * Version 3 of creating a link. The response is the link alone, so a URL of several stores requires the advertiser's
 * id.
 */
export function linkRoutesV3(app: FastifyInstance, { live, publicUrl }: Pick<LinkDeps, 'live' | 'publicUrl'>): void {
  operation(app, {
    method: 'POST',
    url: '/v3/users/:user/affiliate-links',
    operationId: 'createAffiliateLinkV3',
    scope: 'links',
    presence: 'token',
    summary: 'Convert a product URL to a creator’s tracked link',
    description: 'The same URL always returns the same link. A URL of several stores is a 400 that names them.',
    tags: ['Links'],
    policy: onUser('user'),
    body: CreateBodyV3,
    replies: { 200: SingleLink },
    errors: [...CREATE_ERRORS, 'several_advertisers'],
    handle: async ({ ctx, resource, body }) => {
      const { url, advertiser_id: advertiserId } = body;
      const created = await createLink(ctx, live.index, { userId: resource.id, url, advertiserId });
      if (created.kind !== 'choice') return presentLink(publicUrl, created.link);
      const choice = created.advertisers.map(({ id, name }) => `${id} (${name})`).join(', ');
      throw new RuleRefused('several_advertisers', `Several stores match; name one as advertiser_id: ${choice}.`);
    },
  });
}
