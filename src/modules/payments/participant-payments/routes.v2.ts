import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { day, id, money, nameSchemas, oneOf, whole } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { addMinor, moneyObject } from '../../../platform/money.ts';
import { onParticipantAsStore } from '../../campaigns/index.ts';
import { MAX_PAYMENTS, type ParticipantCost, readParticipantPayments } from './read-participant-payments.ts';

const amounts = {
  cost: money({ signed: true, description: 'As of now, invoiced or not.' }),
  invoiced: money({ signed: true, description: 'What the store’s invoices contain of it.' }),
  paid: money({ signed: true, description: 'Of invoices that are paid.' }),
};
const cost = (description: string) => Type.Object({ quantity: whole(), ...amounts }, { description });

const ParticipantPaymentsRecord = Type.Object(
  {
    participant_id: id(),
    clicks: cost('Counted clicks.'),
    commission: cost('Approved orders.'),
    one_time: cost('The agreed fee and bonuses.'),
    total: Type.Object(amounts, { description: 'Of these three.' }),
    pending: Type.Object(
      { quantity: whole(), cost: money({ signed: true }) },
      { description: 'Orders that wait: their cost if all of them are approved.' },
    ),
    agreed: money({
      description:
        'The agreed sum that is not among these yet: the closing of the month in which the participant is done books it.',
    }),
    payments: Type.Array(
      Type.Object({
        id: id(),
        kind: oneOf(['fee', 'bonus']),
        amount: money(),
        payment_date: day(),
        comment: Type.String(),
        is_void: Type.Boolean({ description: 'It was taken back.' }),
      }),
      { maxItems: MAX_PAYMENTS, description: 'One-time payments, latest first.' },
    ),
  },
  { description: 'What the store pays, before VAT.' },
);

/** The costs of a store for one participant of a campaign. */
export function participantPaymentRoutes(app: FastifyInstance): void {
  operation(app, {
    method: 'GET',
    url: '/v2/offers/:offer/participants/:participant/payments',
    operationId: 'getParticipantPayments',
    summary: 'Read what a store pays for a participant of a campaign',
    description:
      'Costs of clicks and orders under the campaign, the agreed fee and bonuses: owed, invoiced and paid. Changes of closed months are invoiced with the next closing.',
    tags: ['Payments'],
    addition: true,
    policy: onParticipantAsStore,
    replies: { 200: ParticipantPaymentsRecord },
    handle: async ({ ctx, resource: { id: participantId, userId, campaign } }) => {
      const { currency, storeId } = campaign;
      const found = await readParticipantPayments(ctx, { participantId, campaignId: campaign.id, storeId, userId });
      const { clicks, commission, oneTime, pending, agreedMinor, payments } = found;
      const all = [clicks, commission, oneTime];
      const money = (minor: number) => moneyObject({ minor, currency });
      const present = ({ quantity, ...of }: ParticipantCost) => ({ quantity, ...presentAmounts([of]) });
      const presentAmounts = (costs: readonly Omit<ParticipantCost, 'quantity'>[]) => ({
        cost: money(addMinor(...costs.map(({ costMinor }) => costMinor))),
        invoiced: money(addMinor(...costs.map(({ invoicedMinor }) => invoicedMinor))),
        paid: money(addMinor(...costs.map(({ paidMinor }) => paidMinor))),
      });
      return {
        participant_id: participantId,
        clicks: present(clicks),
        commission: present(commission),
        one_time: present(oneTime),
        total: presentAmounts(all),
        pending: { quantity: pending.quantity, cost: money(pending.costMinor) },
        agreed: money(agreedMinor),
        payments: payments.map(({ minor, currency: of, paymentDate, isVoid, ...payment }) => ({
          ...payment,
          amount: moneyObject({ minor, currency: of }),
          payment_date: paymentDate,
          is_void: isVoid,
        })),
      };
    },
  });
}

nameSchemas({ ParticipantPayments: ParticipantPaymentsRecord });
