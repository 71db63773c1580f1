import { Anchor, Button, Card, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { useEffect, useState } from 'react';
import { api } from '../api.ts';
import { useFormats } from '../language/formats.ts';
import { CopyText } from '../parts/copy-text.tsx';
import { type Column, DataTable, listed } from '../parts/data-table.tsx';
import { eachDay, readRange } from '../parts/day-range.ts';
import { PageHeader } from '../parts/page-header.tsx';
import { RangePicker } from '../parts/range-picker.tsx';
import { TimeChart } from '../parts/time-chart.tsx';
import { useMe } from '../session/use-me.ts';
import { useCourse } from './links/course.ts';
import type { LinkSort } from './routes.tsx';
import { useCreatorTexts } from './texts.ts';

type Row =
  paths['/v2/users/{user}/link-stats']['get']['responses']['200']['content']['application/json']['data'][number];

const SIZE = 20;

/** All of a creator's links with what each did in the days chosen. */
export function LinksPage() {
  const t = useCreatorTexts().links;
  const search = useSearch({ from: '/console/creator/links' });
  const navigate = useNavigate({ from: '/console/creator/links' });
  const { id: user } = useMe();
  const range = readRange({ ...search });
  const { page = 1, sort = 'clicks:desc', search: wanted } = search;
  const list = api.useQuery(
    'get',
    '/v2/users/{user}/link-stats',
    {
      params: {
        path: { user },
        query: { ...range, page, size: SIZE, sort_by: sort, ...(wanted && { search: wanted }) },
      },
    },
    { placeholderData: keepPreviousData },
  );
  const columns = useColumns();
  const [by, direction] = sort.split(':') as [string, string];
  const isNarrowed = wanted !== undefined;
  return (
    <>
      <PageHeader title={t.title} hint={t.hint}>
        <RangePicker
          range={range}
          onChange={(days) => navigate({ search: ({ page: _, ...rest }) => ({ ...rest, ...days }) })}
        />
      </PageHeader>
      <Stack gap="lg">
        <Course />
        <SearchField
          key={wanted ?? ''}
          value={wanted ?? ''}
          onChange={(value) =>
            navigate({
              search: ({ page: _, search: __, ...rest }) => ({ ...rest, ...(value === '' ? {} : { search: value }) }),
              replace: true,
            })
          }
        />
        <DataTable
          label={t.table}
          columns={columns}
          {...listed(list)}
          keyOf={({ id }) => id}
          empty={
            isNarrowed
              ? { title: t.notFound, hint: t.notFoundHint }
              : { title: t.empty, hint: t.emptyHint, action: <FirstLink /> }
          }
          sort={{ by, descending: direction === 'desc' }}
          onSort={(next) =>
            navigate({
              search: ({ page: _, ...rest }) => ({
                ...rest,
                sort: `${next.by}:${next.descending ? 'desc' : 'asc'}` as LinkSort,
              }),
            })
          }
          page={page}
          onPage={(next) => navigate({ search: (before) => ({ ...before, page: next }) })}
        />
        <Text size="xs" c="dimmed">
          {t.pending}
        </Text>
      </Stack>
    </>
  );
}

function Course() {
  const t = useCreatorTexts().links;
  const { id: user } = useMe();
  const range = readRange({ ...useSearch({ from: '/console/creator/links' }) });
  const { data } = api.useQuery('get', '/v2/users/{user}/stats', { params: { path: { user }, query: range } });
  const main = data?.currencies[0];
  const { series, pointsOf } = useCourse(main?.currency ?? 'EUR');
  const nothing = { clicks: 0, click_earnings_minor: 0, order_earnings_minor: 0 };
  const days = main?.days ?? eachDay(range).map((date) => ({ date, ...nothing }));
  return (
    <Card>
      <TimeChart label={t.course} points={data && pointsOf(days)} series={series} height={220} />
    </Card>
  );
}

const WAIT_MS = 300;

/** Searches when the typing pauses. */
function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useCreatorTexts().links;
  const [draft, setDraft] = useState(value);
  useEffect(() => {
    if (draft.trim() === value) return;
    const timer = setTimeout(() => onChange(draft.trim()), WAIT_MS);
    return () => clearTimeout(timer);
  });
  return (
    <TextInput
      type="search"
      aria-label={t.search}
      placeholder={t.searchPlaceholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      maw={360}
      maxLength={255}
      value={draft}
      onChange={({ currentTarget }) => setDraft(currentTarget.value)}
    />
  );
}

function FirstLink() {
  const t = useCreatorTexts().links;
  return <Button renderRoot={(props) => <Link {...props} to="/console/creator" />}>{t.first}</Button>;
}

function useColumns(): Column<Row>[] {
  const t = useCreatorTexts().links;
  const { number, money, day } = useFormats();
  return [
    {
      key: 'title',
      label: t.page,
      cell: ({ id, title, store }) => (
        <>
          <Anchor
            size="sm"
            fw={550}
            renderRoot={(props) => <Link {...props} to="/console/creator/links/$link" params={{ link: String(id) }} />}
          >
            {title}
          </Anchor>
          <Text size="xs" c="dimmed">
            {store.name}
          </Text>
        </>
      ),
    },
    { key: 'created_at', label: t.made, sortable: true, wideOnly: true, cell: ({ created_at }) => day(created_at) },
    { key: 'clicks', label: t.clicks, sortable: true, numeric: true, cell: ({ clicks }) => number(clicks) },
    {
      key: 'orders',
      label: t.orders,
      sortable: true,
      numeric: true,
      wideOnly: true,
      cell: ({ orders }) => number(orders),
    },
    {
      key: 'earnings',
      label: t.earned,
      sortable: true,
      numeric: true,
      cell: (one) => money(one.click_earnings_minor + one.order_earnings_minor, one.currency),
    },
    {
      key: 'copy',
      label: t.copy,
      numeric: true,
      wideOnly: true,
      cell: ({ url, title }) => <CopyText text={url} of={title} />,
    },
  ];
}
