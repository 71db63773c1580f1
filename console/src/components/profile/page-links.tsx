import { ActionIcon, Group, Input, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import type { paths } from '@tributary/client';
import { useState } from 'react';
import { api } from '../../api.ts';
import { listField } from '../list-field.ts';
import { Note } from '../note.tsx';
import { useProfileTexts } from './texts.ts';

type Page = paths['/v2/users/{user}/public-page']['get']['responses']['200']['content']['application/json'];
type PageLink = Page['links'][number] & { key: number };

const MAX_LINKS = 50;
/** Links that the field offers at a time; a search finds the others. */
const OFFERED = 20;
/** Waits for further input before it searches. */
const SEARCH_DELAY_MS = 250;

interface PageLinksProps {
  user: number;
  links: readonly PageLink[];
  fault: string | undefined;
  onChange: (links: PageLink[]) => void;
}

/** The links that a creator shows on the public page, in the order of the page. */
export function PageLinks({ user, links, fault, onChange }: PageLinksProps) {
  const t = useProfileTexts().page.links;
  const list = listField(links, onChange);
  return (
    <Input.Wrapper label={t.title} description={t.hint} labelElement="div" error={fault}>
      <Stack gap="xs" mt={4}>
        {links.length > 0 && (
          <Stack component="ol" gap="xs" m={0} p={0} aria-label={t.title} style={{ listStyle: 'none' }}>
            {links.map(({ key, title, store, is_shown: isShown }, index) => (
              <Group key={key} component="li" gap="sm" wrap="nowrap" justify="space-between">
                <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                  <Text size="sm">{title}</Text>
                  <Note size="xs">{isShown ? store.name : `${store.name} · ${t.notShown}`}</Note>
                </div>
                <Group gap={4} wrap="nowrap">
                  {[
                    { label: t.up(title), Icon: IconArrowUp, isOff: index === 0, act: () => list.move(index, -1) },
                    {
                      label: t.down(title),
                      Icon: IconArrowDown,
                      isOff: index === links.length - 1,
                      act: () => list.move(index, 1),
                    },
                    { label: t.remove(title), Icon: IconTrash, isOff: false, act: () => list.remove(index) },
                  ].map(({ label, Icon, isOff, act }) => (
                    <ActionIcon key={label} variant="subtle" aria-label={label} disabled={isOff} onClick={act}>
                      <Icon size={16} aria-hidden />
                    </ActionIcon>
                  ))}
                </Group>
              </Group>
            ))}
          </Stack>
        )}
        {links.length < MAX_LINKS && (
          <LinkPicker
            user={user}
            chosen={links.map(({ id }) => id)}
            onChoose={(link) => list.add((key) => ({ key, ...link }))}
          />
        )}
      </Stack>
    </Input.Wrapper>
  );
}

interface LinkPickerProps {
  user: number;
  chosen: readonly number[];
  onChoose: (link: Page['links'][number]) => void;
}

/** Offers the newest links of a creator, and finds the others by title, store and URL. */
function LinkPicker({ user, chosen, onChoose }: LinkPickerProps) {
  const t = useProfileTexts().page.links;
  const [typed, setTyped] = useState('');
  const [isUsed, setIsUsed] = useState(false);
  const [search] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const query = { size: OFFERED, sort_by: 'created_at:desc' as const, ...(search !== '' && { search }) };
  const { data } = api.useQuery(
    'get',
    '/v2/users/{user}/link-stats',
    { params: { path: { user }, query } },
    { enabled: isUsed },
  );
  const offered = (data?.data ?? []).filter(({ id }) => !chosen.includes(id));
  return (
    <Select
      label={t.add}
      searchable
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      onFocus={() => setIsUsed(true)}
      // The server has searched; it also finds by the URL, which is not in the names.
      filter={({ options }) => options}
      data={offered.map(({ id, title, store }) => ({ value: String(id), label: `${title} · ${store.name}` }))}
      nothingFoundMessage={data === undefined ? t.searching : t.nothing}
      onChange={(value) => {
        const link = offered.find(({ id }) => String(id) === value);
        if (link === undefined) return;
        const { id, title, store, url, refusal, archived_at: archivedAt } = link;
        setTyped('');
        onChoose({ id, title, store, url, is_shown: refusal === null && archivedAt === null });
      }}
    />
  );
}
