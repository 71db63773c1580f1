import type Stripe from 'stripe';
import { type HostedPaymentProvider, type ProviderTransfer, TransferRefused } from './provider.ts';
import { fromStripeAmount, toStripeAmount } from './stripe-amounts.ts';
import { isRefusal, translated } from './stripe-failures.ts';
import { found } from './stripe-payments.ts';
import { customerOf } from './stripe-records.ts';

const MAX_FOUND = 10;
const MAX_REASON = 200;

type Transfers = Pick<HostedPaymentProvider, 'sendTransfer' | 'findTransfers' | 'readTransfer'>;

/** Transfers to connected accounts of Stripe. */
export function stripeTransfers(stripe: Stripe): Transfers {
  return {
    sendTransfer: ({ reference, destination, money }) =>
      translated(async () => {
        const transfer = {
          amount: toStripeAmount(money),
          currency: money.currency.toLowerCase(),
          destination,
          transfer_group: reference,
          metadata: { tributary: reference },
        };
        try {
          return (await stripe.transfers.create(transfer, { idempotencyKey: reference })).id;
        } catch (error) {
          if (isRefusal(error)) throw new TransferRefused(error.message.slice(0, MAX_REASON), { cause: error });
          throw error;
        }
      }),

    findTransfers: (reference) =>
      translated(async () => {
        const { data } = await stripe.transfers.list({ transfer_group: reference, limit: MAX_FOUND });
        return data.map(transferOf);
      }),

    readTransfer: (id) =>
      translated(async () => {
        const transfer = await found(() => stripe.transfers.retrieve(id));
        return transfer === null ? null : transferOf(transfer);
      }),
  };
}

function transferOf(transfer: Stripe.Transfer): ProviderTransfer {
  const { id, amount, amount_reversed: reversed, currency, destination, transfer_group: reference } = transfer;
  return {
    id,
    reference,
    destination: customerOf(destination),
    money: fromStripeAmount(amount, currency),
    state: reversed === 0 ? 'sent' : reversed >= amount ? 'reversed' : 'partly_reversed',
  };
}
