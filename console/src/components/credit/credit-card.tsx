import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Failure } from '../failure.tsx';
import { SectionCard } from '../section-card.tsx';
import { useCredit } from './credit.ts';
import { CreditMeter } from './credit-meter.tsx';
import { useCreditTexts } from './texts.ts';

/** Used credit of a store and its limit. Members read it; the children let an administrator change it. */
export function CreditCard({ store, children }: { store: number; children?: ReactNode }) {
  const t = useCreditTexts();
  const { data, error, refetch } = useCredit(store);
  return (
    <SectionCard id="credit" title={t.title} hint={t.hint}>
      {error && <Failure error={error} onRetry={refetch} />}
      {!error && data === undefined && <Skeleton h={64} />}
      {data && <CreditMeter credit={data} />}
      {data && children}
    </SectionCard>
  );
}
