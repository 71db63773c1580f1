import { Button, Card, Group, Skeleton, Stack, TagsInput } from '@mantine/core';
import { ApiError } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { api, client } from '../../api.ts';
import { Failure, FailureText } from '../../components/failure.tsx';
import { Note } from '../../components/note.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useTrackingTexts } from './texts.ts';

const MAX_PARAMETERS = 10;
const USUAL = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'];

/** Campaign parameters that links pass on to the store's pages. */
export function PassedParameters({ store }: { store: number }) {
  const t = useTrackingTexts().passed;
  const { data, error, refetch } = api.useQuery('get', '/v2/advertisers/{advertiser}/passed-parameters', {
    params: { path: { advertiser: store } },
  });
  return (
    <Card component="section" aria-labelledby="passed-parameters">
      <SectionTitle mb={4} id="passed-parameters">
        {t.title}
      </SectionTitle>
      <Note mb="md">{t.hint}</Note>
      {error && <Failure error={error} onRetry={refetch} />}
      {!error && data === undefined && <Skeleton h={36} />}
      {data && <ParametersForm key={data.parameters.join()} store={store} parameters={data.parameters} />}
    </Card>
  );
}

function ParametersForm({ store, parameters }: { store: number; parameters: string[] }) {
  const t = useTrackingTexts().passed;
  const [typed, setTyped] = useState(parameters);
  const save = useApiMutation(
    (names: string[]) =>
      client.PUT('/v2/advertisers/{advertiser}/passed-parameters', {
        params: { path: { advertiser: store } },
        body: { parameters: names },
      }),
    { done: t.saved },
  );
  const isChanged = typed.join() !== parameters.join();
  const refused = save.error instanceof ApiError ? Object.values(save.error.fields).flat()[0] : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) save.mutate(typed);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TagsInput
          label={t.label}
          data={USUAL}
          value={typed}
          maxTags={MAX_PARAMETERS}
          error={refused}
          onChange={setTyped}
        />
        {refused === undefined && <FailureText message={save.failure} />}
        {isChanged && (
          <Group gap="sm">
            <Button type="submit" loading={save.isPending}>
              {t.save}
            </Button>
            <Button variant="default" disabled={save.isPending} onClick={() => setTyped(parameters)}>
              {t.discard}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
