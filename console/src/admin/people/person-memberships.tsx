import { ActionIcon, Anchor, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { client } from '../../api.ts';
import { FailureAlert } from '../../components/failure.tsx';
import { Form } from '../../components/form.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useCommonTexts } from '../../components/texts.ts';
import { showUndo } from '../../components/undo-toast.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useForm } from '../../components/use-form.ts';
import { StorePicker } from '../components/store-picker.tsx';
import type { Person } from './person.ts';
import { optionsOf, useAgencies } from './references.ts';
import { usePeopleTexts } from './texts.ts';

interface Ids {
  store_ids: number[];
  client_ids: number[];
}

/** The stores and agencies that a person acts for. */
export function PersonMemberships({ person }: { person: Person }) {
  const t = usePeopleTexts();
  const { undo } = useCommonTexts();
  const agencies = useAgencies();
  const now: Ids = { store_ids: person.stores.map(({ id }) => id), client_ids: person.clients.map(({ id }) => id) };
  const set = (change: Partial<Ids>) =>
    client.PUT('/v2/admin/users/{user}/memberships', {
      params: { path: { user: person.id } },
      body: { ...now, ...change },
    });
  const restoring = useApiMutation(set, { done: t.saved });
  const ending = useApiMutation(set, {
    onDone: (_, change) => {
      const before = change.store_ids ? { store_ids: now.store_ids } : { client_ids: now.client_ids };
      showUndo({ message: t.saved, label: undo, onUndo: () => restoring.mutate(before) });
    },
  });
  const store = useForm(
    { id: null as string | null },
    { send: ({ id }) => set({ store_ids: [...now.store_ids, Number(id)] }), done: t.saved },
  );
  const agency = useForm(
    { id: '' },
    { send: ({ id }) => set({ client_ids: [...now.client_ids, Number(id)] }), done: t.saved },
  );
  const without = (key: keyof Ids, id: number) => ending.mutate({ [key]: now[key].filter((one) => one !== id) });
  const others = agencies.filter(({ id }) => !now.client_ids.includes(id));
  return (
    <SectionCard id="memberships" title={t.memberships} hint={t.membershipsHint}>
      <Stack gap="xs">
        {person.stores.length + person.clients.length === 0 && <Text size="sm">{t.noMemberships}</Text>}
        {person.stores.map(({ id, name }) => (
          <Membership
            key={`s${id}`}
            kind={t.store}
            name={name}
            to={`/console/shop/${id}`}
            onEnd={() => without('store_ids', id)}
          />
        ))}
        {person.clients.map(({ id, name }) => (
          <Membership
            key={`c${id}`}
            kind={t.client}
            name={name}
            to={`/console/admin/clients/${id}`}
            onEnd={() => without('client_ids', id)}
          />
        ))}
        <FailureAlert message={ending.failure ?? restoring.failure} />
        <Form of={store} label={t.addStore}>
          <Group align="flex-end" mt="sm">
            <div style={{ flex: 1 }}>
              <StorePicker label={t.addStore} {...store.value('id', 'store_ids')} />
            </div>
            <Button
              type="submit"
              variant="light"
              disabled={store.draft.id === null}
              loading={store.isPending}
              aria-label={`${t.add}: ${t.store}`}
            >
              {t.add}
            </Button>
          </Group>
        </Form>
        <Form of={agency} label={t.addClient}>
          <Group align="flex-end">
            <NativeSelect
              label={t.addClient}
              data={[{ value: '', label: '–' }, ...optionsOf(others)]}
              flex={1}
              {...agency.text('id', 'client_ids')}
            />
            <Button
              type="submit"
              variant="light"
              disabled={agency.draft.id === ''}
              loading={agency.isPending}
              aria-label={`${t.add}: ${t.client}`}
            >
              {t.add}
            </Button>
          </Group>
        </Form>
      </Stack>
    </SectionCard>
  );
}

function Membership({ kind, name, to, onEnd }: { kind: string; name: string; to: string; onEnd: () => void }) {
  const t = usePeopleTexts();
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">
        <Anchor renderRoot={(props) => <Link {...props} to={to} />}>{name}</Anchor>{' '}
        <Text span c="dimmed" size="sm">
          {kind}
        </Text>
      </Text>
      <ActionIcon variant="subtle" color="gray" aria-label={t.endMembership(name)} onClick={onEnd}>
        <IconX size={16} />
      </ActionIcon>
    </Group>
  );
}
