import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { currencyCode, id, money, nameSchemas, whole } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { addMinor, moneyObject } from '../../../platform/money.ts';
import { onStore } from '../../stores/index.ts';
import type { PaymentDeps } from '../deps.ts';
import { month } from '../period-routes/schemas.ts';
import { type OpenMonth, readOpenCosts } from './read-open-costs.ts';

const cost = (description: string) =>
  Type.Object({ quantity: whole(), amount: money({ signed: true }) }, { description });

const OpenCosts = Type.Object(
  {
    store_id: id(),
    currency: currencyCode(),
    months: Type.Array(
      Type.Object({
        month: month(),
        clicks: cost('Counted clicks.'),
        commission: cost('Of orders that are approved.'),
        one_time: cost('One-time payments.'),
        total: money({ signed: true, description: 'Of these three.' }),
        pending: cost('The amount of undecided orders if all of them are approved.'),
      }),
      { description: 'The months since the last closed one, latest first, always including the current one.' },
    ),
  },
  { description: 'The amounts that a store owes and that have not been invoiced, before VAT.' },
);

/** The amounts of the next invoices of a store. */
export function openCostRoutes(app: FastifyInstance, { calendar }: PaymentDeps): void {
  operation(app, {
    method: 'GET',
    url: '/v2/stores/:store/open-costs',
    operationId: 'getOpenCosts',
    storeKey: true,
    summary: 'Read the amounts that a store owes for open months',
    description:
      'Before VAT, at this moment. Changes of closed months are booked by the next closing and are not included.',
    tags: ['Payments'],
    addition: true,
    policy: onStore('store'),
    replies: { 200: OpenCosts },
    handle: async ({ ctx, resource: store }) => {
      const present = calendar.dayOf(ctx.now().getTime()).slice(0, 7);
      const months = await readOpenCosts(ctx, { storeId: store.id, month: present });
      return {
        store_id: store.id,
        currency: store.currency,
        months: months.map((open) => presentOpenMonth(open, store.currency)),
      };
    },
  });
}

function presentOpenMonth({ month, clicks, commission, oneTime, pending }: OpenMonth, currency: string) {
  const present = ({ quantity, costMinor }: OpenMonth['clicks']) => ({
    quantity,
    amount: moneyObject({ minor: costMinor, currency }),
  });
  return {
    month,
    clicks: present(clicks),
    commission: present(commission),
    one_time: present(oneTime),
    total: moneyObject({ minor: addMinor(clicks.costMinor, commission.costMinor, oneTime.costMinor), currency }),
    pending: present(pending),
  };
}

nameSchemas({ OpenCosts });
