import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { adminOnly, signedIn } from '../../../platform/auth/policy.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { dateTime, day, id, money, nameSchemas, nullable, oneOf, words } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { sendPrivatePicture } from '../../../platform/http/private-picture.ts';
import { file } from '../../../platform/http/replies.ts';
import { MAX_CLAIM_PICTURE_BYTES, MAX_CLAIM_PICTURES, PICTURE_KINDS } from '../../../platform/http/upload-limits.ts';
import { moneyObject } from '../../../platform/money.ts';
import { pageQuery, presentV2Page, v2Envelope } from '../../../platform/pagination.ts';
import { onUser, personReply, requireUser } from '../../accounts/index.ts';
import { onStore } from '../../stores/index.ts';
import type { OrderDeps } from '../deps.ts';
import { shopOrderId } from '../lists/schemas.ts';
import { CLAIM_ORDER, CLAIM_STATUSES, type Claim, FINDINGS, listClaims, readClaim } from './claim.ts';
import { claimOrder } from './claim-order.ts';
import { type ClaimDecision, decideClaim, previewAcceptance } from './decide-claim.ts';
import { addEvidence, readEvidence } from './evidence.ts';
import { onClaim, onClaimOfStore, onOwnClaim } from './policy.ts';

const tags = ['Orders'];

const EvidenceRecord = Type.Object({ id: id(), name: Type.String(), created_at: dateTime() });

const ClaimRecord = Type.Object({
  id: id(),
  store: Type.Object({ id: id(), name: Type.String() }),
  user: personReply(),
  order_id: Type.String({ description: 'The shop’s own number of the order.' }),
  ordered_on: day(),
  amount: money(),
  note: Type.String(),
  findings: Type.Array(oneOf(FINDINGS), {
    description:
      'The facts when the claim was created: about the order, and whether the creator had a click in the attribution window.',
  }),
  click_id: nullable(Type.String({ description: 'The creator’s last click to the store before the order.' })),
  status: oneOf(CLAIM_STATUSES, {
    description: '`escalated`: not decided by the deadline; administrators list it.',
  }),
  reason: nullable(Type.String()),
  due_at: dateTime(),
  decided_at: nullable(dateTime()),
  order: nullable(id({ description: 'The id of the order that it became.' })),
  evidence: Type.Array(EvidenceRecord),
  created_at: dateTime(),
});

const ClaimCost = Type.Object(
  { cost: money({ description: 'The commission of the order, in the store’s currency.' }) },
  { description: 'The cost of a claim. (The body is an addition.)' },
);

const listQuery = {
  status: Type.Optional(oneOf(CLAIM_STATUSES)),
  sort_by: CLAIM_ORDER.query,
  ...pageQuery(),
};

/** Claims of orders that are missing or wrong. */
export function claimRoutes(app: FastifyInstance, { calendar, claimDays }: OrderDeps): void {
  operation(app, {
    method: 'POST',
    url: '/v2/order-claims',
    operationId: 'claimOrder',
    scope: 'orders',
    presence: 'token',
    summary: 'Report an order that is missing or wrong',
    description:
      'For a creator, a representative of the creator’s client, an administrator. The reply contains the known facts about the order. The store decides before `due_at`. At most 20 a day for each creator.',
    tags,
    addition: true,
    policy: signedIn,
    body: Type.Object({
      user_id: Type.Optional(id({ description: 'The creator; the caller by default.' })),
      store_id: id({ description: 'A store to which the creator has a link.' }),
      order_id: shopOrderId(),
      ordered_on: Type.Optional(day({ description: 'One of the last 120 days (UTC); today by default.' })),
      amount: money({ description: 'The value of the order.' }),
      note: words({ max: 2_000, description: 'What is missing or wrong, for the store.' }),
    }),
    replies: { 201: ClaimRecord },
    errors: ['claim_exists', 'too_many_claims', 404],
    handle: async ({ ctx, actor, body }) => {
      const { id: userId } = await requireUser(ctx, body.user_id ?? actor.userId);
      const claim = {
        userId,
        storeId: body.store_id,
        orderNumber: body.order_id.trim(),
        orderedOn: body.ordered_on ?? ctx.now().toISOString().slice(0, 10),
      };
      const claimId = await claimOrder(ctx, { claimDays }, { ...claim, amount: body.amount, note: body.note });
      return presentClaim(found(await readClaim(ctx, claimId)));
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/order-claims/:order_claim',
    operationId: 'getOrderClaim',
    assistants: 'search',
    summary: 'Read a claim of an order',
    tags,
    addition: true,
    policy: onClaim,
    replies: { 200: ClaimRecord },
    handle: ({ resource }) => presentClaim(resource),
  });

  listRoutes(app);
  evidenceRoutes(app);
  decisionRoutes(app, calendar);
}

function listRoutes(app: FastifyInstance): void {
  operation(app, {
    method: 'GET',
    url: '/v2/stores/:store/order-claims',
    operationId: 'listStoreOrderClaims',
    assistants: 'search',
    storeKey: true,
    summary: 'List the claims of orders of a store',
    description: 'Newest first unless `sort_by` is given.',
    tags,
    addition: true,
    policy: onStore('store'),
    query: listQuery,
    replies: { 200: v2Envelope(ClaimRecord) },
    handle: async ({ ctx, resource: store, query, page, request }) => {
      const claims = await listClaims(ctx, { storeId: store.id, status: query.status, sort: query.sort_by }, page);
      return presentV2Page(request, page, claims, presentClaim);
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/admin/order-claims',
    operationId: 'listOrderClaims',
    assistants: 'search',
    summary: 'List the claims of orders of all stores',
    description:
      'Newest first unless `sort_by` is given. With `status=escalated`, those that no store decided by the deadline.',
    tags,
    addition: true,
    policy: adminOnly,
    query: listQuery,
    replies: { 200: v2Envelope(ClaimRecord) },
    handle: async ({ ctx, query, page, request }) =>
      presentV2Page(
        request,
        page,
        await listClaims(ctx, { status: query.status, sort: query.sort_by }, page),
        presentClaim,
      ),
  });

  operation(app, {
    method: 'GET',
    url: '/v2/users/:user/order-claims',
    operationId: 'listUserOrderClaims',
    assistants: 'search',
    summary: 'List a creator’s claims of orders',
    description: 'Newest first unless `sort_by` is given.',
    tags,
    addition: true,
    policy: onUser('user'),
    query: listQuery,
    replies: { 200: v2Envelope(ClaimRecord) },
    handle: async ({ ctx, resource: user, query, page, request }) => {
      const claims = await listClaims(ctx, { userId: user.id, status: query.status, sort: query.sort_by }, page);
      return presentV2Page(request, page, claims, presentClaim);
    },
  });
}

function evidenceRoutes(app: FastifyInstance): void {
  operation(app, {
    method: 'POST',
    url: '/v2/order-claims/:order_claim/evidence',
    operationId: 'addOrderClaimEvidence',
    scope: 'orders',
    presence: 'token',
    summary: 'Add a picture to a claim',
    description: `A receipt or a confirmation; at most ${MAX_CLAIM_PICTURES}. It is re-encoded.`,
    tags,
    addition: true,
    policy: onOwnClaim,
    upload: { field: 'file', maxBytes: MAX_CLAIM_PICTURE_BYTES, description: `${PICTURE_KINDS}.` },
    replies: { 201: EvidenceRecord },
    errors: ['claim_decided', 'too_many_files'],
    handle: async ({ ctx, resource: claim, upload }) => {
      const evidence = await addEvidence(ctx, { claimId: claim.id, file: upload.content, name: upload.filename });
      return presentEvidence(evidence);
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/order-claims/:order_claim/evidence/:evidence',
    operationId: 'getOrderClaimEvidence',
    summary: 'A picture of a claim',
    tags,
    addition: true,
    policy: onClaim,
    replies: { 200: file('The picture.', 'image/png', 'image/jpeg') },
    errors: [404],
    handle: async ({ ctx, resource: claim, params, reply }) => {
      const picture = await readEvidence(ctx, { claimId: claim.id, id: params.evidence });
      if (picture === null) throw new NotFound('evidence');
      return sendPrivatePicture(reply, picture);
    },
  });
}

/** Why a claim may not be accepted. */
const ACCEPTING = [
  'claim_decided',
  'no_click_in_window',
  'order_not_attributable',
  'order_unresolved',
  'store_inactive',
  'illegal_transition',
  'way_not_counted',
  'gift_order',
] as const;

function decisionRoutes(app: FastifyInstance, calendar: OrderDeps['calendar']): void {
  const shared = {
    method: 'POST',
    tags,
    addition: true,
    policy: onClaimOfStore,
    replies: { 200: ClaimRecord },
    idempotent: true,
  } as const;
  const decide = async (ctx: Parameters<typeof decideClaim>[0], claim: Claim, decision: ClaimDecision) => {
    await decideClaim(ctx, { calendar }, claim, decision);
    return presentClaim(found(await readClaim(ctx, claim.id)));
  };

  operation(app, {
    ...shared,
    url: '/v2/order-claims/:order_claim/accept',
    operationId: 'acceptOrderClaim',
    scope: 'orders',
    presence: 'token',
    summary: 'Accept a claim: it becomes an approved order',
    description:
      'The rules of all orders apply: the terms are those of the creator’s click. If the order cannot be attributed as claimed, nothing is changed.',
    body: Type.Object({ reason: Type.Optional(words({ max: 2_000 })) }),
    errors: [...ACCEPTING],
    handle: ({ ctx, resource: claim, body }) => decide(ctx, claim, { accept: true, reason: body.reason ?? null }),
  });

  operation(app, {
    method: 'GET',
    url: '/v2/order-claims/:order_claim/cost',
    operationId: 'getOrderClaimCost',
    summary: 'What accepting a claim would cost its store',
    description:
      'As if the claim were accepted now; nothing is stored. A claim that cannot be accepted is refused with the same error.',
    tags,
    addition: true,
    policy: onClaimOfStore,
    replies: { 200: ClaimCost },
    errors: [...ACCEPTING],
    handle: async ({ ctx, resource: claim }) => ({
      cost: moneyObject(await previewAcceptance(ctx, { calendar }, claim)),
    }),
  });

  operation(app, {
    ...shared,
    url: '/v2/order-claims/:order_claim/decline',
    operationId: 'declineOrderClaim',
    scope: 'orders',
    presence: 'token',
    summary: 'Decline a claim',
    body: Type.Object({ reason: words({ max: 2_000, description: 'For the creator.' }) }),
    errors: ['claim_decided'],
    handle: ({ ctx, resource: claim, body }) => decide(ctx, claim, { accept: false, reason: body.reason }),
  });
}

function found(claim: Claim | null): Claim {
  if (claim === null) throw new NotFound('order claim');
  return claim;
}

function presentClaim(claim: Claim) {
  const {
    id,
    store,
    user,
    orderNumber,
    orderedOn,
    amountMinor,
    currency,
    note,
    findings,
    clickId,
    status,
    reason,
    evidence,
  } = claim;
  return {
    id,
    store,
    user,
    order_id: orderNumber,
    ordered_on: orderedOn,
    note,
    findings,
    click_id: clickId,
    status,
    reason,
    amount: moneyObject({ minor: amountMinor, currency }),
    due_at: claim.dueAt.toISOString(),
    decided_at: claim.decidedAt?.toISOString() ?? null,
    order: claim.orderRowId,
    evidence: evidence.map(presentEvidence),
    created_at: claim.createdAt.toISOString(),
  };
}

const presentEvidence = ({ id, name, created_at: createdAt }: Claim['evidence'][number]) => ({
  id,
  name,
  created_at: new Date(createdAt).toISOString(),
});

nameSchemas({ OrderClaimEvidence: EvidenceRecord, OrderClaim: ClaimRecord, OrderClaimCost: ClaimCost });
