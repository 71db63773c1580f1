import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { api, client } from '../api.ts';
import { FailureText, useErrorMessage } from '../components/failure.tsx';
import { ReasonDialog } from '../components/reason-dialog.tsx';
import { useFormats } from '../language/formats.ts';
import { mayActForStore } from '../session/access.ts';
import { useMe } from '../session/use-me.ts';
import type { Claim } from './claim.ts';
import { useClaimTexts } from './texts.ts';

/** Accepts or declines a claim, for the store and administrators, but not for the claimant. */
export function Decide({ claim }: { claim: Claim }) {
  const t = useClaimTexts();
  const me = useMe();
  const [asking, setAsking] = useState<'accept' | 'decline' | null>(null);
  const close = () => setAsking(null);
  const params = { path: { order_claim: claim.id } };
  if (claim.decided_at !== null || me.id === claim.user.id || !mayActForStore(me, claim.store.id)) return null;
  return (
    <>
      {claim.click_id !== null && <Button onClick={() => setAsking('accept')}>{t.accept.action}</Button>}
      <Button variant="default" onClick={() => setAsking('decline')}>
        {t.decline.action}
      </Button>
      <ReasonDialog
        title={t.accept.title(claim.order_id)}
        text={t.accept.words}
        fields={() => <Cost claim={claim.id} />}
        hint={t.decline.hint}
        action={t.accept.action}
        isOptional
        name={`accept-claim:${claim.id}`}
        opened={asking === 'accept'}
        send={({ reason }) =>
          client.POST('/v2/order-claims/{order_claim}/accept', { params, body: reason === '' ? {} : { reason } })
        }
        done={t.accept.done}
        onClose={close}
      />
      <ReasonDialog
        title={t.decline.title(claim.order_id)}
        text={t.decline.words}
        hint={t.decline.hint}
        action={t.decline.action}
        isHarmful
        name={`decline-claim:${claim.id}`}
        opened={asking === 'decline'}
        send={({ reason }) => client.POST('/v2/order-claims/{order_claim}/decline', { params, body: { reason } })}
        done={t.decline.done}
        onClose={close}
      />
    </>
  );
}

/** What accepting a claim would cost now, or why it cannot be accepted. */
function Cost({ claim }: { claim: number }) {
  const t = useClaimTexts().accept;
  const { moneyOf } = useFormats();
  const { data, error } = api.useQuery(
    'get',
    '/v2/order-claims/{order_claim}/cost',
    { params: { path: { order_claim: claim } } },
    { retry: false },
  );
  const refusal = useErrorMessage(error);
  if (error) return <FailureText message={refusal} />;
  return (
    <Text fw={600}>{data === undefined ? t.calculating : t.cost(moneyOf(data.cost.amount, data.cost.currency))}</Text>
  );
}
