import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { dayOfMoment } from '../../../platform/calendar.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { day, id, moment, nameSchemas, whole, words } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { legacyTime } from '../../../platform/legacy-values.ts';
import { fromDecimalString, InvalidMoney, majorToMinor, minorDigits, moneyObject } from '../../../platform/money.ts';
import {
  LegacyCampaignUser,
  MAX_PAYMENT_MAJOR,
  onStoreParticipant,
  setPaymentAmount,
  showCampaignUser,
} from '../../campaigns/index.ts';
import { onStore, PROMISE_REFUSALS, TERMS_ARE_PROMISED } from '../../stores/index.ts';
import type { PaymentDeps } from '../deps.ts';
import { payOnce } from './pay-once.ts';

const tags = ['Orders, invoices, payments'];
/** Amount in minor units. */
const MAX_EARNINGS = 10_000_000;

const earnings = () =>
  whole({ min: 0, max: MAX_EARNINGS, description: 'Minor units of the store’s currency.', examples: [150_000] });
const time = () => Type.String({ examples: ['2030-01-31 12:00:00'] });

const OneTimePaymentBody = Type.Object({
  comment: words({ min: 2, max: 1024, description: 'The purpose; printed on the invoice.' }),
  payment_date: moment({
    description:
      'From this day of the platform’s time zone on it is owed; at most a year from today. Of a time, which is UTC without a zone, the day counts.',
  }),
  user_earnings: earnings(),
});

const OneTimePaymentRecord = Type.Object({
  user_id: id(),
  store_id: id(),
  comment: Type.String(),
  user_earnings: earnings(),
  payment_date: day(),
  updated_at: time(),
  created_at: time(),
  id: id(),
});

/** One-time payments of stores to creators, by the paths of the legacy API. */
export function oneTimeRoutesLegacy(app: FastifyInstance, { calendar }: PaymentDeps): void {
  operation(app, {
    method: 'POST',
    url: '/stores/:id/user/:userId/oneTimePayment',
    operationId: 'payOnce',
    scope: 'money',
    presence: 'fresh',
    summary: 'Pay a creator something once',
    description:
      'Pays a creator with a relationship to the store. The payment is on the store’s invoice and the creator’s statement when the month of `payment_date` is closed.',
    tags,
    policy: onStore('id'),
    body: OneTimePaymentBody,
    replies: { 200: OneTimePaymentRecord },
    errors: ['period_closed', 'own_store', ...PROMISE_REFUSALS],
    idempotent: true,
    handle: async ({ ctx, resource: store, params: { userId }, body }) => {
      const { comment, user_earnings: userMinor } = body;
      const paymentDate = dayOfMoment(calendar, body.payment_date);
      const paid = await payOnce(ctx, { calendar }, { store, userId, comment, paymentDate, userMinor });
      const at = legacyTime(paid.createdAt);
      return {
        user_id: paid.userId,
        store_id: paid.storeId,
        comment,
        user_earnings: paid.userMinor,
        payment_date: paid.paymentDate,
        updated_at: at,
        created_at: at,
        id: paid.id,
      };
    },
  });

  operation(app, {
    method: 'POST',
    url: '/stores/:id/offer-users/:offerUserId/payment-amount/:paymentAmount',
    operationId: 'addOfferUserPaymentAmount',
    scope: 'money',
    presence: 'fresh',
    summary: 'Agree on a sum for a participant of a campaign of a store',
    description:
      'In major units of the store’s currency. It is owed when the participation is completed. (The body is an addition.)',
    tags,
    policy: onStoreParticipant,
    params: {
      paymentAmount: Type.String({
        pattern: '^[0-9]{1,9}([.][0-9]{1,4})?$',
        examples: ['1500'],
        'x-says': 'must be a decimal number such as 1500 or 99.50',
      }),
    },
    replies: { 200: LegacyCampaignUser },
    errors: [...PROMISE_REFUSALS, TERMS_ARE_PROMISED],
    idempotent: true,
    handle: async ({ ctx, resource: part, params: { paymentAmount } }) => {
      await setPaymentAmount(ctx, part, agreedSum(paymentAmount, part.campaign.currency));
      return showCampaignUser(ctx, part);
    },
  });
}

/** @throws InvalidInput when the amount is too large, or has more decimals than its currency */
function agreedSum(given: string, currency: string): { amount: string; currency: string } {
  try {
    const minor = fromDecimalString(given, currency);
    if (minor <= majorToMinor(MAX_PAYMENT_MAJOR, currency)) return moneyObject({ minor, currency });
  } catch (error) {
    if (!(error instanceof InvalidMoney)) throw error;
    throw new InvalidInput({ paymentAmount: [`must have at most ${minorDigits(currency)} digits after the point`] });
  }
  throw new InvalidInput({ paymentAmount: [`must be at most ${MAX_PAYMENT_MAJOR}`] });
}

nameSchemas({ OneTimePaymentInput: OneTimePaymentBody, OneTimePayment: OneTimePaymentRecord });
