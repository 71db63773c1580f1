import { Button, Group, Stack, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { api, KEEP_PREVIOUS } from '../api.ts';
import { AmountLink } from '../components/amount-link.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import type { DayRange } from '../components/day-range.ts';
import { explanationOf, type Whose } from '../components/explanation/places.ts';
import { FilterSelect, wordsOf } from '../components/filter-select.tsx';
import { Note } from '../components/note.tsx';
import { SectionHeader } from '../components/section-header.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { BulkBar } from '../components/table/bulk-bar.tsx';
import { useSelection } from '../components/table/use-selection.ts';
import { countryName } from '../language/codes.ts';
import { useFormats } from '../language/formats.ts';
import { useReader } from '../language/language.tsx';
import { useMe } from '../session/use-me.ts';
import { useAmountLabel } from './amount-label.ts';
import { type DaysSearch, DEVICES, type Device } from './search.ts';
import { type ExplainedTexts, useExplainedTexts } from './texts.ts';

interface ClicksProps {
  whose: Whose;
  range: DayRange;
  search: DaysSearch;
  onChange: (search: DaysSearch) => void;
}

type ClickClass = keyof ExplainedTexts['clicks']['classes'];

/** The fields that both lists of clicks have; nothing about visitors. */
interface ListedClick {
  id: string;
  at: string;
  link: number;
  linkTitle: string;
  campaign: number | null;
  campaignTitle: string | null;
  creator: string | null;
  class: ClickClass;
  reason: string;
  terms: keyof ExplainedTexts['clicks']['termsOf'];
  device: Device | null;
  country: string | null;
  minor: number;
  currency: string;
}

/** Clicks of the days, latest first, each with its reason, its terms and an amount that links to its explanation. */
export default function Clicks({ whose, range, search, onChange }: ClicksProps) {
  const t = useExplainedTexts().clicks;
  const clickClass = (Object.keys(t.classes) as ClickClass[]).find((one) => one === search.class);
  const { clicks, next, answer } = useClicks(whose, range, { ...search, class: clickClass });
  const columns = useColumns(useAmountLabel(whose, t));
  const voiding = useVoiding(whose);
  const frame = useRef<HTMLElement>(null);
  const { after, ...first } = search;
  return (
    <section aria-labelledby="clicks" ref={frame}>
      <SectionHeader id="clicks" title={t.title}>
        <Group gap="sm" align="flex-end">
          <FilterSelect
            label={t.device}
            words={wordsOf(DEVICES, t.devices)}
            value={search.device}
            onChange={(device) => onChange({ device })}
          />
          <FilterSelect
            label={t.class}
            words={wordsOf(Object.keys(t.classes) as ClickClass[], t.classes)}
            value={clickClass}
            onChange={(chosen) => onChange({ class: chosen })}
          />
        </Group>
      </SectionHeader>
      <Stack gap="md">
        {voiding && (
          <BulkBar
            {...voiding}
            rows={clicks ?? []}
            keyOf={({ id }) => id}
            onCleared={() => frame.current?.querySelector<HTMLElement>('td input[type=checkbox]')?.focus()}
          />
        )}
        <DataTable
          label={t.title}
          columns={columns}
          rows={clicks}
          keyOf={({ id }) => id}
          error={answer.error}
          onRetry={answer.refetch}
          isStale={answer.isPlaceholderData}
          selecting={voiding}
          empty={t.empty}
        />
        <Group>
          {after !== undefined && (
            <Button variant="default" renderRoot={(props) => <Link {...props} to="." search={first} />}>
              {t.first}
            </Button>
          )}
          {next !== null && (
            <Button
              variant="default"
              renderRoot={(props) => <Link {...props} to="." search={{ ...first, after: next }} />}
            >
              {t.next}
            </Button>
          )}
        </Group>
      </Stack>
    </section>
  );
}

/** The selection of clicks that an administrator voids; undefined for other readers. The page of a new void has a filter for all that match. */
function useVoiding(whose: Whose) {
  const t = useExplainedTexts().clicks;
  const { time } = useFormats();
  const navigate = useNavigate();
  const selection = useSelection<ListedClick>(JSON.stringify(whose));
  if (!useMe().roles.includes('admin')) return undefined;
  return {
    ...selection,
    mayBeSelected: (click: ListedClick) => click.class === 'counted',
    labelOf: ({ at }: ListedClick) => t.choose(time(at)),
    acts: [
      {
        label: t.void,
        run: (clicks: readonly ListedClick[]) =>
          void navigate({
            to: '/console/admin/voids/new',
            search: { kind: 'clicks', ids: clicks.map(({ id }) => id).join(',') },
          }),
      },
    ],
  };
}

function useColumns(amountLabel: string): Column<ListedClick>[] {
  const t = useExplainedTexts().clicks;
  const { money, time } = useFormats();
  const { language } = useReader();
  return [
    { key: 'time', label: t.time, cell: ({ at }) => time(at) },
    {
      key: 'class',
      label: t.class,
      cell: (click) => (
        <StateBadge tone={click.class === 'counted' ? 'good' : 'neutral'}>{t.classes[click.class]}</StateBadge>
      ),
    },
    {
      key: 'reason',
      label: t.reason,
      wideOnly: true,
      cell: ({ reason }) => <Note>{reason}</Note>,
    },
    {
      key: 'terms',
      label: t.terms,
      wideOnly: true,
      cell: ({ terms, campaignTitle, linkTitle }) => (
        <>
          <Text size="sm">{t.termsOf[terms]}</Text>
          <Note size="xs">{[campaignTitle, linkTitle].filter((name) => name !== null).join(' · ')}</Note>
        </>
      ),
    },
    {
      key: 'device',
      label: t.device,
      wideOnly: true,
      cell: ({ device, country }) => (
        <>
          <Text size="sm">{device === null ? t.unknown : t.devices[device]}</Text>
          {country !== null && (
            <Text size="xs" c="dimmed">
              {countryName(country, language)}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'amount',
      label: amountLabel,
      numeric: true,
      cell: ({ id, at, minor, currency }) => (
        <AmountLink to={explanationOf('clicks', id)} of={t.of(time(at))}>
          {money(minor, currency)}
        </AmountLink>
      ),
    },
  ];
}

/** The clicks of a store or of a creator, in one form. Only one of the two lists is requested. */
export function useClicks(
  whose: Whose,
  range: DayRange,
  search: DaysSearch & { class?: ClickClass | undefined },
  isEnabled = true,
) {
  const { link, campaign, creator, after } = search;
  const query = {
    ...range,
    ...(link === undefined ? {} : { link_id: link }),
    ...(campaign === undefined ? {} : { offer_id: campaign }),
    ...(search.device === undefined ? {} : { device: search.device }),
    ...(search.country === undefined ? {} : { country: search.country }),
    ...(search.class === undefined ? {} : { 'classes[]': [search.class] }),
    ...(after === undefined ? {} : { after }),
  };
  const isStore = 'store' in whose;
  const ofStore = api.useQuery(
    'get',
    '/v2/stores/{store}/clicks',
    {
      params: {
        path: { store: isStore ? whose.store : 0 },
        query: { ...query, ...(creator === undefined ? {} : { user_id: creator }) },
      },
    },
    { enabled: isStore && isEnabled, ...KEEP_PREVIOUS },
  );
  const params = { path: { user: isStore ? 0 : whose.user }, query };
  const ofCreator = api.useQuery(
    'get',
    '/v2/users/{user}/clicks',
    { params },
    { enabled: !isStore && isEnabled, ...KEEP_PREVIOUS },
  );
  const clicks: ListedClick[] | undefined = isStore
    ? ofStore.data?.data.map((one) => ({ ...shared(one), creator: one.user_name, minor: one.cost_minor }))
    : ofCreator.data?.data.map((one) => ({ ...shared(one), creator: null, minor: one.earned_minor }));
  const answer = isStore ? ofStore : ofCreator;
  return { clicks, next: answer.data?.meta.next_after ?? null, answer };
}

function shared(one: {
  id: string;
  clicked_at: string;
  affiliate_link_id: number;
  affiliate_link_title: string;
  offer_id: number | null;
  offer_title: string | null;
  class: ClickClass;
  reason: string;
  terms: ListedClick['terms'];
  device: ListedClick['device'];
  country: string | null;
  currency: string;
}) {
  const {
    id,
    clicked_at: at,
    affiliate_link_id: link,
    affiliate_link_title: linkTitle,
    offer_id: campaign,
    offer_title: campaignTitle,
    reason,
    terms,
    device,
    country,
    currency,
  } = one;
  return {
    id,
    at,
    link,
    linkTitle,
    campaign,
    campaignTitle,
    class: one.class,
    reason,
    terms,
    device,
    country,
    currency,
  };
}
