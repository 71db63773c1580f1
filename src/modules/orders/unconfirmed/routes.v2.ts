import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { REFUSALS } from '../../../platform/errors/refusals.ts';
import { dateTime, id, nameSchemas, nullable, oneOf, whole } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { requestedLocale } from '../../../platform/http/requested-locale.ts';
import { languageOf } from '../../../platform/locale.ts';
import { onStore } from '../../stores/index.ts';
import { MAX_UNCONFIRMED, UNCONFIRMED_DAYS } from '../collectors/keep-unconfirmed.ts';
import type { OrderDeps } from '../deps.ts';
import { decideUnconfirmed, UNCONFIRMED_DECISIONS } from './decide-unconfirmed.ts';
import { listUnconfirmed, type RefusedReport } from './list-unconfirmed.ts';

const tags = ['Orders'];

const hourOf = () => dateTime({ description: 'The beginning of an hour (UTC).' });

const RefusedRecord = Type.Object({
  id: id(),
  order_id: Type.String(),
  received_at: dateTime(),
  error: nullable(Type.String({ description: 'The code of the refusal; null for a value that is not valid.' })),
  message: Type.String({ description: 'Why it cannot be recorded.' }),
});

const UnconfirmedReports = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        hour: hourOf(),
        reports: whole({ description: 'Reports that were kept without effect.' }),
        attributed: whole({
          description: 'Of these, the ones whose click or code led to a creator when they arrived.',
        }),
        refused: Type.Array(RefusedRecord, {
          description: 'Kept reports that could not be recorded when the store last tried, and why; at most 20.',
        }),
        orders: whole({
          description: 'Pending orders of the hour that only unsigned pages have reported and that lead to nobody.',
        }),
      }),
      { description: 'The latest hour first.' },
    ),
    kept: whole({ description: 'All kept reports.' }),
    capacity: whole({ description: 'The maximum of kept reports. Further ones are refused.' }),
    kept_days: whole({ description: 'Days for which a report is kept, unless the store decides about it.' }),
    today: Type.Object({
      orders: whole({ description: 'New orders that unsigned pages have reported today (UTC).' }),
      limit: whole({ description: 'The number above which they are kept without effect.' }),
      dropped: whole({ description: 'Reports that were refused today because no more are kept.' }),
    }),
  },
  { description: 'Unsigned reports of a store’s pages by the hour. (An addition.)' },
);

const Decided = Type.Object(
  {
    changed: whole({ description: 'Reports that were recorded or discarded, or orders that were denied.' }),
    remaining: whole({ description: 'Those that are left: repeat the request until it is 0.' }),
    refused: Type.Array(RefusedRecord, { description: 'Reports that cannot be recorded, and why. They are kept.' }),
  },
  { description: 'The result of the decision. (An addition.)' },
);

const HOUR_MS = 3_600_000;

/** The reason is in the language of the request if its code has a sentence there. */
function presentRefused(refused: readonly RefusedReport[], locale: string | null) {
  const language = languageOf(locale);
  return refused.map(({ id, orderId, receivedAt, code, reason }) => ({
    id,
    order_id: orderId,
    received_at: receivedAt.toISOString(),
    error: code,
    message: (language === 'en' || code === null ? undefined : REFUSALS[language][code]) ?? reason,
  }));
}

/** Unsigned reports above the limit of a store's day: a list by the hour, and decisions about an hour. */
export function unconfirmedRoutes(app: FastifyInstance, deps: OrderDeps): void {
  operation(app, {
    method: 'GET',
    url: '/v2/stores/:store/unconfirmed-reports',
    operationId: 'listUnconfirmedReports',
    storeKey: true,
    summary: 'List unsigned reports that were kept without effect, by the hour',
    description:
      'The hours of the last 14 days in which reports of unsigned pages were kept because there were too many of them, or in which such pages reported 50 or more orders that lead to nobody.',
    tags,
    addition: true,
    policy: onStore('store'),
    replies: { 200: UnconfirmedReports },
    handle: async ({ ctx, request, reply, resource: store }) => {
      const locale = requestedLocale(request, reply);
      const { unsigned: least } = request.server.reportsPerStoreDay;
      const { hours, kept, today } = await listUnconfirmed(ctx, { storeId: store.id, least });
      return {
        data: hours.map(({ hour, refused, ...numbers }) => ({
          hour: hour.toISOString(),
          ...numbers,
          refused: presentRefused(refused, locale),
        })),
        kept,
        capacity: MAX_UNCONFIRMED,
        kept_days: UNCONFIRMED_DAYS,
        today,
      };
    },
  });

  operation(app, {
    method: 'POST',
    url: '/v2/stores/:store/unconfirmed-reports/decisions',
    operationId: 'decideUnconfirmedReports',
    scope: 'orders',
    presence: 'token',
    storeKey: true,
    summary: 'Record or discard the kept reports of an hour, or deny its unattributed orders',
    description:
      'A recorded report has the same effect as if it had been recorded when it arrived. One that cannot be recorded is kept with the reason (`refused`). One request records at most 200 reports, and denies at most 1,000 orders.',
    tags,
    addition: true,
    policy: onStore('store'),
    body: Type.Object({
      hour: hourOf(),
      decision: oneOf(UNCONFIRMED_DECISIONS, {
        description:
          '`record`: the kept reports become orders. `discard`: they are removed. `deny_orders`: the pending orders of the hour that only unsigned pages have reported and that lead to nobody are denied.',
      }),
      attributed: Type.Optional(
        Type.Boolean({
          description:
            'Only kept reports that did, or did not, lead to a creator when they arrived; all unless given. Not with `deny_orders`.',
        }),
      ),
    }),
    replies: { 200: Decided },
    errors: ['store_inactive'],
    handle: async ({ ctx, request, reply, resource: store, body: { hour: given, decision, attributed } }) => {
      const hour = new Date(given);
      if (hour.getTime() % HOUR_MS !== 0) throw new InvalidInput({ hour: ['must be the beginning of an hour (UTC)'] });
      if (decision === 'deny_orders' && attributed !== undefined)
        throw new InvalidInput({
          attributed: ['must be left out with `deny_orders`, which denies unattributed orders'],
        });
      const decided = await decideUnconfirmed(ctx, deps, {
        storeId: store.id,
        hour,
        decision,
        attributed: attributed ?? null,
      });
      return { ...decided, refused: presentRefused(decided.refused, requestedLocale(request, reply)) };
    },
  });
}

nameSchemas({ RefusedReport: RefusedRecord, UnconfirmedReports, DecidedReports: Decided });
