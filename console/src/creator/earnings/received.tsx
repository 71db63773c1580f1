import { Group, NativeSelect, Stack } from '@mantine/core';
import type { paths } from '@tributary/client';
import { useState } from 'react';
import { MAX_PAGE_SIZE } from '../../../../src/platform/page-size.ts';
import { api } from '../../api.ts';
import { type Column, DataTable, listed } from '../../components/data-table.tsx';
import { today } from '../../components/day-range.ts';
import { ExportMenu } from '../../components/export-menu.tsx';
import { Note } from '../../components/note.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useFormats } from '../../language/formats.ts';
import { useMe } from '../../session/use-me.ts';
import { useEarningsTexts } from './texts.ts';

type Received = Exclude<
  paths['/v2/users/{user}/gifts']['get']['responses']['200']['content']['application/json'],
  string
>['data'][number];

/** What a creator has received from stores in a year; nothing if there is none in this year and the last one. */
export function ReceivedGifts() {
  const t = useEarningsTexts().received;
  const { money } = useFormats();
  const { id: user } = useMe();
  const thisYear = Number(today().slice(0, 4));
  const years = [thisYear, thisYear - 1];
  const [chosen, setChosen] = useState<number | null>(null);
  const current = useYear(user, thisYear);
  const last = useYear(user, thisYear - 1);
  const year = chosen ?? (current.data?.data.length === 0 ? thisYear - 1 : thisYear);
  const list = year === thisYear ? current : last;
  const columns = useColumns();
  if (![current, last].some(({ data }) => data !== undefined && data.data.length > 0)) return null;
  const totals = list.data?.totals.map(({ minor, currency }) => money(minor, currency)) ?? [];
  return (
    <Stack gap="md" component="section" aria-labelledby="received">
      <Group justify="space-between" align="flex-end" gap="sm">
        <SectionTitle id="received">{t.title}</SectionTitle>
        <Group align="flex-end" gap="sm">
          <NativeSelect
            label={t.year}
            data={years.map(String)}
            value={String(year)}
            onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
          />
          <ExportMenu
            formats={['csv', 'xlsx']}
            urlOf={(format) => `/v2/users/${user}/gifts?year=${year}&format=${format}`}
          />
        </Group>
      </Group>
      <Note>{t.hint}</Note>
      <DataTable
        label={t.title}
        columns={columns}
        {...listed(list)}
        keyOf={({ participant_id: id }) => id}
        empty={{ title: t.empty }}
      />
      {totals.length > 0 && <Note>{t.total(totals.join(', '))}</Note>}
    </Stack>
  );
}

function useYear(user: number, year: number) {
  const query = api.useQuery('get', '/v2/users/{user}/gifts', {
    params: { path: { user }, query: { year, size: MAX_PAGE_SIZE } },
  });
  return { ...query, data: typeof query.data === 'object' ? query.data : undefined };
}

function useColumns(): Column<Received>[] {
  const { received: t, orders } = useEarningsTexts();
  const { day, money } = useFormats();
  return [
    { key: 'day', label: t.day, value: ({ received_on: on }) => on, cell: ({ received_on: on }) => day(on) },
    { key: 'shop', label: orders.shop, value: ({ store }) => store.name, cell: ({ store }) => store.name },
    {
      key: 'products',
      label: t.products,
      value: ({ products }) => products.join('; '),
      cell: ({ products, is_credit: isCredit, offer }) =>
        products.length > 0 ? products.join(', ') : isCredit ? t.credit : offer.title,
    },
    {
      key: 'value',
      label: t.value,
      numeric: true,
      cell: ({ value }) => (value === null ? '' : money(value.minor, value.currency)),
    },
  ];
}
