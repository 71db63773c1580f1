import '@mantine/spotlight/styles.css';
import { Group, Kbd, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import {
  IconBuilding,
  IconBuildingStore,
  IconCalendar,
  IconDiscount2,
  IconFile,
  IconFileInvoice,
  IconHistory,
  IconLink,
  IconShoppingBag,
  IconSpeakerphone,
  IconUser,
  IconUsersGroup,
  IconWorld,
  type TablerIcon,
} from '@tabler/icons-react';
import { linkOptions, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { api, KEEP_PREVIOUS } from '../api.ts';
import type { Place } from '../session/access.ts';
import type { Me } from '../session/use-me.ts';
import { itemsOf, sectionsOf } from '../shell/navigation.tsx';
import { useShellTexts } from '../shell/texts.ts';
import { goToPages } from '../shortcuts/go-to.ts';
import { useSingleKeysSetting } from '../shortcuts/use-single-keys.ts';
import { useWorkTexts } from '../work/texts.ts';
import { useActions } from './actions.tsx';
import { useMonthEntries } from './months.ts';
import type { Entry } from './recent-pages.ts';
import { type Found, resultPage } from './result-page.ts';
import { usePaletteRowTexts } from './rows/texts.ts';
import { usePaletteTexts } from './texts.ts';

const MIN_LENGTH = 2;
const MAX_PAGES = 6;
const MAX_ACTIONS = 6;

const [store, control] = createSpotlight();

const ICONS: Record<Found['kind'], TablerIcon> = {
  store: IconBuildingStore,
  campaign: IconSpeakerphone,
  creator: IconUser,
  client: IconUsersGroup,
  link: IconLink,
  order: IconShoppingBag,
  invoice: IconFileInvoice,
  participant: IconUser,
  voucher: IconDiscount2,
  domain: IconWorld,
  company: IconBuilding,
};

/** A row of the palette. */
interface Row extends Omit<Entry, 'href'> {
  key: string;
  icon: TablerIcon;
  /** The keys that open it. */
  keys?: string[] | undefined;
  choose: () => void;
}

interface PaletteProps {
  me: Me;
  place: Place;
  recent: readonly Entry[];
  /** Called with the entry before its page opens. */
  onChoice: (entry: Entry) => void;
  isOpen: boolean;
  onClose: () => void;
}

/**
 * Command palette: what the reader can do, the reader's pages by name, months, and records that the server finds. With an empty field, it lists the recent
 * pages and the actions.
 */
export default function Palette({ me, place, recent, onChoice, isOpen, onClose }: PaletteProps) {
  const { title } = usePaletteTexts();
  const t = usePaletteRowTexts();
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const text = typed.trim();
  const matches = matcherOf(text);
  const pages = usePages(me, place, matches);
  const actions = useActions(me, place).filter(({ title, words }) => matches(`${title} ${words}`));
  const months = useMonthEntries(me, place, t.month, matches);
  const records = useRecords(me, text);

  useEffect(() => {
    // Cleared here and not on closing, because the palette may be opened again while it fades out.
    if (isOpen) setTyped('');
    if (isOpen) control.open();
    else control.close();
  }, [isOpen]);

  const rowOf = (entry: Entry, icon: TablerIcon, keys?: string[]): Row => ({
    key: entry.href + entry.title,
    title: entry.title,
    detail: entry.detail,
    kind: entry.kind,
    icon,
    keys,
    choose: () => {
      onChoice(entry);
      void navigate({ href: entry.href });
    },
  });
  const actionRows = actions.slice(0, MAX_ACTIONS).map(
    ({ title, icon, href, run }): Row => ({
      key: title,
      title,
      detail: null,
      kind: t.action,
      icon,
      choose: () => (href === undefined ? void run?.() : void navigate({ href })),
    }),
  );
  const isSearch = text.length >= MIN_LENGTH;
  const groups: [string, Row[]][] = [
    [t.groups.recent, text === '' ? recent.map((entry) => rowOf(entry, IconHistory)) : []],
    [t.groups.actions, actionRows],
    [t.groups.pages, text === '' ? [] : pages.map(({ keys, ...entry }) => rowOf(entry, IconFile, keys))],
    [t.groups.months, isSearch ? months.map((entry) => rowOf(entry, IconCalendar)) : []],
    [t.groups.records, records.found.map(({ entry, icon }) => rowOf(entry, icon))],
  ];
  const shown = groups.filter(([, rows]) => rows.length > 0);
  // While no row is selected, Enter means the first one that was found.
  const openFirst = ({ key, nativeEvent }: KeyboardEvent) => {
    const isSelected = document.querySelector(`#${store.getState().listId} [data-selected]`) !== null;
    const first = shown[0]?.[1][0];
    if (key !== 'Enter' || nativeEvent.isComposing || text === '' || isSelected || first === undefined) return;
    first.choose();
    control.close();
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
      title={title}
      styles={{ header: { padding: '12px 16px 0', minHeight: 0 } }}
    >
      <Spotlight.Search placeholder={t.placeholder} aria-label={title} maxLength={100} onKeyDown={openFirst} />
      <Spotlight.ActionsList>
        {shown.map(([label, rows]) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            {rows.map(({ key, title, detail, kind, icon: Icon, keys, choose }) => (
              <Spotlight.Action
                key={key}
                label={title}
                description={detail ?? ''}
                leftSection={<Icon size={18} aria-hidden />}
                // Dimmed, they would have too little contrast on the selected row.
                dimmedSections={false}
                rightSection={<RowEnd keys={keys} kind={kind} />}
                onClick={choose}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {shown.length === 0 && (
          <Spotlight.Empty role="status">
            {isSearch ? (records.isFailed ? t.failed : records.isPending ? t.searching : t.nothing) : t.hint}
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
      <Spotlight.Footer>
        <Text size="xs" c="dimmed">
          {text.length < MIN_LENGTH && shown.length > 0 ? `${t.hint} ${t.keysHint}` : t.keysHint}
        </Text>
      </Spotlight.Footer>
    </Spotlight.Root>
  );
}

function RowEnd({ keys, kind }: { keys: string[] | undefined; kind: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      {keys?.map((key) => (
        <Kbd key={key} size="xs" aria-hidden>
          {key}
        </Kbd>
      ))}
      <Text size="xs">{kind}</Text>
    </Group>
  );
}

/** Whether a text has all words of another, in any order. */
function matcherOf(typed: string): (text: string) => boolean {
  const words = typed.toLocaleLowerCase().split(/\s+/);
  return (text) => {
    const inLower = text.toLocaleLowerCase();
    return words.every((word) => inLower.includes(word));
  };
}

/** The reader's pages whose name or section has the words, with the keys that open them. */
function usePages(
  me: Me,
  place: Place,
  matches: (text: string) => boolean,
): (Entry & { keys?: string[] | undefined })[] {
  const t = usePaletteTexts();
  const router = useRouter();
  const shell = useShellTexts();
  const { pathname } = useLocation();
  const { isOn } = useSingleKeysSetting();
  const { title: work } = useWorkTexts();
  const go = isOn ? goToPages(me, shell, place, pathname) : [];
  // Pages that belong to no role.
  const own = {
    label: shell.account,
    items: [
      { label: work, link: linkOptions({ to: '/console/work' }) },
      { label: shell.account, link: linkOptions({ to: '/console/account' }) },
      { label: shell.sandboxes, link: linkOptions({ to: '/console/sandboxes' }) },
    ],
  };
  const sections = sectionsOf(me, shell, place).map((section) => ({ label: section.label, items: itemsOf(section) }));
  return [...sections, own]
    .flatMap(({ label: section, items }) =>
      items.map(({ label, link }) => {
        const href = router.buildLocation(link).href;
        const key = go.find(({ item }) => router.buildLocation(item.link).href === href)?.key;
        return {
          title: label,
          detail: section,
          kind: t.page,
          href,
          keys: key === undefined ? undefined : ['G', key.toUpperCase()],
        };
      }),
    )
    .filter(({ title, detail }) => matches(`${detail} ${title}`))
    .slice(0, MAX_PAGES);
}

/** Records that the server finds. */
function useRecords(me: Me, text: string) {
  const t = usePaletteRowTexts();
  const [q] = useDebouncedValue(text, 200);
  const { data, isFetching, isError } = api.useQuery(
    'get',
    '/v2/search',
    { params: { query: { q } } },
    { enabled: q.length >= MIN_LENGTH, ...KEEP_PREVIOUS, throwOnError: false },
  );
  const results = text.length < MIN_LENGTH ? [] : (data?.data ?? []);
  const found = results.flatMap((one) => {
    const href = resultPage(one, me);
    const entry = { title: one.title, detail: one.detail, kind: t.kinds[one.kind] };
    return href === null ? [] : [{ entry: { ...entry, href }, icon: ICONS[one.kind] }];
  });
  return { found, isPending: isFetching || q !== text, isFailed: isError };
}
