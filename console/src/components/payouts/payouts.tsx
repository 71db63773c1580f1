import { NextPayoutLine } from './next-payout-line.tsx';
import { NextPayouts, type PayoutsProps } from './next-payouts.tsx';

/** When a payee is paid: in full with `pending`, otherwise in a line for each currency. */
export default function Payouts({ owner, pending }: Pick<PayoutsProps, 'owner'> & Partial<PayoutsProps>) {
  return pending === undefined ? <NextPayoutLine owner={owner} /> : <NextPayouts owner={owner} pending={pending} />;
}
