import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconBookmark } from '@tabler/icons-react';
import { useCallback } from 'react';
import { CopyText } from '../../components/copy-text.tsx';
import { Note } from '../../components/note.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useCreatorTexts } from '../texts.ts';

/** The program of the bookmark: it opens the page for new links with the address of the page that is shown. */
const programOf = (origin: string) =>
  `javascript:void(open('${origin}/console/creator?url='+encodeURIComponent(location.href),'_blank','noopener'))`;

/** A bookmark that makes a link from the page of a shop. */
export function Bookmark() {
  const t = useCreatorTexts().links.bookmark;
  const program = programOf(window.location.origin);
  // React replaces such addresses, because they run in the page. This one is dragged; the content security policy lets it not run here.
  const setAddress = useCallback((link: HTMLAnchorElement | null) => link?.setAttribute('href', program), [program]);
  return (
    <SectionCard id="bookmark" title={t.title} hint={t.hint}>
      <Group gap="sm">
        <Button
          ref={setAddress}
          component="a"
          size="xs"
          variant="light"
          leftSection={<IconBookmark size={14} aria-hidden />}
          onClick={(event) => {
            event.preventDefault();
            notifications.show({ message: t.hint, color: 'river' });
          }}
        >
          {t.name}
        </Button>
        <CopyText text={program} label={t.copy} />
      </Group>
      <Note mt="sm">{t.phone}</Note>
    </SectionCard>
  );
}
