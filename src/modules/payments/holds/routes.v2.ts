import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { adminOnly } from '../../../platform/auth/policy.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { dateTime, id, nameSchemas, nullable, oneOf, words } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { pageQuery, presentV2Page, v2Envelope } from '../../../platform/pagination.ts';
import { HOLD_ORDER, type Hold, type HoldSubject, listHolds } from './list-holds.ts';
import { putOnHold, releaseHold } from './put-on-hold.ts';

const shared = { tags: ['Payments'], policy: adminOnly, addition: true } as const;
const SUBJECT_KINDS = ['store', 'user', 'client'] as const;
const reason = (what: string) => words({ max: 1000, description: `The reason why ${what}; stored in the audit log.` });

const HoldRecord = Type.Object({
  id: id(),
  subject: Type.Object({ kind: oneOf(SUBJECT_KINDS), id: id(), name: Type.String() }),
  reason: Type.String(),
  created_by: nullable(id()),
  created_at: dateTime(),
  released_by: nullable(id()),
  released_at: nullable(dateTime()),
  release_reason: nullable(Type.String()),
});

const HoldBody = Type.Object({
  store_id: Type.Optional(id({ description: 'Amounts that originate from this store are not paid out.' })),
  user_id: Type.Optional(
    id({ description: 'Amounts that originate from this creator are not paid out, including the agency’s share.' }),
  ),
  client_id: Type.Optional(id({ description: 'Nothing is paid out to this agency.' })),
  reason: reason('nothing is paid out'),
});

/** Holds on payouts, for administrators. */
export function holdRoutes(app: FastifyInstance): void {
  operation(app, {
    ...shared,
    method: 'GET',
    url: '/v2/admin/holds',
    operationId: 'adminListHolds',
    summary: 'List holds on payouts',
    description: 'The latest first unless `sort_by` is given.',
    query: {
      state: Type.Optional(oneOf(['current', 'released'])),
      sort_by: HOLD_ORDER.query,
      ...pageQuery(),
    },
    replies: { 200: v2Envelope(HoldRecord) },
    handle: async ({ ctx, query, page, request }) => {
      const isCurrent = query.state === undefined ? undefined : query.state === 'current';
      return presentV2Page(request, page, await listHolds(ctx, { isCurrent, sort: query.sort_by }, page), presentHold);
    },
  });

  operation(app, {
    ...shared,
    method: 'POST',
    url: '/v2/admin/holds',
    operationId: 'adminPutOnHold',
    scope: 'money',
    presence: 'fresh',
    summary: 'Put a store, creator or agency on hold',
    description:
      'Payouts stop until the hold is released; clicks, orders, closings and invoices continue. Exactly one of `store_id`, `user_id` and `client_id`.',
    body: HoldBody,
    replies: { 201: HoldRecord },
    errors: ['already_on_hold'],
    idempotent: true,
    handle: async ({ ctx, body }) =>
      presentHold(await putOnHold(ctx, { subject: subjectOf(body), reason: body.reason })),
  });

  operation(app, {
    ...shared,
    method: 'POST',
    url: '/v2/admin/holds/:hold/release',
    operationId: 'adminReleaseHold',
    scope: 'money',
    presence: 'fresh',
    summary: 'Release a hold on payouts',
    body: Type.Object({ reason: reason('it is released') }),
    replies: { 200: HoldRecord },
    errors: ['hold_released'],
    idempotent: true,
    handle: async ({ ctx, params: { hold: holdId }, body }) =>
      presentHold(await releaseHold(ctx, { holdId, reason: body.reason })),
  });
}

/** @throws InvalidInput when a body names none of them, or several */
function subjectOf(body: { store_id?: number; user_id?: number; client_id?: number }): HoldSubject {
  const named = SUBJECT_KINDS.flatMap((kind): HoldSubject[] => {
    const subjectId = body[`${kind}_id`];
    return subjectId === undefined ? [] : [{ kind, id: subjectId }];
  });
  if (named.length === 1) return named[0]!;
  throw new InvalidInput({ store_id: ['exactly one of `store_id`, `user_id` and `client_id` must be given'] });
}

function presentHold({ id, subject, reason, createdBy, createdAt, release }: Hold) {
  return {
    id,
    subject,
    reason,
    created_by: createdBy,
    created_at: createdAt.toISOString(),
    released_by: release?.by ?? null,
    released_at: release?.at.toISOString() ?? null,
    release_reason: release?.reason ?? null,
  };
}

nameSchemas({ Hold: HoldRecord, HoldInput: HoldBody });
