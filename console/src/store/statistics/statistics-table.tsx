import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { api, KEEP_PREVIOUS } from '../../api.ts';
import { type Column, DataTable, type ListQuery } from '../../components/data-table.tsx';
import type { DaysFilter } from '../../components/explanation/places.ts';
import { listed } from '../../components/listed.ts';
import { Note } from '../../components/note.tsx';
import { useResultColumns } from '../../components/statistics/result-columns.tsx';
import type { Results } from '../../components/statistics/results.ts';
import { TotalRow } from '../../components/statistics/total-row.tsx';
import { type Sort, sortText } from '../../components/table/list-state.ts';
import { useFormats } from '../../language/formats.ts';
import { CreatorButton } from './creator-button.tsx';
import { explainedDays } from './explained-days.ts';
import { queryOf, selectedDays, sortFor } from './query.ts';
import type { RankedKind, StatisticsSearch } from './search.ts';
import { figuresShown } from './shown-figures.ts';
import { useStatisticsTexts } from './texts.ts';

interface StatisticsTableProps {
  store: number;
  search: StatisticsSearch;
  /** The totals of the selected days; undefined while loading. */
  total: Results | undefined;
  onSort: (sort: string) => void;
  onPage: (page: number) => void;
  /** Opens the profile of a creator. */
  onOpenCreator: (user: number) => void;
  onClear: () => void;
}

/** The list for the search parameters. */
export function StatisticsTable({ kind, ...props }: StatisticsTableProps & { kind: RankedKind }) {
  if (kind === 'links') return <LinksTable {...props} />;
  if (kind === 'campaigns') return <CampaignsTable {...props} />;
  return <CreatorsTable {...props} />;
}

const asked = <Query,>(store: number, search: StatisticsSearch, query: Query) => ({
  params: { path: { store }, query: { ...query, page: search.page ?? 1 } },
});

function CreatorsTable(props: StatisticsTableProps) {
  const t = useStatisticsTexts();
  const { number } = useFormats();
  const { store, search } = props;
  const answer = listed(
    api.useQuery(
      'get',
      '/v2/stores/{store}/creator-stats',
      asked(store, search, queryOf('creators', search)),
      KEEP_PREVIOUS,
    ),
  );
  return (
    <Listed
      {...props}
      kind="creators"
      answer={answer}
      keyOf={(row) => row.user.id}
      filterOf={({ user }) => ({ creator: user.id })}
      first={[
        {
          key: 'public_name',
          label: t.columns.creator,
          sortable: true,
          cell: ({ user }) => <CreatorButton user={user} onOpenCreator={props.onOpenCreator} />,
        },
        {
          key: 'social_followers',
          label: t.columns.followers,
          sortable: true,
          numeric: true,
          wideOnly: true,
          cell: ({ followers }) => number(followers),
        },
      ]}
    />
  );
}

function LinksTable(props: StatisticsTableProps) {
  const t = useStatisticsTexts();
  const { store, search } = props;
  const answer = listed(
    api.useQuery('get', '/v2/stores/{store}/link-stats', asked(store, search, queryOf('links', search)), KEEP_PREVIOUS),
  );
  return (
    <Listed
      {...props}
      kind="links"
      answer={answer}
      keyOf={(row) => row.affiliate_link_id}
      filterOf={(row) => ({ link: row.affiliate_link_id })}
      first={[
        {
          key: 'text',
          label: t.columns.link,
          sortable: true,
          cell: ({ title, url, user }) => (
            <Stack gap={0} maw={340}>
              <Text size="sm" lineClamp={1}>
                {title || t.untitled}
              </Text>
              <Group gap={0} hiddenFrom="sm">
                <CreatorButton user={user} onOpenCreator={props.onOpenCreator} />
              </Group>
              <Text size="xs" c="dimmed" truncate visibleFrom="sm">
                {url.replace(/^https?:\/\//, '')}
              </Text>
            </Stack>
          ),
        },
        {
          key: 'public_name',
          wideOnly: true,
          isInFirst: true,
          label: t.columns.creator,
          sortable: true,
          cell: ({ user }) => <CreatorButton user={user} onOpenCreator={props.onOpenCreator} />,
        },
      ]}
    />
  );
}

function CampaignsTable(props: StatisticsTableProps) {
  const t = useStatisticsTexts();
  const { store, search } = props;
  const answer = listed(
    api.useQuery(
      'get',
      '/v2/stores/{store}/offer-stats',
      asked(store, search, queryOf('campaigns', search)),
      KEEP_PREVIOUS,
    ),
  );
  return (
    <Listed
      {...props}
      kind="campaigns"
      answer={answer}
      keyOf={(row) => row.offer?.id ?? 0}
      filterOf={({ offer }) => ({ campaign: offer?.id ?? 0 })}
      first={[
        {
          key: 'title',
          label: t.columns.campaign,
          sortable: true,
          cell: ({ offer }) =>
            offer === null ? (
              <Note>{t.noCampaign}</Note>
            ) : (
              <Anchor
                size="sm"
                renderRoot={(root) => (
                  <Link
                    {...root}
                    to="/console/shop/$store/campaigns/$offer"
                    params={{ store: String(store), offer: String(offer.id) }}
                  />
                )}
              >
                {offer.title}
              </Anchor>
            ),
        },
      ]}
    />
  );
}

interface ListedProps<Row extends Results> extends StatisticsTableProps {
  kind: RankedKind;
  answer: ListQuery<Row>;
  keyOf: (row: Row) => number;
  /** The filter of the clicks and orders that a row adds up. */
  filterOf: (row: Row) => DaysFilter;
  /** Columns before the figures. */
  first: readonly Column<Row>[];
}

function Listed<Row extends Results>({
  kind,
  search,
  answer,
  keyOf,
  filterOf,
  first,
  total,
  ...props
}: ListedProps<Row>) {
  const t = useStatisticsTexts();
  const { data, error, refetch, isPlaceholderData } = answer;
  const range = selectedDays(search);
  const shown = { figures: figuresShown(kind, search), isSorted: true };
  const figures = useResultColumns<Row>({ ...shown, placeOf: explainedDays(props.store, range, filterOf) });
  const totals = useResultColumns<Results>({
    ...shown,
    placeOf: explainedDays(props.store, range, () => ofAll(search)),
  });
  const isNarrowed = search.q !== undefined || search.creator !== undefined || search.links !== undefined;
  const clear = (
    <Button variant="default" size="xs" onClick={props.onClear}>
      {t.clear}
    </Button>
  );
  return (
    <DataTable
      label={t.kinds[kind]}
      columns={[...first, ...figures]}
      rows={data?.data}
      keyOf={keyOf}
      error={error}
      onRetry={refetch}
      empty={{ title: t.noneTitle, hint: t.noneHint, ...(isNarrowed ? { action: clear } : {}) }}
      sort={sortFor(kind, search)}
      onSort={(sort: Sort) => props.onSort(sortText(sort))}
      page={search.page ?? 1}
      pages={data?.meta.last_page}
      total={data?.meta.total}
      onPage={props.onPage}
      isStale={isPlaceholderData}
      // The totals are those of all creators, links or campaigns, and not of the names that match a search.
      foot={total && search.q === undefined && <TotalRow row={total} before={first} figures={totals} />}
    />
  );
}

const ofAll = ({ creator }: StatisticsSearch): DaysFilter => (creator === undefined ? {} : { creator });
