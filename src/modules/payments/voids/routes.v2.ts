import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { adminOnly } from '../../../platform/auth/policy.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { oneOf } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { moneyObject } from '../../../platform/money.ts';
import { pageQuery, presentV2Page, v2Envelope } from '../../../platform/pagination.ts';
import type { Effect, VoidSummary } from './effect.ts';
import { MAX_VOID_ITEMS, VOID_KINDS } from './find-items.ts';
import { listVoids, readVoid, VOID_ORDER, type Void } from './list-voids.ts';
import { makeVoid } from './make-void.ts';
import { previewVoid } from './preview-void.ts';
import { bodyOf, filterOf, PreviewBody, PreviewRecord, UndoBody, VoidBody, VoidRecord } from './schemas.ts';
import { undoVoid } from './undo-void.ts';

const shared = { tags: ['Payments'], policy: adminOnly, addition: true } as const;

/** Voids of clicks, orders and one-time payments, for administrators. */
export function voidRoutes(app: FastifyInstance): void {
  readRoutes(app);
  operation(app, {
    ...shared,
    method: 'POST',
    url: '/v2/admin/voids/preview',
    operationId: 'adminPreviewVoid',
    scope: 'money',
    presence: 'token',
    summary: 'Preview a void of clicks, orders or one-time payments',
    description: `Selects counted clicks, attributed orders that are not denied, and payments that are not void. At most ${MAX_VOID_ITEMS} at once. Nothing is changed.`,
    body: PreviewBody,
    replies: { 200: PreviewRecord },
    errors: ['too_many_items'],
    handle: async ({ ctx, body }) => presentSummary(await previewVoid(ctx, filterOf(body))),
  });

  operation(app, {
    ...shared,
    method: 'POST',
    url: '/v2/admin/voids',
    operationId: 'adminVoid',
    scope: 'money',
    presence: 'fresh',
    summary: 'Void the previewed clicks, orders or one-time payments',
    description:
      'They no longer cost or earn anything; orders are denied. Totals are updated at once, and the clicks’ part of the campaigns’ budgets is released. The next closing reverses booked amounts, which are not payable until then.',
    body: VoidBody,
    replies: { 201: VoidRecord },
    errors: ['nothing_to_void', 'too_many_items', 409],
    idempotent: true,
    handle: async ({ ctx, body: { fingerprint, reason, ...filter } }) => {
      const { voidId } = await makeVoid(ctx, { filter: filterOf(filter), fingerprint, reason });
      return presentVoid(found(await readVoid(ctx, voidId)));
    },
  });

  operation(app, {
    ...shared,
    method: 'POST',
    url: '/v2/admin/voids/:void/undo',
    operationId: 'adminUndoVoid',
    scope: 'money',
    presence: 'fresh',
    summary: 'Undo a void as a whole',
    description:
      'The records count, cost and earn as before. Refused if the budgets of campaigns or the store’s credit are no longer sufficient.',
    body: UndoBody,
    replies: { 200: VoidRecord },
    errors: ['void_undone', 'budget_used_up', 'credit_limit', 'clicks_purged', 'items_changed'],
    idempotent: true,
    handle: async ({ ctx, params: { void: voidId }, body: { reason } }) => {
      await undoVoid(ctx, { voidId, reason });
      return presentVoid(found(await readVoid(ctx, voidId)));
    },
  });
}

function readRoutes(app: FastifyInstance): void {
  operation(app, {
    ...shared,
    method: 'GET',
    url: '/v2/admin/voids',
    operationId: 'adminListVoids',
    summary: 'List voids',
    description: 'The latest first unless `sort_by` is given.',
    query: {
      kind: Type.Optional(oneOf(VOID_KINDS)),
      state: Type.Optional(oneOf(['current', 'undone'])),
      sort_by: VOID_ORDER.query,
      ...pageQuery(),
    },
    replies: { 200: v2Envelope(VoidRecord) },
    handle: async ({ ctx, query: { kind, state, sort_by: sort }, page, request }) => {
      const isUndone = state === undefined ? undefined : state === 'undone';
      return presentV2Page(request, page, await listVoids(ctx, { kind, isUndone, sort }, page), presentVoid);
    },
  });

  operation(app, {
    ...shared,
    method: 'GET',
    url: '/v2/admin/voids/:void',
    operationId: 'adminGetVoid',
    summary: 'Read a void',
    replies: { 200: VoidRecord },
    handle: async ({ ctx, params }) => presentVoid(found(await readVoid(ctx, params.void))),
  });
}

function found(one: Void | null): Void {
  if (one === null) throw new NotFound('void');
  return one;
}

function presentSummary({ items, effects, fingerprint }: VoidSummary) {
  return { items, effects: effects.map(presentEffect), fingerprint };
}

function presentEffect({ currency, items, cost, creators, agencies, platform }: Effect) {
  const printed = (minor: number) => moneyObject({ minor, currency });
  return {
    currency,
    items,
    cost: printed(cost),
    creators: printed(creators),
    agencies: printed(agencies),
    platform: printed(platform),
  };
}

function presentVoid({ id, kind, reason, filter, items, effects, createdBy, createdAt, undo }: Void) {
  return {
    id,
    kind,
    reason,
    filter: bodyOf(filter),
    items,
    effects: effects.map(presentEffect),
    created_by: createdBy,
    created_at: createdAt.toISOString(),
    undone_by: undo?.by ?? null,
    undone_at: undo?.at.toISOString() ?? null,
    undo_reason: undo?.reason ?? null,
  };
}
