import { Button, Checkbox, Group, Popover, ScrollArea, Skeleton, Stack } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { api, KEEP_PREVIOUS } from '../../api.ts';
import { Failure } from '../../components/failure.tsx';
import { listed } from '../../components/listed.ts';
import { Note } from '../../components/note.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { selectedDays } from './query.ts';
import type { StatisticsSearch } from './search.ts';
import { useStatisticsTexts } from './texts.ts';

const OFFERED = 50;

interface LinkFilterProps {
  store: number;
  search: StatisticsSearch;
  onChange: (links: string | undefined) => void;
}

/** Filter by links with results in the selected period. */
export function LinkFilter(props: LinkFilterProps) {
  const t = useStatisticsTexts().linkFilter;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover position="bottom-start" width={340} trapFocus opened={isOpen} onChange={setIsOpen} returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconLink size={16} aria-hidden />}
          onClick={() => setIsOpen((before) => !before)}
        >
          {t.button}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Choice {...props} onDone={() => setIsOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Choice({ store, search, onChange, onDone }: LinkFilterProps & { onDone: () => void }) {
  const t = useStatisticsTexts().linkFilter;
  const { untitled } = useStatisticsTexts();
  const [q, setQ] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(search.links?.split(',') ?? []));
  const query = { ...selectedDays(search), sort_by: 'clicks:desc' as const, size: OFFERED, ...(q && { q }) };
  const { data, error, refetch } = listed(
    api.useQuery('get', '/v2/stores/{store}/link-stats', { params: { path: { store }, query } }, KEEP_PREVIOUS),
  );
  const choose = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const apply = (ids: ReadonlySet<string>) => {
    onChange(ids.size === 0 ? undefined : [...ids].join(','));
    onDone();
  };
  return (
    <Stack gap="sm">
      <SearchBox label={t.search} value={q} isFocused onChange={setQ} />
      {error ? (
        <Failure error={error} onRetry={refetch} />
      ) : (
        <ScrollArea.Autosize mah={280} type="auto">
          <Stack gap="xs" role="group" aria-label={t.title}>
            {data === undefined && <Skeleton h={120} />}
            {data?.data.length === 0 && <Note>{t.nothing}</Note>}
            {data?.data.map(({ affiliate_link_id: id, title, url, user }) => (
              <Checkbox
                key={id}
                label={title || untitled}
                description={`${user.public_name} · ${url.replace(/^https?:\/\//, '')}`}
                checked={chosen.has(String(id))}
                onChange={() => choose(String(id))}
                styles={{ description: { overflowWrap: 'anywhere' } }}
              />
            ))}
          </Stack>
        </ScrollArea.Autosize>
      )}
      <Group justify="space-between">
        <Button variant="subtle" size="xs" color="gray" onClick={() => apply(new Set())}>
          {t.all}
        </Button>
        <Button size="xs" onClick={() => apply(chosen)}>
          {t.show(chosen.size)}
        </Button>
      </Group>
    </Stack>
  );
}
