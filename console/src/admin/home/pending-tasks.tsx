import { Anchor, Group, SimpleGrid, Skeleton, Text, ThemeIcon } from '@mantine/core';
import {
  IconBuildingStore,
  IconCalendarDue,
  IconCircleCheck,
  IconCreditCard,
  IconGavel,
  IconReceipt2,
  IconShoppingBag,
  IconTool,
  IconUserQuestion,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { api } from '../../api.ts';
import { useOpenAppeals } from '../../components/appeals/use-open-appeals.ts';
import { Note } from '../../components/note.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useFormats } from '../../language/formats.ts';
import { useHomeTexts } from './texts.ts';

export type Overview = paths['/v2/admin/overview']['get']['responses']['200']['content']['application/json'];
type Waiting = Overview['waiting'];

interface Task {
  key: string;
  icon: TablerIcon;
  words: string;
  hint?: string | undefined;
  link: LinkProps;
}

/** Open tasks of an administrator, each with a link. */
export function PendingTasks({ waiting }: { waiting: Waiting | undefined }) {
  const t = useHomeTexts();
  const tasks = useTasks(waiting);
  return (
    <SectionCard id="what-waits" title={t.waits}>
      {waiting === undefined && <Skeleton h={72} />}
      {waiting !== undefined && tasks.length === 0 && (
        <Group gap="sm">
          <IconCircleCheck size={20} aria-hidden />
          <Text>{t.nothing}</Text>
        </Group>
      )}
      <SimpleGrid
        cols={{ base: 1, md: 2 }}
        spacing="lg"
        verticalSpacing="md"
        m={0}
        p={0}
        style={{ listStyle: 'none' }}
        renderRoot={(props) => <ul {...props} />}
      >
        {tasks.map(({ key, icon: Icon, words, hint, link }) => (
          <Group key={key} component="li" gap="md" wrap="nowrap" align="flex-start">
            <ThemeIcon variant="light" size="lg" aria-hidden>
              <Icon size={18} stroke={1.7} />
            </ThemeIcon>
            <div>
              <Anchor renderRoot={(props) => <Link {...props} {...link} />} fw={600}>
                {words}
              </Anchor>
              {hint && <Note>{hint}</Note>}
            </div>
          </Group>
        ))}
      </SimpleGrid>
    </SectionCard>
  );
}

/** Number of stores in a state; 0 while loading. */
function useStoreCount(query: { approval: 'pending' } | { state: 'disputed' }): number {
  const { data } = api.useQuery('get', '/v2/admin/stores', { params: { query: { ...query, size: 1 } } });
  return data?.meta.total ?? 0;
}

/** Number of payments at Stripe that need attention; 0 while loading. */
function useTroubledPayments(): number {
  const { data } = api.useQuery('get', '/v2/admin/payment-links', { params: { query: { attention: true, size: 1 } } });
  return data?.meta.total ?? 0;
}

function useTasks(waiting: Waiting | undefined): Task[] {
  const t = useHomeTexts();
  const { number, month } = useFormats();
  const toApprove = useStoreCount({ approval: 'pending' });
  const disputed = useStoreCount({ state: 'disputed' });
  const appeals = useOpenAppeals();
  const payments = useTroubledPayments();
  if (waiting === undefined) return [];
  const { months_to_close: months, unpaid_invoices: unpaid } = waiting;
  const counted = (task: Task, count: number) => (count > 0 ? [task] : []);
  return [
    ...counted(
      {
        key: 'approvals',
        icon: IconBuildingStore,
        words: t.toApprove(number(toApprove)),
        hint: t.toApproveHint,
        link: { to: '/console/admin/stores', search: { approval: 'pending' } } as LinkProps,
      },
      toApprove,
    ),
    ...counted(
      {
        key: 'disputed',
        icon: IconShoppingBag,
        words: t.disputed(number(disputed)),
        hint: t.disputedHint,
        link: { to: '/console/admin/stores', search: { state: 'disputed' } } as LinkProps,
      },
      disputed,
    ),
    ...counted(
      {
        key: 'appeals',
        icon: IconGavel,
        words: t.appeals(number(appeals)),
        hint: t.appealsHint,
        link: { to: '/console/admin/appeals', search: { state: 'open' } } as LinkProps,
      },
      appeals,
    ),
    ...counted(
      {
        key: 'payments',
        icon: IconCreditCard,
        words: t.payments(number(payments)),
        hint: t.paymentsHint,
        link: { to: '/console/admin/receivables' },
      },
      payments,
    ),
    ...months.slice(0, 1).map((first) => ({
      key: 'months',
      icon: IconCalendarDue,
      words: t.months(months.length, month(first)),
      hint: t.monthsAction,
      link: { to: '/console/admin/periods/$month', params: { month: first } } as LinkProps,
    })),
    ...counted(
      {
        key: 'jobs',
        icon: IconTool,
        words: t.jobs(number(waiting.failed_jobs)),
        hint: t.jobsHint,
        link: { to: '/console/admin/system' },
      },
      waiting.failed_jobs,
    ),
    ...unpaid.map(({ kind, invoices, overdue }) => ({
      key: kind,
      icon: IconReceipt2,
      words: t.unpaid[kind](number(invoices)),
      hint: overdue > 0 ? t.overdue(overdue, invoices, number(overdue)) : undefined,
      link: { to: '/console/admin/invoices', search: { kind, state: 'unpaid' } } as LinkProps,
    })),
    ...counted(
      {
        key: 'stores',
        icon: IconBuildingStore,
        words: t.incomplete(number(waiting.incomplete_stores)),
        hint: t.incompleteHint,
        link: { to: '/console/admin/stores', search: { state: 'incomplete' } } as LinkProps,
      },
      waiting.incomplete_stores,
    ),
    ...counted(
      {
        key: 'people',
        icon: IconUserQuestion,
        words: t.unverified(number(waiting.unverified_users)),
        link: { to: '/console/admin/people', search: { state: 'unverified' } } as LinkProps,
      },
      waiting.unverified_users,
    ),
  ];
}
