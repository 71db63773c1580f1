import { Button, Stack } from '@mantine/core';
import { api } from '../api.ts';
import { Failure } from '../components/failure.tsx';
import { Note, Strong } from '../components/note.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { useFormats } from '../language/formats.ts';
import { RIGHT_TONES, type UsageRight } from './publication.ts';
import { usePublicationTexts } from './texts.ts';

interface OwnRightsProps {
  offer: number;
  user: number;
  onOpen: (deliverable: number) => void;
}

/** The usage rights that a creator has given for a campaign, or is asked for, with their ends. */
export default function OwnRights({ offer, user, onOpen }: OwnRightsProps) {
  const t = usePublicationTexts().rights;
  const { data, error, refetch } = api.useQuery('get', '/v2/users/{user}/usage-rights', {
    params: { path: { user }, query: { offer_id: offer, size: 100 } },
  });
  const current = data?.data.filter(({ status }) => status === 'offered' || status === 'accepted') ?? [];
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (current.length === 0) return null;
  return (
    <section aria-label={t.listed}>
      <Strong mt="md">{t.listed}</Strong>
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {current.map((one) => (
          <li key={one.id}>
            <OwnRight of={one} onOpen={onOpen} />
          </li>
        ))}
      </Stack>
    </section>
  );
}

function OwnRight({ of, onOpen }: { of: UsageRight; onOpen: (deliverable: number) => void }) {
  const all = usePublicationTexts();
  const t = all.rights;
  const { day } = useFormats();
  return (
    <>
      <Button
        variant="transparent"
        p={0}
        h="auto"
        styles={{ label: { whiteSpace: 'normal', overflowWrap: 'anywhere', textAlign: 'start' } }}
        onClick={() => onOpen(of.deliverable.id)}
      >
        {t.versionOf(of.deliverable.title, of.version)}
      </Button>
      <Note>
        {[
          of.channels.map((channel) => all.channels[channel]).join(', '),
          of.last_day === null ? t.noEnd(day(of.starts_on)) : t.endsOn(day(of.last_day)),
        ].join(' · ')}
      </Note>
      <StateBadge tone={RIGHT_TONES[of.status]}>{all.statuses[of.status]}</StateBadge>
    </>
  );
}
