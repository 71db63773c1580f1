import { ActionIcon, Box, Button, Group, Skeleton, Text } from '@mantine/core';
import { IconCalendarPlus, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { api } from '../api.ts';
import { today } from '../components/day-range.ts';
import { Failure } from '../components/failure.tsx';
import { lazyPart } from '../components/lazy-part.tsx';
import { Note } from '../components/note.tsx';
import { useMay } from '../components/role-limit.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { Segments } from '../components/segments.tsx';
import { useFormats } from '../language/formats.ts';
import type { CampaignSearch } from '../store/campaigns/search.ts';
import { MAX_DELIVERABLES } from './deliverable.ts';
import { DeliverableDialog } from './deliverable-dialog.tsx';
import { ListView } from './list-view.tsx';
import { addMonths, daysOf } from './month.ts';
import { MonthView } from './month-view.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { useDeliverableTexts } from './texts.ts';

const EndingRights = lazyPart(() => import('../publications/ending-rights.tsx'));

/** The month of the calendar and the open deliverable are in the address. */
type CalendarSearch = Pick<CampaignSearch, 'month' | 'deliverable'>;

/** The deliverables of a campaign, by months, for its store. */
export function StoreDeliverables({
  store,
  offer,
  isDeleted,
  search,
  onSearch,
}: {
  store: number;
  offer: number;
  /** Nothing is planned for a deleted campaign. */
  isDeleted: boolean;
  search: CampaignSearch;
  onSearch: (search: CampaignSearch) => unknown;
}) {
  const t = useDeliverableTexts();
  const formats = useFormats();
  const mayPlan = useMay('manage') && !isDeleted;
  const { month = today().slice(0, 7), deliverable = null } = search;
  const show = (change: CalendarSearch) => void onSearch({ ...search, ...change });
  const close = () => {
    const { deliverable: _, ...rest } = search;
    void onSearch(rest);
  };
  const [view, setView] = useState<'month' | 'list'>('month');
  const [isPlanning, setIsPlanning] = useState(false);
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v2/offers/{offer}/deliverables',
    { params: { path: { offer }, query: { ...daysOf(month), size: MAX_DELIVERABLES } } },
    { placeholderData: (before) => before },
  );
  const found = data?.data ?? [];
  const { from, to } = daysOf(month);
  const { data: rights } = api.useQuery('get', '/v2/stores/{store}/usage-rights', {
    params: {
      path: { store },
      query: { offer_id: offer, status: 'accepted', ends_from: from, ends_until: to, size: 100 },
    },
  });
  const ending = rights?.data ?? [];
  return (
    <SectionCard id="deliverables" title={t.title} hint={t.hint}>
      <Group justify="space-between" mb="md">
        <Group gap="xs">
          <ActionIcon variant="default" aria-label={t.previous} onClick={() => show({ month: addMonths(month, -1) })}>
            <IconChevronLeft size={16} />
          </ActionIcon>
          <Text role="status" fw={600}>
            {formats.month(month)}
          </Text>
          <ActionIcon variant="default" aria-label={t.next} onClick={() => show({ month: addMonths(month, 1) })}>
            <IconChevronRight size={16} />
          </ActionIcon>
        </Group>
        <Group gap="sm">
          <Box visibleFrom="md">
            <Segments
              aria-label={t.views.label}
              size="xs"
              value={view}
              onChange={setView}
              choices={(['month', 'list'] as const).map((value) => ({ value, label: t.views[value] }))}
            />
          </Box>
          {mayPlan && (
            <Button size="xs" leftSection={<IconCalendarPlus size={14} />} onClick={() => setIsPlanning(true)}>
              {t.plan}
            </Button>
          )}
        </Group>
      </Group>
      {error && <Failure error={error} onRetry={refetch} />}
      {data === undefined && !error && <Skeleton h={200} />}
      {data !== undefined && found.length === 0 && <Note>{t.none}</Note>}
      {found.length + ending.length > 0 && view === 'month' && (
        <Box visibleFrom="md">
          <MonthView month={month} of={found} ending={ending} onOpen={(id) => show({ deliverable: id })} />
        </Box>
      )}
      {found.length > 0 && (
        // Seven columns do not fit on a narrow page.
        <Box {...(view === 'month' ? { hiddenFrom: 'md' } : {})}>
          <ListView of={found} onOpen={(id) => show({ deliverable: id })} />
        </Box>
      )}
      {ending.length > 0 && (
        <Suspense fallback={null}>
          <EndingRights of={ending} onOpen={(id) => show({ deliverable: id })} />
        </Suspense>
      )}
      <PlanDialog
        offer={offer}
        opened={isPlanning}
        onPlanned={(day) => show({ month: day.slice(0, 7) })}
        onClose={() => setIsPlanning(false)}
      />
      <DeliverableDialog id={deliverable} isOwn={false} onClose={close} />
    </SectionCard>
  );
}
