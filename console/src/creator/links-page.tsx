import { Button, Card, Stack, Title } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../api.ts';
import { DataTable, listed } from '../components/data-table.tsx';
import { eachDay, readRange } from '../components/day-range.ts';
import { Failure } from '../components/failure.tsx';
import { Note } from '../components/note.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { RangePicker } from '../components/range-picker.tsx';
import { TimeChart } from '../components/time-chart.tsx';
import { useMe } from '../session/use-me.ts';
import { useLinkColumns } from './links/columns.tsx';
import { useDailyFigures } from './links/daily-figures.ts';
import { Filters, useLinkStores } from './links/filters.tsx';
import type { LinkSort } from './links/search.ts';
import { useCreatorTexts } from './texts.ts';

const SIZE = 20;

/** A creator's links with their figures in the selected period. */
export function LinksPage() {
  const t = useCreatorTexts().links;
  const search = useSearch({ from: '/console/creator/links' });
  const navigate = useNavigate({ from: '/console/creator/links' });
  const { id: user } = useMe();
  const range = readRange({ ...search });
  const { page = 1, sort = 'clicks:desc', search: wanted, shop, state, tag, archived } = search;
  const list = api.useQuery(
    'get',
    '/v2/users/{user}/link-stats',
    {
      params: {
        path: { user },
        query: {
          ...{ ...range, page, size: SIZE, sort_by: sort },
          ...(wanted && { search: wanted }),
          ...(shop && { store_id: shop }),
          ...(state && { state }),
          ...(tag && { tag }),
          ...(archived && { archived }),
        },
      },
    },
    { placeholderData: keepPreviousData },
  );
  const columns = useLinkColumns(range);
  const [by, direction] = sort.split(':') as [string, string];
  const isNarrowed = (wanted ?? shop ?? state ?? tag ?? archived) !== undefined;
  const isNew = !isNarrowed && list.data?.meta.total === 0;
  const all = () =>
    navigate({ search: ({ from, to, sort: by }) => ({ ...(from && to && { from, to }), ...(by && { sort: by }) }) });
  return (
    <>
      <PageHeader title={t.title} hint={t.hint}>
        <RangePicker
          range={range}
          onChange={(days) => navigate({ search: ({ page: _, ...rest }) => ({ ...rest, ...days }) })}
        />
        <Button variant="default" renderRoot={(props) => <Link {...props} to="/console/creator/links/import" />}>
          {t.import}
        </Button>
      </PageHeader>
      <Stack gap="lg">
        {!isNew && (
          <>
            <Course />
            <Filters />
          </>
        )}
        <DataTable
          label={t.table}
          columns={columns}
          {...listed(list)}
          keyOf={({ id }) => id}
          empty={
            isNarrowed
              ? { title: t.notFound, hint: t.notFoundHint, action: <Button onClick={all}>{t.all}</Button> }
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
        {!isNew && <Note size="xs">{t.pending}</Note>}
      </Stack>
    </>
  );
}

/** Chart of all links or of those to the selected store; ignores the other filters. */
function Course() {
  const t = useCreatorTexts().links;
  const { id: user } = useMe();
  const search = useSearch({ from: '/console/creator/links' });
  const range = readRange({ ...search });
  const { shop } = search;
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v2/users/{user}/stats',
    { params: { path: { user }, query: { ...range, ...(shop && { store_id: shop }) } } },
    { placeholderData: keepPreviousData },
  );
  const name = useLinkStores()?.find(({ id }) => id === shop)?.name;
  const title = name === undefined ? t.course : t.courseOf(name);
  const main = data?.currencies[0];
  const { series, pointsOf } = useDailyFigures(main?.currency ?? 'EUR');
  if (error) return <Failure error={error} onRetry={refetch} />;
  const nothing = { clicks: 0, click_earnings_minor: 0, order_earnings_minor: 0 };
  const days = main?.days ?? eachDay(range).map((date) => ({ date, ...nothing }));
  return (
    <Card>
      <Title order={2} size="h5" mb="md">
        {title}
      </Title>
      <TimeChart label={title} points={data && pointsOf(days)} series={series} height={220} />
    </Card>
  );
}

function FirstLink() {
  const t = useCreatorTexts().links;
  return <Button renderRoot={(props) => <Link {...props} to="/console/creator" />}>{t.first}</Button>;
}
