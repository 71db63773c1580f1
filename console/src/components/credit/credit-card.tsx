import { Card, Skeleton, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Failure } from '../failure.tsx';
import { useCredit } from './credit.ts';
import { CreditMeter } from './credit-meter.tsx';
import { useCreditTexts } from './texts.ts';

/** Used credit of a store and its limit. Members read it; the children let an administrator change it. */
export function CreditCard({ store, children }: { store: number; children?: ReactNode }) {
  const t = useCreditTexts();
  const { data, error, refetch } = useCredit(store);
  return (
    <Card component="section" aria-labelledby="credit">
      <Title order={2} size="h4" id="credit">
        {t.title}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t.hint}
      </Text>
      {error && <Failure error={error} onRetry={refetch} />}
      {!error && data === undefined && <Skeleton h={64} />}
      {data && <CreditMeter credit={data} />}
      {data && children}
    </Card>
  );
}
