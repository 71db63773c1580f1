import { Anchor, Button, Stack, Text } from '@mantine/core';
import { api, client } from '../api.ts';
import { FailureAlert } from '../components/failure.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useFormats } from '../language/formats.ts';
import { useAccountTexts } from './texts.ts';

/** The marketplace's terms: the current versions, and those that the user has accepted. */
export function Terms() {
  const t = useAccountTexts().terms;
  const { time } = useFormats();
  const { data } = api.useQuery('get', '/v2/me/terms');
  const { current = [], accepted = [] } = data ?? {};
  const open = current.filter(
    ({ kind, version }) => !accepted.some((one) => one.kind === kind && one.version === version),
  );
  const accept = useApiMutation(
    async () =>
      await client.POST('/v2/me/terms', { body: { versions: open.map(({ kind, version }) => ({ kind, version })) } }),
    { done: t.done },
  );
  if (current.length + accepted.length === 0) return null;
  return (
    <SectionCard id="terms" title={t.title}>
      <Stack gap="sm" align="flex-start">
        {open.map(({ kind, version, url }) => (
          <Text key={kind} size="sm">
            {url === null ? (
              t.versionOf(t.kinds[kind], version)
            ) : (
              <Anchor href={url}>{t.versionOf(t.kinds[kind], version)}</Anchor>
            )}
          </Text>
        ))}
        <FailureAlert message={accept.failure} />
        {open.length > 0 && (
          <Button loading={accept.isPending} onClick={() => accept.mutate()}>
            {t.accept}
          </Button>
        )}
        {accepted.map(({ kind, version, accepted_at: at }) => (
          <Text key={`${kind} ${version}`} size="sm" c="dimmed">
            {t.acceptedAt(t.versionOf(t.kinds[kind], version), time(at))}
          </Text>
        ))}
      </Stack>
    </SectionCard>
  );
}
