import { Divider, Skeleton, Stack } from '@mantine/core';
import { Fragment } from 'react';
import { EmptyState } from '../empty-state.tsx';
import { Failure } from '../failure.tsx';
import { SectionCard } from '../section-card.tsx';
import { ReceiverEntry } from './receiver-entry.tsx';
import type { Receiver, ReceiverKind } from './receiver-kind.ts';

/** The webhooks or the postbacks of an owner. */
export function ReceiverList({
  kind,
  title,
  none,
  query: { data, error, refetch },
}: {
  kind: ReceiverKind;
  title: string;
  none: { title: string; hint: string };
  query: { data: { data: readonly Receiver[] } | undefined; error: unknown; refetch: () => unknown };
}) {
  const receivers = data?.data;
  return (
    <SectionCard id={`${kind.name}s`} title={title}>
      {error != null && <Failure error={error} onRetry={refetch} />}
      {error == null && receivers === undefined && <Skeleton h={60} />}
      {receivers?.length === 0 && <EmptyState {...none} />}
      <Stack gap="md">
        {receivers?.map((receiver, index) => (
          <Fragment key={receiver.id}>
            {index > 0 && <Divider />}
            <ReceiverEntry kind={kind} receiver={receiver} />
          </Fragment>
        ))}
      </Stack>
    </SectionCard>
  );
}
