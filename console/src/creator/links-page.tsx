import { Button, Stack } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { api, client } from '../api.ts';
import { AmountLink } from '../components/amount-link.tsx';
import { CreatorChart } from '../components/creator-chart.tsx';
import { useCreatorStats } from '../components/creator-figures.ts';
import { type CreatorFigure, creatorFigureOf, creatorFormatOf } from '../components/creator-results.ts';
import { readRange } from '../components/day-range.ts';
import { daysOf } from '../components/explanation/places.ts';
import { namedById } from '../components/filter-select.tsx';
import { FilteredList } from '../components/filtered-list.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { RangePicker } from '../components/range-picker.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { writtenAt } from '../components/time-chart-types.ts';
import { useListNavigation } from '../components/use-list-navigation.ts';
import { useFormats } from '../language/formats.ts';
import { useMe } from '../session/use-me.ts';
import { Bookmark } from './links/bookmark.tsx';
import { useLinkColumns } from './links/columns.tsx';
import { ListTotals } from './links/list-totals.tsx';
import { useLinkBulk } from './links/use-link-bulk.ts';
import { useLinkStores } from './links/use-link-stores.ts';
import { useCreatorTexts } from './texts.ts';

/** A creator's links with their figures in the selected period. */
export function LinksPage() {
  const t = useCreatorTexts().links;
  const search = useSearch({ from: '/console/creator/links' });
  const { id: user } = useMe();
  const range = readRange({ ...search });
  const { page = 1, sort = 'clicks:desc', search: wanted, shop, state, tag, archived } = search;
  const query = {
    ...range,
    sort_by: sort,
    ...(wanted && { search: wanted }),
    ...(shop && { store_id: shop }),
    ...(state && { state }),
    ...(tag && { tag }),
    ...(archived && { archived }),
  };
  const list = api.useList('get', '/v2/users/{user}/link-stats', {
    params: { path: { user }, query: { ...query, page } },
  });
  const bulk = useLinkBulk(user, async (page, size) => {
    const params = { path: { user }, query: { ...query, page, size } };
    return (await client.GET('/v2/users/{user}/link-stats', { params })).data!;
  });
  const columns = useLinkColumns(range);
  const totals = useTotals();
  const { narrow, show } = useListNavigation({ resetScroll: false });
  const isNarrowed = (wanted ?? shop ?? state ?? tag ?? archived) !== undefined;
  const isNew = !isNarrowed && list.data?.meta.total === 0;
  const all = () => show({ from: search.from, to: search.to, sort: search.sort });
  return (
    <>
      <PageHeader title={t.title} hint={t.hint}>
        <RangePicker range={range} onChange={(days) => narrow({ ...days })} />
        <Button variant="default" renderRoot={(props) => <Link {...props} to="/console/creator/links/import" />}>
          {t.import}
        </Button>
      </PageHeader>
      <Stack gap="lg">
        {!isNew && <Course />}
        <FilteredList
          name="links"
          label={t.table}
          search={{ name: 'search', label: t.search, value: wanted, isUntitled: true }}
          filters={[
            { name: 'shop', label: t.shop, words: namedById(useLinkStores() ?? []), value: shop, isId: true },
            { name: 'state', label: t.state, words: t.states, value: state },
            { name: 'archived', label: t.archive, words: t.archives, value: archived },
          ]}
          further={{ tag }}
          columns={columns}
          query={list}
          keyOf={({ id }) => id}
          empty={{ title: t.empty, hint: t.emptyHint, action: <FirstLink /> }}
          nothingFound={{ title: t.notFound, hint: t.notFoundHint, action: <Button onClick={all}>{t.all}</Button> }}
          page={page}
          sort={sort}
          bulk={bulk}
          foot={totals && ((shown, hasBoxes) => <ListTotals columns={shown} hasBoxes={hasBoxes} of={totals} />)}
          isEmbedded
        >
          <SearchBox label={t.tag} value={tag} maxLength={40} onChange={(text) => narrow({ tag: text || undefined })} />
        </FilteredList>
        <Bookmark />
      </Stack>
    </>
  );
}

/** The totals of the list; undefined if it is filtered by more than the store. Amounts of several currencies have no total. */
function useTotals() {
  const { id: user } = useMe();
  const t = useCreatorTexts().links;
  const formats = useFormats();
  const search = useSearch({ from: '/console/creator/links' });
  const { search: wanted, shop, state, tag, archived } = search;
  const range = readRange({ ...search });
  const { currencies } = useCreatorStats(user, range, { store: shop }).data ?? { currencies: [] };
  const [sum, other] = currencies;
  if (sum === undefined || other !== undefined || (wanted ?? state ?? tag ?? archived) !== undefined) return undefined;
  const written = (figure: CreatorFigure) =>
    writtenAt(creatorFigureOf(figure, sum), creatorFormatOf(figure, formats, sum.currency));
  return {
    clicks: written('clicks'),
    orders: written('orders'),
    conversion: written('conversion'),
    earnings: (
      <AmountLink to={daysOf({ user }, range)} of={t.course}>
        {written('earned')}
      </AmountLink>
    ),
    perClick: written('perClick'),
  };
}

/** Chart of all links or of those to the selected store; ignores the other filters. */
function Course() {
  const t = useCreatorTexts().links;
  const { id: user } = useMe();
  const search = useSearch({ from: '/console/creator/links' });
  const { shop } = search;
  const name = useLinkStores()?.find(({ id }) => id === shop)?.name;
  const title = name === undefined ? t.course : t.courseOf(name);
  return <CreatorChart user={user} range={readRange({ ...search })} store={shop} title={title} />;
}

function FirstLink() {
  const t = useCreatorTexts().links;
  return <Button renderRoot={(props) => <Link {...props} to="/console/creator" />}>{t.first}</Button>;
}
