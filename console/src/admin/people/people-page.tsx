import { Anchor, Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, client } from '../../api.ts';
import type { Column } from '../../components/data-table.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { namedById } from '../../components/filter-select.tsx';
import { FilteredList } from '../../components/filtered-list.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { useFormats } from '../../language/formats.ts';
import { omitUndefined } from '../components/list-search.ts';
import { RecordForm } from '../components/record-form.tsx';
import type { Person } from './person.ts';
import { PersonState } from './person-state.tsx';
import { useAgencies, useTags } from './references.ts';
import { usePeopleTexts } from './texts.ts';
import { useNewPersonFields } from './use-person-fields.ts';

/** All users, filtered by text, role, status, agency and tag. */
export function PeoplePage() {
  const t = usePeopleTexts();
  const [isMaking, setIsMaking] = useState(false);
  const { page = 1, query, sort, role, state, client: agency, tag } = useSearch({ from: '/console/admin/people' });
  const people = api.useList('get', '/v2/admin/users', {
    params: {
      query: omitUndefined({ page, query, sort_by: sort, role, state, client_id: agency, user_tag_id: tag }),
    },
  });
  const agencies = useAgencies();
  const tags = useTags();
  return (
    <>
      <PageHeader title={t.title} hint={t.hint}>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsMaking(true)}>
          {t.make}
        </Button>
      </PageHeader>
      <FilteredList
        name="people"
        label={t.title}
        search={{ label: t.looking, value: query }}
        filters={[
          { name: 'role', label: t.role, words: t.roles, value: role },
          { name: 'state', label: t.state, words: t.states, value: state },
          { name: 'client', label: t.agency, words: namedById(agencies), value: agency, isId: true },
          { name: 'tag', label: t.tag, words: namedById(tags), value: tag, isId: true },
        ]}
        columns={usePeopleColumns(agencies)}
        query={people}
        keyOf={({ id }) => id}
        empty={t.empty}
        page={page}
        sort={sort}
      />
      <Dialog opened={isMaking} onClose={() => setIsMaking(false)} title={t.make} size="lg">
        <NewPerson onCancel={() => setIsMaking(false)} />
      </Dialog>
    </>
  );
}

function usePeopleColumns(agencies: { id: number; name: string }[]): Column<Person>[] {
  const t = usePeopleTexts();
  const { day } = useFormats();
  const { columns } = t;
  return [
    {
      key: 'username',
      label: columns.name,
      sortable: true,
      value: ({ display_name: shown, username }) => shown ?? username,
      cell: ({ id, username, display_name: shown }) => (
        <Anchor
          size="sm"
          fw={600}
          renderRoot={(props) => <Link {...props} to="/console/admin/people/$user" params={{ user: String(id) }} />}
        >
          {shown ?? username}
        </Anchor>
      ),
    },
    {
      key: 'email',
      label: columns.email,
      sortable: true,
      wideOnly: true,
      value: ({ email }) => email,
      cell: ({ email }) => email,
    },
    {
      key: 'agency',
      label: columns.agency,
      wideOnly: true,
      value: ({ client_id: id }) => agencies.find((agency) => agency.id === id)?.name,
      cell: ({ client_id: id }) => agencies.find((agency) => agency.id === id)?.name ?? '–',
    },
    {
      key: 'actsFor',
      label: columns.actsFor,
      wideOnly: true,
      cell: ({ is_admin: isAdmin, stores, clients }) => (
        <Text size="sm" lineClamp={2}>
          {[
            ...(isAdmin ? [t.administrator] : []),
            ...stores.map(({ name }) => name),
            ...clients.map(({ name }) => name),
          ].join(', ') || '–'}
        </Text>
      ),
    },
    { key: 'state', label: columns.state, cell: (person) => <PersonState person={person} /> },
    {
      key: 'created_at',
      label: columns.since,
      sortable: true,
      latestFirst: true,
      wideOnly: true,
      value: ({ created_at: at }) => at,
      cell: ({ created_at: at }) => (
        <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
          {day(at)}
        </Text>
      ),
    },
  ];
}

function NewPerson({ onCancel }: { onCancel: () => void }) {
  const t = usePeopleTexts();
  const navigate = useNavigate();
  return (
    <RecordForm
      fields={useNewPersonFields()}
      name="new-user"
      send={async (body) => (await client.POST('/v2/admin/users', { body: body as { email: string } })).data!}
      done={({ username }) => t.made(username)}
      onDone={({ id }) => navigate({ to: '/console/admin/people/$user', params: { user: String(id) } })}
      submit={t.make}
      onCancel={onCancel}
    />
  );
}
