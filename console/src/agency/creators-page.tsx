import { Stack } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api.ts';
import { DataTable, listed, type Sort } from '../components/data-table.tsx';
import { readRange } from '../components/day-range.ts';
import { PageHeader } from '../components/page-header.tsx';
import { RangePicker } from '../components/range-picker.tsx';
import { useMay } from '../components/role-limit.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { type Creator, useCreatorColumns } from './creator-columns.tsx';
import { LinkForCreator } from './link-for-creator.tsx';
import { useAgencyTexts } from './texts.ts';

const FROM = '/console/agency/$client';

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
  const creators = api.useQuery(
    'get',
    '/v2/clients/{client}/users',
    {
      params: {
        path: { client },
        query: { ...range, page, sort_by: sort, ...(q === undefined ? {} : { search: q }) },
      },
    },
    { placeholderData: keepPreviousData },
  );
  const find = (text: string) =>
    void navigate({ search: ({ page: _, q: __, ...old }) => (text === '' ? old : { ...old, q: text }), replace: true });
  return (
    <>
      <PageHeader title={t.title} hint={t.hint}>
        <RangePicker
          range={range}
          onChange={(next) => navigate({ search: ({ page: _, ...old }) => ({ ...old, ...next }) })}
        />
      </PageHeader>
      <Stack gap="xl">
        <Stack gap="sm">
          <SearchBox label={t.search} value={q} onChange={find} />
          <DataTable
            label={t.title}
            columns={useCreatorColumns(range, mayLink ? setChosen : null)}
            {...listed(creators)}
            keyOf={({ id }) => id}
            empty={q === undefined ? t.empty : t.nothingFound}
            sort={sortOf(sort)}
            onSort={({ by, descending }) =>
              navigate({
                search: ({ page: _, ...old }) => ({
                  ...old,
                  sort: `${by}:${descending ? 'desc' : 'asc'}` as typeof sort,
                }),
              })
            }
            page={page}
            onPage={(next) => navigate({ search: (old) => ({ ...old, page: next }) })}
          />
        </Stack>
      </Stack>
      <LinkForCreator creator={chosen} onClose={() => setChosen(null)} />
    </>
  );
}

function sortOf(sort: string): Sort {
  const [by = '', direction] = sort.split(':');
  return { by, descending: direction === 'desc' };
}
