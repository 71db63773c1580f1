import { Button } from '@mantine/core';
import { useState } from 'react';
import { client } from '../api.ts';
import { ReasonDialog } from '../components/reason-dialog.tsx';
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
