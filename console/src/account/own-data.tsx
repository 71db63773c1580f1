import { Anchor, Button, Stack, Text } from '@mantine/core';
import { api, client } from '../api.ts';
import { FailureAlert } from '../components/failure.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useFormats } from '../language/formats.ts';
import { useAccountTexts } from './texts.ts';

/** Interval in which the list is read while a file is being created. */
const ASK_MS = 5_000;

/** Requests and downloads of the files with the user's own data. */
export function OwnData() {
  const t = useAccountTexts().data;
  const { time } = useFormats();
  const { data } = api.useQuery(
    'get',
    '/v2/me/data-exports',
    {},
    { refetchInterval: ({ state }) => (state.data?.data.some(({ made_at: at }) => at === null) ? ASK_MS : false) },
  );
  const ask = useApiMutation(async () => await client.POST('/v2/me/data-exports'), { done: t.asked });
  return (
    <SectionCard id="own-data" title={t.title} hint={t.hint}>
      <Stack gap="md" align="flex-start">
        <FailureAlert message={ask.failure} />
        {data && data.data.length > 0 && (
          <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t.list}>
            {data.data.map(({ id, made_at: made, requested_at: requested }) => (
              <li key={id}>
                {made === null ? (
                  <Text size="sm">{t.waiting(time(requested))}</Text>
                ) : (
                  <Anchor size="sm" href={`/v2/me/data-exports/${id}`} download>
                    {t.download(time(made))}
                  </Anchor>
                )}
              </li>
            ))}
          </Stack>
        )}
        <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
          {t.ask}
        </Button>
      </Stack>
    </SectionCard>
  );
}
