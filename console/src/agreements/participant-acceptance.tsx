import { Text } from '@mantine/core';
import { api } from '../api.ts';
import { Note } from '../components/note.tsx';
import { useFormats } from '../language/formats.ts';
import { useAgreementTexts } from './texts.ts';

/** Which version of the terms binds a participant, for the store. */
export function ParticipantAcceptance({ offer, participant }: { offer: number; participant: number }) {
  const { participant: t, hash } = useAgreementTexts();
  const { time } = useFormats();
  const { data } = api.useQuery('get', '/v2/offers/{offer}/agreement/acceptances', {
    params: { path: { offer }, query: { participant_id: participant, size: 1 } },
  });
  if (data === undefined) return null;
  const [one] = data.data;
  if (one === undefined) return <Note>{t.none}</Note>;
  return (
    <>
      <Text size="sm">{t[one.manner](one.version, time(one.accepted_at))}</Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {hash(one.sha256)}
      </Text>
    </>
  );
}
