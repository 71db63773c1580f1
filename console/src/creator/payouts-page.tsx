import { Pending } from '../components/balances/pending.tsx';
import { lazyPart } from '../components/lazy-part.tsx';
import { PayeePage } from '../components/payees/payee-page.tsx';
import { useMe } from '../session/use-me.ts';
import { Statements } from './earnings/statements.tsx';

const Payouts = lazyPart(() => import('../components/payouts/payouts.tsx'));

/** Payouts of the signed-in creator. */
export function PayoutsPage() {
  const { id } = useMe();
  const owner = { kind: 'user', id } as const;
  return (
    <PayeePage owner={owner} payouts={<Payouts owner={owner} pending={(sums) => <Pending pending={sums} />} />}>
      <Statements isFirst={false} />
    </PayeePage>
  );
}
