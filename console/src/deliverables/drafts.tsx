import { Anchor, Image, Stack, Text } from '@mantine/core';
import { Note, Strong } from '../components/note.tsx';
import { SectionTitle } from '../components/section-title.tsx';
import { useFormats } from '../language/formats.ts';
import type { DeliverableWithDrafts } from './deliverable.ts';
import { useDeliverableTexts } from './texts.ts';

/** The drafts of a deliverable with their decisions, newest first. */
export function Drafts({ of }: { of: DeliverableWithDrafts }) {
  const t = useDeliverableTexts().draft;
  return (
    <section aria-labelledby="drafts">
      <SectionTitle order={3} mb="xs" id="drafts">
        {t.title}
      </SectionTitle>
      {of.submissions.length === 0 && <Note>{t.none}</Note>}
      <Stack component="ol" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
        {of.submissions.map((one) => (
          <li key={one.version}>
            <Draft deliverable={of.id} draft={one} />
          </li>
        ))}
      </Stack>
    </section>
  );
}

function Draft({ deliverable, draft }: { deliverable: number; draft: DeliverableWithDrafts['submissions'][number] }) {
  const t = useDeliverableTexts().draft;
  const { time } = useFormats();
  const { version, url, note, file_name: name, decision, decided_at: decidedAt, feedback } = draft;
  const picture = `/v2/deliverables/${deliverable}/submissions/${version}/picture`;
  return (
    <Stack gap={4}>
      <Strong>{t.version(version, time(draft.created_at))}</Strong>
      {url !== null && (
        // The page of a draft belongs to the creator. It must not learn the address of this page or get access to it.
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
      {note !== '' && <Words>{note}</Words>}
      {name !== null && (
        <a href={picture} target="_blank" rel="noreferrer">
          <Image src={picture} alt={t.picture(name, version)} h={200} w="auto" maw="100%" fit="contain" radius="md" />
        </a>
      )}
      {decision !== null && <Note>{(decision === 'approved' ? t.approved : t.changes)(time(decidedAt!))}</Note>}
      {feedback !== null && <Words>{feedback}</Words>}
    </Stack>
  );
}

const Words = ({ children }: { children: string }) => (
  <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
    {children}
  </Text>
);
