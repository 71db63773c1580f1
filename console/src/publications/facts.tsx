import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Fact } from '../components/fact.tsx';
import { Note } from '../components/note.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { useFormats } from '../language/formats.ts';
import { PLATFORM_NAMES, type Publication } from './publication.ts';
import { usePublicationTexts } from './texts.ts';

const TONES = { open: 'warning', accepted: 'good', correction_requested: 'warning' } as const;

/** The state of a publication, for the creator or the store. */
export function ReviewBadge({ of: { review }, isOwn }: { of: Publication; isOwn: boolean }) {
  const t = usePublicationTexts().review;
  const state = review?.decision ?? 'open';
  return <StateBadge tone={TONES[state]}>{state === 'open' && isOwn ? t.ownOpen : t[state]}</StateBadge>;
}

/** Where a deliverable was published, with the store's decision, the check of the address and the pictures. */
export function PublicationFacts({ of, isOwn }: { of: Publication; isOwn: boolean }) {
  const t = usePublicationTexts();
  const { day, time } = useFormats();
  const { url, address, review } = of;
  const platforms: Record<string, string> = { ...PLATFORM_NAMES, ...t.platforms };
  return (
    <Stack gap="sm">
      <Group>
        <ReviewBadge of={of} isOwn={isOwn} />
        <Text size="sm">{of.is_on_proven_channel ? t.facts.proven : t.facts.notProven}</Text>
      </Group>
      {url !== null && (
        // The page of a post belongs to the creator. It must not learn the address of this page or get access to it.
        <Anchor
          size="sm"
          href={url}
          target="_blank"
          rel="noopener noreferrer nofollow"
          style={{ overflowWrap: 'anywhere' }}
        >
          {url}
        </Anchor>
      )}
      <Group component="dl" gap="xl" m={0}>
        <Fact label={t.facts.platform}>{platforms[of.platform]}</Fact>
        <Fact label={t.facts.day}>{day(of.published_on)}</Fact>
        <Fact label={t.facts.disclosure}>
          {[t.disclosures[of.disclosure], of.disclosure_text].filter((text) => text !== '').join(': ')}
        </Fact>
      </Group>
      {address !== null && (
        <Note>
          {t.address[address.state](time(address.state === 'not_reachable' ? address.since : address.checked_at))}
        </Note>
      )}
      {review !== null && review.feedback !== null && (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {review.feedback}
        </Text>
      )}
      <Group>
        {of.proofs.map((proof) => {
          const src = `/v2/publications/${of.id}/proofs/${proof.id}`;
          return (
            <a key={proof.id} href={src} target="_blank" rel="noreferrer">
              <img
                src={src}
                alt={t.picture(time(proof.added_at))}
                style={{ height: 120, maxWidth: '100%', objectFit: 'contain', borderRadius: 8 }}
              />
            </a>
          );
        })}
      </Group>
    </Stack>
  );
}
