import { Button, Stack, Text } from '@mantine/core';
import { client } from '../api.ts';
import { FailureAlert } from '../components/failure.tsx';
import { Strong } from '../components/note.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useFormats } from '../language/formats.ts';
import { useMe } from '../session/use-me.ts';
import { TermsText, useTerms } from './terms-to-accept.tsx';
import { useAgreementTexts } from './texts.ts';

/**
 * The version of a campaign's terms that binds a participant, and the current version if it is another one. Only the participant
 * accepts it.
 */
export function OwnTerms({ token, user }: { token: string; user: number }) {
  const t = useAgreementTexts();
  const { time } = useFormats();
  const isOwn = useMe().id === user;
  const { current, binding } = useTerms(token, user);
  const accept = useApiMutation(
    async (version: number) =>
      await client.POST('/v2/offer-by-token/{token}/users/{user}/agreement/acceptances', {
        params: { path: { token, user } },
        body: { version },
      }),
    { done: t.accepted },
  );
  if (current === null && binding === null) return null;
  const isAccepted = current === null || (binding?.version === current.version && binding.manner === 'accepted');
  return (
    <SectionCard id="own-terms" title={t.title}>
      <Stack gap="sm" align="flex-start">
        {binding !== null && (
          <>
            <Text size="sm">
              {(binding.manner === 'accepted' ? t.bound : t.boundByJoining)(binding.version, time(binding.accepted_at))}
            </Text>
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {t.hash(binding.sha256)}
            </Text>
            <TermsText text={binding.text} label={t.showOwn(binding.version)} />
          </>
        )}
        {current !== null && binding !== null && binding.version !== current.version && (
          <>
            <Strong>{t.changed(current.version)}</Strong>
            <TermsText text={current.text} label={t.version(current.version)} />
          </>
        )}
        {current !== null && binding === null && <TermsText text={current.text} label={t.version(current.version)} />}
        <FailureAlert message={accept.failure} />
        {isOwn && !isAccepted && current !== null && (
          <Button loading={accept.isPending} onClick={() => accept.mutate(current.version)}>
            {t.acceptNew(current.version)}
          </Button>
        )}
      </Stack>
    </SectionCard>
  );
}
