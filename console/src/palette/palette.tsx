import '@mantine/spotlight/styles.css';
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { linkOptions, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api, KEEP_PREVIOUS } from '../api.ts';
import type { Place } from '../session/access.ts';
import type { Me } from '../session/use-me.ts';
import { itemsOf, sectionsOf } from '../shell/navigation.tsx';
import { useShellTexts } from '../shell/texts.ts';
import { useWorkTexts } from '../work/texts.ts';
import type { Entry } from './recent-pages.ts';
import { resultPage } from './result-page.ts';
import { usePaletteTexts } from './texts.ts';

const MIN_LENGTH = 2;
const MAX_PAGES = 6;

const [store, control] = createSpotlight();

/**
 * Command palette: the reader's pages by name, and records that the server finds. With an empty field, it lists the recent pages.
 * @param onChoice is called with the entry before its page opens
 */
export default function Palette({
  me,
  place,
  recent,
  onChoice,
  isOpen,
  onClose,
}: {
  me: Me;
  place: Place;
  recent: readonly Entry[];
  onChoice: (entry: Entry) => void;
  isOpen: boolean;
  onClose: () => void;
}) {
  const t = usePaletteTexts();
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const text = typed.trim();
  const pages = usePages(me, place, text);
  const records = useRecords(me, text);

  useEffect(() => {
    // Cleared here and not on closing, because the palette may be opened again while it fades out.
    if (isOpen) setTyped('');
    if (isOpen) control.open();
    else control.close();
  }, [isOpen]);

  const shown = text === '' ? recent : [...pages, ...records.entries];
  const choose = (entry: Entry) => {
    onChoice(entry);
    void navigate({ href: entry.href });
  };
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={typed}
      onQueryChange={setTyped}
      clearQueryOnClose={false}
      onSpotlightClose={onClose}
      scrollable
      maxHeight="60vh"
      title={t.title}
    >
      <Spotlight.Search placeholder={t.placeholder} aria-label={t.title} maxLength={100} />
      <Spotlight.ActionsList>
        {shown.map((entry) => (
          <Spotlight.Action
            key={entry.href + entry.title}
            label={entry.title}
            description={entry.detail ?? ''}
            rightSection={<Text size="xs">{entry.kind}</Text>}
            onClick={() => choose(entry)}
          />
        ))}
        {shown.length === 0 && (
          <Spotlight.Empty role="status">
            {text.length < MIN_LENGTH
              ? t.hint
              : records.isFailed
                ? t.failed
                : records.isPending
                  ? t.searching
                  : t.nothing}
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** The reader's pages whose name or section contains the text. */
function usePages(me: Me, place: Place, text: string): Entry[] {
  const t = usePaletteTexts();
  const router = useRouter();
  const shell = useShellTexts();
  const { title: work } = useWorkTexts();
  // Pages that belong to no role.
  const own = {
    label: shell.account,
    items: [
      { label: work, link: linkOptions({ to: '/console/work' }) },
      { label: shell.sandboxes, link: linkOptions({ to: '/console/sandboxes' }) },
    ],
  };
  const wanted = text.toLocaleLowerCase();
  const sections = sectionsOf(me, shell, place).map((section) => ({ label: section.label, items: itemsOf(section) }));
  return [...sections, own]
    .flatMap(({ label: section, items }) =>
      items.map(({ label, link }) => ({
        title: label,
        detail: section,
        kind: t.page,
        href: router.buildLocation(link).href,
      })),
    )
    .filter(({ title, detail }) => `${detail} ${title}`.toLocaleLowerCase().includes(wanted))
    .slice(0, MAX_PAGES);
}

/** Records that the server finds. */
function useRecords(me: Me, text: string) {
  const t = usePaletteTexts();
  const [q] = useDebouncedValue(text, 200);
  const { data, isFetching, isError } = api.useQuery(
    'get',
    '/v2/search',
    { params: { query: { q } } },
    { enabled: q.length >= MIN_LENGTH, ...KEEP_PREVIOUS, throwOnError: false },
  );
  const found = text.length < MIN_LENGTH ? [] : (data?.data ?? []);
  const entries = found.flatMap((one): Entry[] => {
    const href = resultPage(one, me);
    return href === null ? [] : [{ title: one.title, detail: one.detail, kind: t.kinds[one.kind], href }];
  });
  return { entries, isPending: isFetching || q !== text, isFailed: isError };
}
