import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { dateTime, id, money, nullable, oneOf, whole } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { moneyObject } from '../../../platform/money.ts';
import { pageRequest, presentV2Page, v2Envelope } from '../../../platform/pagination.ts';
import { fileUrl } from '../../../platform/storage/file-url.ts';
import { onUser } from '../../accounts/index.ts';
import { titleOf } from '../offers/present.ts';
import { OFFER_STATUSES } from '../offers/read-offers.ts';
import { OFFER_TYPES } from '../offers/schemas.ts';
import { PARTICIPANT_STATUSES, transitionsFor } from '../participants/moves.ts';
import type { CampaignParts } from '../parts.ts';
import { mayEarn } from './present.ts';
import { type BoardCampaign, listBoard, readBoardCampaign } from './read-board.ts';
import { campaignQuery, filtersOf } from './schemas.ts';

const SOURCES = ['general', 'social'] as const;
const participantStatus = () => oneOf(PARTICIPANT_STATUSES);

export const BoardRecord = Type.Object({
  id: id(),
  title: Type.String(),
  text: Type.String({ description: 'Empty when there is none.' }),
  image_url: nullable(Type.String()),
  store: Type.Object({ id: id(), name: Type.String() }),
  type: oneOf(OFFER_TYPES),
  status: oneOf(OFFER_STATUSES),
  token: Type.String({ description: 'With it the user joins.' }),
  valid_from: nullable(dateTime()),
  valid_until: nullable(dateTime()),
  has_product_seeding: Type.Boolean({ description: 'The store sends its product.' }),
  one_time_payment: nullable(money({ description: 'What the store pays once.' })),
  currency: Type.String(),
  pay: Type.Array(
    Type.Object({
      source: oneOf(SOURCES),
      per_click_minor: whole({ description: 'What the user earns by a click, minor units.' }),
      per_order: Type.Number({ description: 'What the user earns of an order, as a fraction of its value.' }),
    }),
  ),
  tasks: Type.Array(Type.String(), { description: 'What participants agree to do.' }),
  part: nullable(
    Type.Object(
      {
        participant_id: id(),
        status: participantStatus(),
        can_create_link: Type.Boolean({
          description: 'What the user’s links to the store bring is paid by the campaign.',
        }),
        todo: Type.Array(Type.Object({ key: Type.String(), value: Type.Boolean() })),
        payment: nullable(money({ description: 'What has been agreed with this user.' })),
        transitions: Type.Array(Type.Object({ status: participantStatus(), label: Type.String() }), {
          description: 'Where the user may move on to.',
        }),
      },
      { description: 'Null: the user does not take part (yet).' },
    ),
  ),
});

/** Campaigns as a creator decides on them: what they pay, what they ask for, and how far the creator has come. */
export function boardRoutes(app: FastifyInstance, { publicUrl }: CampaignParts): void {
  const common = { tags: ['Creator campaigns'], addition: true, policy: onUser('user') } as const;
  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/users/:user/campaign-board',
    operationId: 'listCampaignBoard',
    summary: 'The campaigns that are for a user, with pay, tasks and the user’s part',
    description:
      'Newest first: those that the user takes part in, and those of open stores that aim at the user or at everybody.',
    query: campaignQuery,
    replies: { 200: v2Envelope(BoardRecord) },
    handle: async ({ ctx, resource: user, query, request }) => {
      const page = pageRequest(query);
      const found = await listBoard(ctx, { userId: user.id, ...filtersOf(query) }, page);
      return presentV2Page(request, page, found, (campaign) => presentOnBoard(publicUrl, campaign));
    },
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/users/:user/campaign-board/:offer',
    operationId: 'getBoardCampaign',
    summary: 'A campaign that is for a user, with pay, tasks and the user’s part',
    replies: { 200: BoardRecord },
    errors: [404],
    handle: async ({ ctx, resource: user, params }) =>
      presentOnBoard(publicUrl, await readBoardCampaign(ctx, { userId: user.id, offerId: params.offer })),
  });
}

/** A campaign as its creator decides on it, sums for clicks in minor units. */
export function presentOnBoard(publicUrl: string, entry: BoardCampaign) {
  const { offer, storeName, tasks, oneTimeMinor, pay, part, isStoreWilling } = entry;
  const { currency } = offer;
  return {
    id: offer.id,
    title: titleOf(offer),
    text: offer.campaign.text,
    image_url: offer.imageKey === null ? null : fileUrl(publicUrl, offer.imageKey),
    store: { id: offer.storeId, name: storeName },
    type: offer.type,
    status: offer.status,
    token: offer.token,
    valid_from: offer.validFrom?.toISOString() ?? null,
    valid_until: offer.validUntil?.toISOString() ?? null,
    has_product_seeding: offer.hasProductSeeding,
    one_time_payment: oneTimeMinor === null ? null : moneyObject({ minor: oneTimeMinor, currency }),
    currency,
    pay: pay.map(({ source, perClickMinor, perOrderPpm }) => ({
      source: SOURCES[source],
      per_click_minor: perClickMinor,
      per_order: perOrderPpm / 1_000_000,
    })),
    tasks,
    part: part && {
      participant_id: part.id,
      status: part.status,
      can_create_link: mayEarn(part.status, offer, isStoreWilling),
      todo: part.todo,
      payment: part.payment && moneyObject(part.payment),
      transitions: transitionsFor(part, ['creator']),
    },
  };
}
