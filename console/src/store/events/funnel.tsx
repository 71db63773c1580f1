import { SimpleGrid, Stack } from '@mantine/core';
import type { paths } from '@tributary/client';
import { api, KEEP_PREVIOUS } from '../../api.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import type { DayRange } from '../../components/day-range.ts';
import { SectionTitle } from '../../components/section-title.tsx';
import { StatTile } from '../../components/stat-tile.tsx';
import { sumOf } from '../../language/amounts.ts';
import { useFormats } from '../../language/formats.ts';
import { useEventTexts } from './texts.ts';

const PATH = '/v2/stores/{store}/funnel';
type CreatorFunnel = paths[typeof PATH]['get']['responses']['200']['content']['application/json']['data'][number];
/** The creators with the most events that are shown. */
const SHOWN = 20;

interface FunnelProps {
  store: number;
  range: DayRange;
  /** The kinds of events that the store has named; undefined while loading. */
  kinds: readonly Kind[] | undefined;
}

interface Kind {
  code: string;
  name: string;
  archived_at: string | null;
}

/** What became of the clicks of a store, together and by creator. Nothing, if the store pays for clicks and orders only. */
export function Funnel(props: FunnelProps) {
  return props.kinds?.length === 0 ? null : <OfKinds {...props} />;
}

function OfKinds({ store, range, kinds = [] }: FunnelProps) {
  const t = useEventTexts().funnel;
  const { number, percent } = useFormats();
  const path = { store };
  const together = { params: { path, query: { ...range, group_by: 'store' as const } } };
  const { data } = api.useQuery('get', PATH, together, KEEP_PREVIOUS);
  const byCreator = api.useQuery('get', PATH, { params: { path, query: { ...range, size: SHOWN } } }, KEEP_PREVIOUS);
  const total = data?.data[0];
  const shareOf = (count: number) =>
    total === undefined || total.clicks === 0 ? undefined : t.ofClicks(percent(count / total.clicks));
  const stages = kinds
    .map(({ code, name, archived_at: archivedAt }) => ({ code, name, archivedAt, stage: stageOf(total, code) }))
    .filter(({ archivedAt, stage }) => archivedAt === null || stage !== undefined);
  const tile = (key: string, label: string, count: number | undefined) => {
    const hint = count === undefined ? undefined : shareOf(count);
    return (
      <StatTile
        key={key}
        label={label}
        value={count === undefined ? undefined : number(count)}
        {...(hint === undefined ? {} : { hint })}
      />
    );
  };
  return (
    <Stack gap="md" component="section" aria-labelledby="funnel">
      <SectionTitle id="funnel">{t.title}</SectionTitle>
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <StatTile label={t.clicks} value={total === undefined ? undefined : number(total.clicks)} />
        {stages.map(({ code, name, stage }) =>
          tile(columnOf(code), name, total === undefined ? undefined : (stage?.reported ?? 0)),
        )}
        {tile('orders', t.orders, total?.orders)}
      </SimpleGrid>
      <DataTable
        label={t.creators}
        columns={useColumns(stages)}
        rows={byCreator.data?.data}
        keyOf={({ user }) => user?.id ?? 0}
        error={byCreator.error}
        onRetry={byCreator.refetch}
        empty={t.none}
      />
    </Stack>
  );
}

const stageOf = (funnel: CreatorFunnel | undefined, kind: string) =>
  funnel?.stages.find((stage) => stage.kind === kind);

/** A store may name a kind as another column is named. */
const columnOf = (kind: string) => `kind:${kind}`;

function useColumns(kinds: readonly { code: string; name: string }[]): Column<CreatorFunnel>[] {
  const t = useEventTexts().funnel;
  const { moneyOf, number } = useFormats();
  return [
    {
      key: 'creator',
      label: t.creator,
      value: ({ user }) => user?.public_name ?? '',
      cell: ({ user }) => user?.public_name,
    },
    {
      key: 'clicks',
      label: t.clicks,
      numeric: true,
      wideOnly: true,
      value: ({ clicks }) => clicks,
      cell: ({ clicks }) => number(clicks),
    },
    ...kinds.map(
      ({ code, name }): Column<CreatorFunnel> => ({
        key: columnOf(code),
        label: name,
        numeric: true,
        value: (row) => stageOf(row, code)?.reported ?? 0,
        cell: (row) => {
          const { reported = 0, approved = 0, denied = 0 } = stageOf(row, code) ?? {};
          return <span title={t.decided(number(approved), number(denied))}>{number(reported)}</span>;
        },
      }),
    ),
    {
      key: 'orders',
      label: t.orders,
      numeric: true,
      wideOnly: true,
      value: ({ orders }) => orders,
      cell: ({ orders }) => number(orders),
    },
    {
      key: 'cost',
      label: t.cost,
      numeric: true,
      wideOnly: true,
      cell: ({ stages }) => {
        const costs = stages.map(({ cost }) => cost);
        const { amount, currency } = sumOf(costs, costs[0]!.currency);
        return moneyOf(amount, currency);
      },
    },
  ];
}
