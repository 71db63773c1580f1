import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api.ts';
import { readRange } from '../components/day-range.ts';
import { FilteredList } from '../components/filtered-list.tsx';
import { laterPart } from '../components/lazy-part.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { RangePicker } from '../components/range-picker.tsx';
import { useMay } from '../components/role-limit.tsx';
import { type Creator, useCreatorColumns } from './creator-columns.tsx';
import { readCreatorsSearch } from './search.ts';
import { useAgencyTexts } from './texts.ts';

const LinkForCreator = laterPart(() => import('./link-for-creator.tsx'));

const FROM = '/console/agency/$client/creators';

/** An agency's creators with their results. */
export function CreatorsPage() {
  const t = useAgencyTexts().creators;
  const client = Number(useParams({ from: FROM }).client);
  const search = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  const [chosen, setChosen] = useState<Creator | null>(null);
  const mayLink = useMay('manage');
  const range = readRange({ ...search });
  const { page = 1, q, sort = 'earnings:desc' } = search;
  const creators = api.useList('get', '/v2/clients/{client}/users', {
    params: {
      path: { client },
      query: { ...range, page, sort_by: sort, ...(q === undefined ? {} : { search: q }) },
    },
  });
  return (
    <>
      <PageHeader title={t.title} hint={t.hint}>
        <RangePicker
          range={range}
          onChange={(next) => navigate({ search: ({ page: _, ...old }) => ({ ...old, ...next }) })}
        />
      </PageHeader>
      <FilteredList
        name="creators"
        label={t.title}
        search={{ name: 'q', label: t.search, value: q, isUntitled: true }}
        columns={useCreatorColumns(range, { client, onLink: mayLink ? setChosen : null })}
        query={creators}
        keyOf={({ id }) => id}
        empty={t.empty}
        nothingFound={t.nothingFound}
        page={page}
        sort={sort}
        mailed={(params) => ({
          owner: { client_id: client },
          list: 'creators',
          filters: filtersOf(readCreatorsSearch(params)),
        })}
      />
      <LinkForCreator creator={chosen} onClose={() => setChosen(null)} />
    </>
  );
}

function filtersOf({ q, sort }: ReturnType<typeof readCreatorsSearch>) {
  return { ...(q !== undefined && { q }), ...(sort !== undefined && { sort_by: sort }) };
}
