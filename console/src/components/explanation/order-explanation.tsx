import { Group, Skeleton, Stack, Text, Timeline } from '@mantine/core';
import type { paths } from '@tributary/client';
import { api } from '../../api.ts';
import { useFormats } from '../../language/formats.ts';
import { Failure } from '../failure.tsx';
import { useExplanationTexts } from './texts.ts';

type Explanation = paths['/v2/orders/{order}/explanation']['get']['responses']['200']['content']['application/json'];

const PARTS = ['store', 'creator', 'agency', 'platform'] as const;

/** An order's amounts that the reader may know, and the steps that lead to them, in words. @param order platform ID */
export function OrderExplanation({ order }: { order: number }) {
  const t = useExplanationTexts();
  const { data, error, refetch } = api.useQuery('get', '/v2/orders/{order}/explanation', {
    params: { path: { order } },
  });
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton h={160} role="status" aria-label={t.loading} />;
  return (
    <Stack gap="md">
      <Amounts explanation={data} />
      <Timeline bulletSize={14} lineWidth={2} active={data.steps.length}>
        {data.steps.map((step, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule can occur several times, and the order never changes
          <Timeline.Item key={place} title={<Text size="sm">{step.because}</Text>} />
        ))}
      </Timeline>
      {data.omitted.length > 0 && (
        <Text size="xs" c="dimmed">
          {t.omitted} {data.omitted.map((omission) => t.omissions[omission]).join(', ')}
        </Text>
      )}
    </Stack>
  );
}

function Amounts({ explanation: { amounts, currency } }: { explanation: Explanation }) {
  const t = useExplanationTexts();
  const { money } = useFormats();
  return (
    <Group component="dl" gap="lg" m={0}>
      {PARTS.map((part) => {
        const minor = amounts[part];
        if (minor === null) return null;
        return (
          <div key={part}>
            <Text component="dt" size="xs" c="dimmed">
              {t.amounts[part]}
            </Text>
            <Text component="dd" size="sm" fw={600} m={0}>
              {money(minor, currency)}
            </Text>
          </div>
        );
      })}
    </Group>
  );
}
