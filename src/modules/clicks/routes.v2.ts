import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { NotFound } from '../../platform/errors/errors.ts';
import { dateTime, id, nullable, oneOf, whole } from '../../platform/http/fields.ts';
import { operation } from '../../platform/http/operation.ts';
import { onLinkEarnings } from '../links/index.ts';
import { readLinkTerms } from './link-terms.ts';
import { LINK_REFUSALS } from './refusal.ts';

const SOURCES = ['general', 'social'] as const;

const LinkTermsReply = Type.Object({
  currency: Type.String({ description: 'The store’s, of all money here.' }),
  refusal: nullable(
    oneOf(LINK_REFUSALS, {
      description:
        'Why nothing is paid now: the store does not pay this creator, is closed or not approved, or the creator belongs to it.',
    }),
  ),
  sources: Type.Array(
    Type.Object({
      source: oneOf(SOURCES, { description: 'Where the shopper comes from: `social` for the social networks.' }),
      per_click_minor: whole({ description: 'What the creator earns by a click, minor units.' }),
      per_order: Type.Number({ description: 'What the creator earns of an order, as a fraction of its value.' }),
      campaign: nullable(
        Type.Object(
          { id: id(), title: Type.String(), valid_until: nullable(dateTime()) },
          { description: 'The campaign that pays it; null: the store’s own prices.' },
        ),
      ),
    }),
  ),
});

/** What is told about clicks before they come. */
export function clickRoutesV2(app: FastifyInstance): void {
  operation(app, {
    method: 'GET',
    url: '/v2/affiliate-links/:affiliate_link/terms',
    operationId: 'getLinkTerms',
    summary: 'What a link earns its creator now',
    description: 'As the next click would be priced, unless the creator’s own limit in a campaign is reached.',
    tags: ['Links'],
    addition: true,
    policy: onLinkEarnings,
    replies: { 200: LinkTermsReply },
    handle: async ({ ctx, resource: link }) => {
      const terms = await readLinkTerms(ctx.db, { code: link.code, atMs: ctx.now().getTime() });
      if (terms === null) throw new NotFound('affiliate link');
      const { currency, refusal, sources } = terms;
      return {
        currency,
        refusal,
        sources: sources.map(({ source, perClickMinor, perOrderPpm, campaign }) => ({
          source: SOURCES[source],
          per_click_minor: perClickMinor,
          per_order: perOrderPpm / 1_000_000,
          campaign: campaign && {
            id: campaign.id,
            title: campaign.title,
            valid_until: campaign.validUntil?.toISOString() ?? null,
          },
        })),
      };
    },
  });
}
