import { Group, NativeSelect } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { useState } from 'react';
import { api, KEEP_PREVIOUS } from '../../api.ts';
import { type Column, DataTable, listed } from '../../components/data-table.tsx';
import type { DayRange } from '../../components/day-range.ts';
import { ExportMenu } from '../../components/export-menu.tsx';
import { Note } from '../../components/note.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useFormats } from '../../language/formats.ts';
import { useMe } from '../../session/use-me.ts';
import { readSub, SUBS, type Sub } from './sub-search.ts';
import { useEarningsTexts } from './texts.ts';

type Row =
  paths['/v2/users/{user}/sub-id-stats']['get']['responses']['200']['content']['application/json']['data'][number];

/** Clicks, orders and earnings of the selected period by the values of a sub-id. */
export function SubIds({ range }: { range: DayRange }) {
  const t = useEarningsTexts().subs;
  const { sub = 'sub1' } = useSearch({ from: '/console/creator/earnings' });
  const navigate = useNavigate({ from: '/console/creator/earnings' });
  const { id: user } = useMe();
  const choose = (next: Sub | undefined) =>
    navigate({
      search: ({ sub: _, ...rest }) => (next === undefined ? rest : { ...rest, sub: next }),
      resetScroll: false,
    });
  const fileAddress = (format: string) =>
    `/v2/users/${user}/sub-id-stats?${new URLSearchParams({ ...range, group_by: sub, format })}`;
  return (
    <section aria-labelledby="sub-ids">
      <Group justify="space-between" mb="xs">
        <SectionTitle id="sub-ids">{t.title}</SectionTitle>
        <Group gap="sm">
          <NativeSelect
            size="xs"
            aria-label={t.label}
            data={SUBS.map((value) => ({ value, label: t.name(value.slice(-1)) }))}
            value={sub}
            onChange={({ currentTarget: { value } }) => choose(readSub(value))}
          />
          <ExportMenu formats={['xlsx', 'csv']} urlOf={fileAddress} />
        </Group>
      </Group>
      <Note mb="md">{t.hint}</Note>
      <SubIdTable key={`${sub} ${range.from} ${range.to}`} sub={sub} range={range} />
    </section>
  );
}

function SubIdTable({ sub, range }: { sub: Sub; range: DayRange }) {
  const t = useEarningsTexts().subs;
  const { id: user } = useMe();
  const [page, setPage] = useState(1);
  const params = { path: { user }, query: { ...range, group_by: sub, page } };
  const list = api.useQuery('get', '/v2/users/{user}/sub-id-stats', { params }, KEEP_PREVIOUS);
  // With `format`, the reply would be a file.
  const data = typeof list.data === 'string' ? undefined : list.data;
  return (
    <DataTable
      label={t.title}
      columns={useColumns()}
      {...listed({ ...list, data })}
      keyOf={({ value, currency }) => `${currency} ${value}`}
      empty={t.empty}
      page={page}
      onPage={setPage}
    />
  );
}

function useColumns(): Column<Row>[] {
  const t = useEarningsTexts().subs;
  const { number, money } = useFormats();
  return [
    { key: 'value', label: t.value, cell: ({ value }) => value },
    { key: 'clicks', label: t.clicks, numeric: true, cell: ({ clicks }) => number(clicks) },
    {
      key: 'click-earnings',
      label: t.clickEarnings,
      numeric: true,
      wideOnly: true,
      cell: ({ click_earnings_minor: minor, currency }) => money(minor, currency),
    },
    { key: 'orders', label: t.orders, numeric: true, cell: ({ orders }) => number(orders) },
    {
      key: 'order-earnings',
      label: t.orderEarnings,
      numeric: true,
      wideOnly: true,
      cell: ({ order_earnings_minor: minor, currency }) => money(minor, currency),
    },
  ];
}
