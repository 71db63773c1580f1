import { Button, Card, Group, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconFileInvoice,
  IconGavel,
  IconPlugConnectedX,
  IconShoppingBag,
  IconUserQuestion,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { useOpenAppeals } from '../../components/appeals/use-open-appeals.ts';
import { addDays, today } from '../../components/day-range.ts';
import { Failure } from '../../components/failure.tsx';
import { listed } from '../../components/listed.ts';
import { Note, Strong } from '../../components/note.tsx';
import { useFormats } from '../../language/formats.ts';
import { useOverviewTexts } from './texts.ts';

interface Item {
  key: string;
  icon: TablerIcon;
  isUrgent: boolean;
  title: string;
  hint?: string;
  action: string;
  link: LinkProps;
}

/** Open tasks of the store, each with a link. */
export function WaitingList({ store }: { store: number }) {
  const t = useOverviewTexts().waiting;
  const { data, error, refetch } = api.useQuery('get', '/v2/stores/{store}/waiting', { params: { path: { store } } });
  const disputed = useDisputedCount(store);
  const appeals = useOpenAppeals(store);
  const items = useItems(store, data, { disputed, appeals });
  if (error) return <Failure error={error} onRetry={refetch} />;
  return (
    <Card mb="lg" component="section" aria-labelledby="waiting" padding="md">
      <Title order={2} size="h5" id="waiting" mb="xs">
        {t.title}
      </Title>
      {items === undefined && <Skeleton h={36} />}
      {items?.length === 0 && (
        <Group gap="sm" wrap="nowrap">
          <IconCircleCheck size={20} aria-hidden className="is-better" />
          <Text size="sm">{t.nothing}</Text>
        </Group>
      )}
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {items?.map((item) => (
          <WaitingItem key={item.key} item={item} />
        ))}
      </Stack>
    </Card>
  );
}

function WaitingItem({ item: { icon: Icon, isUrgent, title, hint, action, link } }: { item: Item }) {
  return (
    <Group component="li" justify="space-between" gap="sm" wrap="nowrap">
      <Group gap="sm" wrap="nowrap">
        <ThemeIcon variant="light" color={isUrgent ? 'orange' : 'river'} size={34} radius="md" aria-hidden>
          <Icon size={18} stroke={1.7} />
        </ThemeIcon>
        <div>
          <Strong>{title}</Strong>
          {hint && <Note size="xs">{hint}</Note>}
        </div>
      </Group>
      <Button
        size="xs"
        variant="default"
        style={{ flex: 'none' }}
        aria-label={`${action}: ${title}`}
        renderRoot={(props) => <Link {...props} {...link} />}
      >
        {action}
      </Button>
    </Group>
  );
}

/** Maximum age of pending orders, in days. */
const WAITING_DAYS = 730;

type Waiting = ReturnType<typeof useWaiting>['data'];
const useWaiting = (store: number) =>
  api.useQuery('get', '/v2/stores/{store}/waiting', { params: { path: { store } } });

/** Number of orders that need a decision between their reports; 0 while loading. */
function useDisputedCount(store: number): number {
  const { data } = listed(
    api.useQuery('get', '/v2/stores/{store}/orders', {
      params: { path: { store }, query: { unresolved: true, size: 1 } },
    }),
  );
  return data?.meta.total ?? 0;
}

function useItems(
  store: number,
  waiting: Waiting,
  { disputed, appeals }: { disputed: number; appeals: number },
): Item[] | undefined {
  const t = useOverviewTexts().waiting;
  const { moneyOf, day, relative } = useFormats();
  if (waiting === undefined) return undefined;
  const params = { store: String(store) };
  const { applications, pending_orders: orders, open_invoices: invoices, tracking } = waiting;
  const isOverdue = (due: string) => due < today();
  const items: (Item | false)[] = [
    // A store without any order is guided by the checklist instead.
    tracking.last_order_told_at !== null &&
      tracking.is_silent && {
        key: 'tracking',
        icon: IconPlugConnectedX,
        isUrgent: true,
        title: t.silent,
        hint: t.silentHint(relative(tracking.last_order_told_at)),
        action: t.silentDo,
        link: { to: '/console/shop/$store/tracking', params },
      },
    applications > 0 && {
      key: 'applications',
      icon: IconUserQuestion,
      isUrgent: false,
      title: t.applications(applications),
      action: t.applicationsDo,
      link: { to: '/console/shop/$store/campaigns', params },
    },
    disputed > 0 && {
      key: 'disputed',
      icon: IconAlertTriangle,
      isUrgent: true,
      title: t.disputed(disputed),
      hint: t.disputedHint,
      action: t.disputedDo,
      link: {
        to: '/console/shop/$store/orders',
        params,
        search: { whose: 'unresolved', from: addDays(today(), -WAITING_DAYS), to: today() },
      },
    },
    appeals > 0 && {
      key: 'appeals',
      icon: IconGavel,
      isUrgent: false,
      title: t.appeals(appeals),
      hint: t.appealsHint,
      action: t.appealsDo,
      link: { to: '/console/shop/$store/appeals', params, search: { state: 'open' } },
    },
    orders.count > 0 && {
      key: 'orders',
      icon: IconShoppingBag,
      isUrgent: false,
      title: t.orders(orders.count),
      hint: t.ordersHint(moneyOf(orders.cost.amount, orders.cost.currency)),
      action: t.ordersDo,
      link: {
        to: '/console/shop/$store/orders',
        params,
        search: { status: 'pending', whose: 'creators', from: addDays(today(), -WAITING_DAYS), to: today() },
      },
    },
    ...invoices.map(({ count, total, first_due_on: due }) => ({
      key: `invoices-${total.currency}`,
      icon: IconFileInvoice,
      isUrgent: isOverdue(due),
      title: t.invoices(count, moneyOf(total.amount, total.currency)),
      hint: isOverdue(due) ? t.overdue(day(due)) : t.due(day(due)),
      action: t.invoicesDo,
      link: { to: '/console/shop/$store/invoices', params } satisfies LinkProps,
    })),
  ];
  return items.filter((item) => item !== false);
}
