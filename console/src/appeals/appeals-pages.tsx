import { Anchor } from '@mantine/core';
import { Link, type LinkProps, useParams, useSearch } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { api } from '../api.ts';
import { useAppealTexts } from '../components/appeals/texts.ts';
import { explanationOf } from '../components/explanation/places.ts';
import { wordsOf } from '../components/filter-select.tsx';
import { FilteredList } from '../components/filtered-list.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { useFormats } from '../language/formats.ts';
import { APPEAL_STATES, type AppealsSearch } from './search.ts';
import { useAppealListTexts } from './texts.ts';

type Page = paths['/v2/appeals']['get']['responses']['200']['content']['application/json'];
type OneAppeal = Page['data'][number];

const TONES = { open: 'warning', upheld: 'good', dismissed: 'neutral' } as const;

/** The appeals against decisions at a store. */
export function StoreAppealsPage() {
  const t = useAppealListTexts();
  const search = useSearch({ from: '/console/shop/$store/appeals' });
  const store = Number(useParams({ from: '/console/shop/$store/appeals' }).store);
  return (
    <>
      <PageHeader title={t.title} hint={t.hints.store} />
      <Appeals search={search} store={store} />
    </>
  );
}

/** All appeals. */
export function AdminAppealsPage() {
  const t = useAppealListTexts();
  return (
    <>
      <PageHeader title={t.title} hint={t.hints.admin} />
      <Appeals search={useSearch({ from: '/console/admin/appeals' })} />
    </>
  );
}

/** The page with the conversation of an appeal. */
function placeOf({ kind, subject }: OneAppeal): LinkProps {
  if (kind === 'order_claim') return { to: '/console/claims/$claim', params: { claim: subject } };
  return explanationOf(({ click: 'clicks', order: 'orders', one_time_payment: 'payments' } as const)[kind], subject);
}

/** Appeals, newest first, with a filter by state. Each links to its subject, whose page contains the thread. */
function Appeals({ search, store }: { search: AppealsSearch; store?: number }) {
  const t = useAppealListTexts();
  const { states } = useAppealTexts();
  const { time } = useFormats();
  const { state, page = 1, sort } = search;
  const query = {
    page,
    ...(sort === undefined ? {} : { sort_by: sort }),
    ...(state === undefined ? {} : { state }),
    ...(store === undefined ? {} : { store_id: store }),
  };
  const answer = api.useList('get', '/v2/appeals', { params: { query } });
  return (
    <FilteredList
      name="appeals"
      label={t.list}
      filters={[{ name: 'state', label: t.columns.state, words: wordsOf(APPEAL_STATES, states), value: state }]}
      columns={[
        {
          key: 'about',
          label: t.columns.about,
          value: (appeal) => t.about[appeal.kind](appeal.subject),
          cell: (appeal) => (
            <Anchor size="sm" fw={600} renderRoot={(props) => <Link {...props} {...placeOf(appeal)} />}>
              {t.about[appeal.kind](appeal.subject)}
            </Anchor>
          ),
        },
        {
          key: 'shop',
          label: t.columns.shop,
          wideOnly: true,
          value: (appeal) => appeal.store.name,
          cell: (appeal) => appeal.store.name,
        },
        {
          key: 'creator',
          label: t.columns.creator,
          value: ({ user }) => user.public_name,
          cell: ({ user }) => user.public_name,
        },
        {
          key: 'state',
          label: t.columns.state,
          value: (appeal) => states[appeal.state],
          cell: (appeal) => <StateBadge tone={TONES[appeal.state]}>{states[appeal.state]}</StateBadge>,
        },
        {
          key: 'created_at',
          sortable: true,
          latestFirst: true,
          label: t.columns.opened,
          wideOnly: true,
          value: ({ created_at: at }) => at,
          cell: ({ created_at: at }) => time(at),
        },
        {
          key: 'closed_at',
          sortable: true,
          latestFirst: true,
          label: t.columns.closed,
          wideOnly: true,
          value: ({ closed_at: at }) => at,
          cell: ({ closed_at: at }) => (at === null ? '' : time(at)),
        },
      ]}
      query={answer}
      keyOf={({ id }) => id}
      empty={t.empty}
      nothingFound={t.nothingFound}
      page={page}
      sort={sort}
    />
  );
}
