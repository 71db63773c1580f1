import { Alert, Button, Card, Group, Skeleton, Stack, TagsInput, Text, Title } from '@mantine/core';
import { ApiError } from '@tributary/client';
import { useState } from 'react';
import { api, client } from '../../api.ts';
import { Failure } from '../../components/failure.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useUrlRulesTexts } from './texts.ts';

/** Domains of a store. */
export function Domains({ store }: { store: number }) {
  const t = useUrlRulesTexts().domains;
  const record = api.useQuery('get', '/advertiser/stores/{id}', { params: { path: { id: store } } });
  if (record.error) return <Failure error={record.error} onRetry={record.refetch} />;
  return (
    <Card>
      <Title order={2} size="h4">
        {t.title}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t.hint}
      </Text>
      {record.data === undefined ? (
        <Skeleton h={60} />
      ) : (
        <DomainsForm
          store={store}
          isHidden={record.data.hidden}
          saved={record.data.urls.map(({ end_host: host }) => host)}
        />
      )}
    </Card>
  );
}

function DomainsForm({ store, isHidden, saved }: { store: number; isHidden: 0 | 1; saved: readonly string[] }) {
  const t = useUrlRulesTexts().domains;
  const [draft, setDraft] = useState<string[] | null>(null);
  const domains = draft ?? [...saved];
  const save = useApiMutation(
    async () =>
      (
        await client.PATCH('/advertiser/stores/{id}', {
          params: { path: { id: store } },
          body: { hidden: isHidden, domains },
        })
      ).data!,
    { done: t.saved, onDone: () => setDraft(null) },
  );
  const removed = saved.filter((domain) => !domains.includes(domain));
  const faults = save.error instanceof ApiError ? Object.values(save.error.fields).flat() : [];
  return (
    <Stack gap="sm">
      <LeaveGuard isDirty={() => draft !== null} />
      {save.failure && faults.length === 0 && (
        <Alert color="red" variant="light" role="alert">
          {save.failure}
        </Alert>
      )}
      <TagsInput
        label={t.label}
        placeholder={t.placeholder}
        value={domains}
        onChange={setDraft}
        acceptValueOnBlur
        error={faults.length > 0 ? faults.join(', ') : domains.length === 0 && t.none}
      />
      {removed.length > 0 && (
        <Alert color="yellow" variant="light">
          {t.removing(removed.join(', '))}
        </Alert>
      )}
      {draft !== null && (
        <Group gap="sm">
          <Button size="xs" loading={save.isPending} onClick={() => save.mutate()}>
            {t.save}
          </Button>
          <Button size="xs" variant="default" onClick={() => setDraft(null)}>
            {t.discard}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
