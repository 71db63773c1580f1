import { PayeePage } from '../components/payees/payee-page.tsx';
import { useMe } from '../session/use-me.ts';
import { Statements } from './earnings/statements.tsx';

/** Payouts of the signed-in creator. */
export function PayoutsPage() {
  const { id } = useMe();
  return (
    <PayeePage owner={{ kind: 'user', id }}>
      <Statements isFirst={false} />
    </PayeePage>
  );
}
