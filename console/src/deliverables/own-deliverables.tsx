import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { api } from '../api.ts';
import { Failure } from '../components/failure.tsx';
import { lazyPart } from '../components/lazy-part.tsx';
import { Note } from '../components/note.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { type Deliverable, isApproved, MAX_DELIVERABLES } from './deliverable.ts';
import { DeliverableDialog } from './deliverable-dialog.tsx';
import { ListView } from './list-view.tsx';
import { useDeliverableTexts } from './texts.ts';

const OwnRights = lazyPart(() => import('../publications/own-rights.tsx'));

/** The deliverables of a creator for a campaign and the usage rights of their posts, for the creator or a representative of the creator's agency. */
export function OwnDeliverables({ offer, user }: { offer: number; user: number }) {
  const t = useDeliverableTexts();
  const { data, error, refetch } = useDeliverables(user, { offer_id: offer });
  return (
    <Section
      title={t.title}
      hint={t.ownHint}
      none={t.nothingPlanned}
      rows={data?.data}
      error={error}
      refetch={refetch}
      below={(open) =>
        data?.data.some(isApproved) && (
          <Suspense fallback={null}>
            <OwnRights offer={offer} user={user} onOpen={open} />
          </Suspense>
        )
      }
    />
  );
}

/** The deliverables that a creator owes for all campaigns, for the creator's agency, which may submit them as well. */
export function DueDeliverables({ user, title, none }: { user: number; title: string; none: string }) {
  const awaited = useDeliverables(user, { status: 'awaited' });
  const toChange = useDeliverables(user, { status: 'changes_requested' });
  const rows =
    awaited.data &&
    toChange.data &&
    [...awaited.data.data, ...toChange.data.data].sort((one, other) => byDay(one, other));
  const error = awaited.error ?? toChange.error;
  const refetch = () => Promise.all([awaited.refetch(), toChange.refetch()]);
  return <Section title={title} none={none} rows={rows} error={error} refetch={refetch} />;
}

const useDeliverables = (user: number, query: { offer_id: number } | { status: 'awaited' | 'changes_requested' }) =>
  api.useQuery('get', '/v2/users/{user}/deliverables', {
    params: { path: { user }, query: { ...query, size: MAX_DELIVERABLES } },
  });

const byDay = (one: Deliverable, other: Deliverable) => one.due_on.localeCompare(other.due_on) || one.id - other.id;

interface SectionProps {
  title: string;
  hint?: string;
  none: string;
  rows: readonly Deliverable[] | undefined;
  error: unknown;
  refetch: () => unknown;
  /** What follows the list, and opens a deliverable. */
  below?: (open: (deliverable: number) => void) => ReactNode;
}

function Section({ title, hint, none, rows, error, refetch, below }: SectionProps) {
  const [opened, open] = useState<number | null>(null);
  return (
    <SectionCard id="deliverables" title={title} {...(hint === undefined ? {} : { hint })}>
      {error !== null && <Failure error={error} onRetry={refetch} />}
      {rows === undefined && !error && <Skeleton h={80} />}
      {rows?.length === 0 && <Note>{none}</Note>}
      {rows !== undefined && rows.length > 0 && <ListView of={rows} isOwn onOpen={open} />}
      {below?.(open)}
      <DeliverableDialog id={opened} isOwn onClose={() => open(null)} />
    </SectionCard>
  );
}
