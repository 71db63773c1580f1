import { Group, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Failure } from '../components/failure.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { Due } from './due.tsx';
import { useWorkTexts } from './texts.ts';
import { keyOfWork, useStoreWork, useWork, type WorkItem } from './use-work.ts';
import { WorkLink } from './work-link.tsx';

/** The open tasks of a store, on its overview. */
export function StoreWork({ store }: { store: number }) {
  const { data, error, refetch } = useStoreWork(store);
  return <WorkSection items={data?.data} error={error} onRetry={refetch} />;
}

/** The reader's open tasks in one role, on the home page of the role. */
export function RoleWork({ audience }: { audience: WorkItem['audience'] }) {
  const { data, error, refetch } = useWork();
  return <WorkSection items={data?.data.filter((one) => one.audience === audience)} error={error} onRetry={refetch} />;
}

interface WorkSectionProps {
  items: readonly WorkItem[] | undefined;
  error: unknown;
  onRetry: () => unknown;
}

function WorkSection({ items, error, onRetry }: WorkSectionProps) {
  const t = useWorkTexts();
  return (
    <SectionCard id="waiting" title={t.waits} mb="lg">
      {error !== null && <Failure error={error} onRetry={onRetry} />}
      {items === undefined && error === null && <Skeleton h={48} />}
      {items?.length === 0 && (
        <Group gap="sm" wrap="nowrap">
          <IconCircleCheck size={20} aria-hidden className="is-better" />
          <Text size="sm">{t.nothing}</Text>
        </Group>
      )}
      <SimpleGrid
        cols={{ base: 1, md: 2 }}
        spacing="lg"
        verticalSpacing="sm"
        m={0}
        p={0}
        style={{ listStyle: 'none' }}
        renderRoot={(props) => <ul {...props} />}
      >
        {items?.map((item) => (
          <li key={keyOfWork(item)}>
            <WorkLink item={item} />
            <Due item={item} />
          </li>
        ))}
      </SimpleGrid>
    </SectionCard>
  );
}
