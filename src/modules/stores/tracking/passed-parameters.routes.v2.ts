import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { list, nameSchemas } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { MAX_PASSED_PARAMETERS } from '../../../platform/limits.ts';
import { onStore } from '../policy.ts';
import { lockStore } from '../record/change-store.ts';
import { readPassedParameters, setPassedParameters } from './passed-parameters.ts';

/**
 * Only parameters of campaigns and click ids of advertising networks are permitted, because a page could interpret other parameters as instructions, such as a voucher or
 * an address.
 */
const CLICK_IDS = [
  'gclid',
  'gbraid',
  'wbraid',
  'dclid',
  'gad_source',
  'fbclid',
  'msclkid',
  'ttclid',
  'twclid',
  'li_fat_id',
  'epik',
  'sccid',
  'rdt_cid',
  'igshid',
  'yclid',
  'mc_cid',
  'mc_eid',
];
const name = Type.String({
  pattern: `^(?:utm_[a-z0-9_]{1,40}|${CLICK_IDS.join('|')})$`,
  'x-says': 'must be the name of a campaign parameter, such as utm_source, or of a click id, such as gclid',
  examples: ['utm_source', 'gclid'],
});

const PassedParameters = Type.Object({
  parameters: list(name, {
    max: MAX_PASSED_PARAMETERS,
    description:
      'Names that begin with `utm_`, and click ids of advertising networks such as `gclid`, `fbclid` and `msclkid`, in lower case.',
  }),
});

const shared = { tags: ['Advertiser administration'], addition: true, policy: onStore('advertiser') } as const;
const URL = '/v2/advertisers/:advertiser/passed-parameters' as const;

/** The campaign parameters of followed links that are passed on to a store's pages. */
export function passedParameterRoutes(app: FastifyInstance): void {
  operation(app, {
    ...shared,
    method: 'GET',
    url: URL,
    operationId: 'getPassedParameters',
    summary: 'Read the campaign parameters that are passed to a store’s pages',
    replies: { 200: PassedParameters },
    version: (reply) => reply,
    handle: async ({ ctx, resource: { id: storeId } }) => ({
      parameters: await readPassedParameters(ctx, { storeId }),
    }),
  });

  operation(app, {
    ...shared,
    method: 'PUT',
    url: URL,
    operationId: 'setPassedParameters',
    scope: 'administration',
    presence: 'token',
    summary: 'Set the campaign parameters that are passed to a store’s pages',
    description:
      'A link that is followed with one of these parameters passes it on to the page, unless the page’s own URL contains it. None by default.',
    body: PassedParameters,
    replies: { 200: PassedParameters },
    current: async ({ ctx, resource: { id: storeId } }) => {
      await lockStore(ctx.db, storeId);
      return { parameters: await readPassedParameters(ctx, { storeId }) };
    },
    handle: async ({ ctx, resource: { id: storeId }, body }) => ({
      parameters: await setPassedParameters(ctx, { storeId, names: body.parameters }),
    }),
  });
}

nameSchemas({ PassedParameters });
