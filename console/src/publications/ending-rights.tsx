import { Button, Stack } from '@mantine/core';
import { api } from '../api.ts';
import { Note, Strong } from '../components/note.tsx';
import { useFormats } from '../language/formats.ts';
import { usePublicationTexts } from './texts.ts';

interface EndingRightsProps {
  store: number;
  offer: number;
  /** The first and the last day of the month. */
  days: { from: string; to: string };
  onOpen: (deliverable: number) => void;
}

/** Accepted usage rights of a campaign that end in a month, for its store. */
export default function EndingRights({ store, offer, days: { from, to }, onOpen }: EndingRightsProps) {
  const t = usePublicationTexts();
  const { day } = useFormats();
  const { data } = api.useQuery('get', '/v2/stores/{store}/usage-rights', {
    params: {
      path: { store },
      query: { offer_id: offer, status: 'accepted', ends_from: from, ends_until: to, size: 100 },
    },
  });
  if (data === undefined || data.data.length === 0) return null;
  return (
    <section aria-label={t.rights.ending}>
      <Strong mt="md">{t.rights.ending}</Strong>
      <Stack component="ul" gap={4} p={0} m={0} style={{ listStyle: 'none' }}>
        {data.data.map((one) => (
          <li key={one.id}>
            <Button variant="transparent" p={0} h="auto" onClick={() => onOpen(one.deliverable.id)}>
              {t.content.open(one.deliverable.title, one.user.name)}
            </Button>
            <Note>{t.rights.endsOn(day(one.last_day!))}</Note>
          </li>
        ))}
      </Stack>
    </section>
  );
}
