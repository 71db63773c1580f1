import { Button, FileButton, Group, Image, Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { MAX_CLAIM_PICTURES } from '../../../src/platform/http/upload-limits.ts';
import { FailureText } from '../components/failure.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useMe } from '../session/use-me.ts';
import type { Claim } from './claim.ts';
import { sendEvidence } from './send-evidence.ts';
import { useClaimTexts } from './texts.ts';

/** The pictures of a claim; the creator adds more until it is decided. */
export function Evidence({ claim }: { claim: Claim }) {
  const t = useClaimTexts().one;
  const me = useMe();
  const adding = useApiMutation((file: File) => sendEvidence(claim.id, file), { done: t.added });
  const mayAdd = claim.decided_at === null && me.id === claim.user.id && claim.evidence.length < MAX_CLAIM_PICTURES;
  return (
    <SectionCard id="evidence" title={t.evidence}>
      {claim.evidence.length === 0 && <Text c="dimmed">{t.noEvidence}</Text>}
      <Group gap="md">
        {claim.evidence.map(({ id, name }) => (
          <a key={id} href={`/v2/order-claims/${claim.id}/evidence/${id}`} target="_blank" rel="noreferrer">
            <Image
              src={`/v2/order-claims/${claim.id}/evidence/${id}`}
              alt={t.picture(name)}
              h={160}
              w="auto"
              maw="100%"
              fit="contain"
              radius="md"
            />
          </a>
        ))}
      </Group>
      {mayAdd && (
        <FileButton
          onChange={(file) => file !== null && adding.mutate(file)}
          accept="image/png,image/jpeg"
          inputProps={{ 'aria-label': t.add }}
        >
          {(props) => (
            <Button
              {...props}
              mt="md"
              variant="default"
              loading={adding.isPending}
              leftSection={<IconPhoto size={16} aria-hidden />}
            >
              {t.add}
            </Button>
          )}
        </FileButton>
      )}
      <FailureText message={adding.failure} mt="xs" />
    </SectionCard>
  );
}
