import { Button, Stack } from '@mantine/core';
import { Note, Strong } from '../components/note.tsx';
import { useFormats } from '../language/formats.ts';
import type { UsageRight } from './publication.ts';
import { usePublicationTexts } from './texts.ts';

interface EndingRightsProps {
  of: readonly UsageRight[];
  onOpen: (deliverable: number) => void;
}

/** Accepted usage rights of a campaign that end in a month, for its store. */
export default function EndingRights({ of, onOpen }: EndingRightsProps) {
  const t = usePublicationTexts();
  const { day } = useFormats();
  return (
    <section aria-label={t.rights.ending}>
      <Strong mt="md">{t.rights.ending}</Strong>
      <Stack component="ul" gap={4} p={0} m={0} style={{ listStyle: 'none' }}>
        {of.map((one) => (
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
