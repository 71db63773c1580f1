import { KnownPayouts, type KnownPayoutsProps } from './known-payouts.tsx';
import { NextPayoutLine } from './next-payout-line.tsx';
import { NextPayouts, type PayoutsProps } from './next-payouts.tsx';

/** When a payee is paid: in full with `pending`, as a page knows it with `next`, otherwise in a line for each currency. */
export default function Payouts(props: Pick<PayoutsProps, 'owner'> | PayoutsProps | KnownPayoutsProps) {
  if ('next' in props) return <KnownPayouts {...props} />;
  return 'pending' in props ? <NextPayouts {...props} /> : <NextPayoutLine owner={props.owner} />;
}
