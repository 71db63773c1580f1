import { Card, Divider, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { paths } from '@tributary/client';
import { api } from '../../api.ts';
import { AmountLink } from '../../components/amount-link.tsx';
import { monthOf } from '../../components/day-range.ts';
import { daysOf } from '../../components/explanation/places.ts';
import { Failure } from '../../components/failure.tsx';
import { useFormats } from '../../language/formats.ts';
import { useInvoicesTexts } from './texts.ts';

type OpenMonth =
  paths['/v2/stores/{store}/open-costs']['get']['responses']['200']['content']['application/json']['months'][number];

const KINDS = ['clicks', 'commission', 'one_time'] as const;

/** Cost of the current month and of earlier months without invoice. */
export function CostsSoFar({ store }: { store: number }) {
  const { data, error, refetch } = api.useQuery('get', '/v2/stores/{store}/open-costs', {
    params: { path: { store } },
  });
  if (error) return <Failure error={error} onRetry={refetch} />;
  const [present, ...earlier] = data?.months ?? [];
  return (
    <Card>
      {present === undefined ? <Skeleton h={220} /> : <Month store={store} open={present} />}
      {earlier.map((open) => (
        <Earlier key={open.month} store={store} open={open} />
      ))}
    </Card>
  );
}

function Month({ store, open }: { store: number; open: OpenMonth }) {
  const t = useInvoicesTexts().soFar;
  const { month, moneyOf, number } = useFormats();
  const money = ({ amount, currency }: OpenMonth['total']) => (
    <AmountLink to={daysOf({ store }, monthOf(`${open.month}-01`))} of={t.of(month(open.month))}>
      {moneyOf(amount, currency)}
    </AmountLink>
  );
  return (
    <Stack gap="xs">
      <div>
        <Title order={2} size="h4">
          {t.title(month(open.month))}
        </Title>
        <Text size="sm" c="dimmed">
          {t.hint}
        </Text>
      </div>
      {KINDS.map((kind) => (
        <Group key={kind} justify="space-between" wrap="nowrap">
          <Text size="sm">
            {t[kind]}{' '}
            <Text span size="sm" c="dimmed">
              {t.count(number(open[kind].quantity))}
            </Text>
          </Text>
          <Text size="sm">{money(open[kind].amount)}</Text>
        </Group>
      ))}
      <Divider />
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600}>{t.total}</Text>
        <Text fw={680} fz={22}>
          {money(open.total)}
        </Text>
      </Group>
      {open.pending.quantity > 0 && (
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Text size="sm" c="dimmed">
            {t.pending} {t.count(number(open.pending.quantity))}
            <br />
            {t.pendingHint}
          </Text>
          <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            + {money(open.pending.amount)}
          </Text>
        </Group>
      )}
    </Stack>
  );
}

function Earlier({ store, open }: { store: number; open: OpenMonth }) {
  const t = useInvoicesTexts().soFar;
  const { month, moneyOf } = useFormats();
  return (
    <Group justify="space-between" wrap="nowrap" mt="md">
      <Text size="sm">{t.earlier(month(open.month))}</Text>
      <Text size="sm" fw={600}>
        <AmountLink to={daysOf({ store }, monthOf(`${open.month}-01`))} of={t.of(month(open.month))}>
          {moneyOf(open.total.amount, open.total.currency)}
        </AmountLink>
      </Text>
    </Group>
  );
}
