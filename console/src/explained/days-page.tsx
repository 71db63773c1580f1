import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { MAX_CLICK_DAYS } from '../../../src/platform/limits.ts';
import { type DayRange, daysIn, readRange } from '../components/day-range.ts';
import type { Whose } from '../components/explanation/places.ts';
import { PageHeader } from '../components/page-header.tsx';
import { RangePicker } from '../components/range-picker.tsx';
import { countryName } from '../language/codes.ts';
import { useFormats } from '../language/formats.ts';
import { useReader } from '../language/language.tsx';
import { ByDay } from './by-day.tsx';
import Clicks, { useClicks } from './clicks.tsx';
import { Orders } from './orders.tsx';
import { Reasons } from './reasons.tsx';
import type { DaysSearch } from './search.ts';
import { useExplainedTexts } from './texts.ts';
import { WayBack } from './way-back.tsx';

const STORE = '/console/shop/$store/days';
const CREATOR = '/console/users/$user/days';

/** Clicks and orders of a store. */
export function StoreDaysPage() {
  const store = Number(useParams({ from: STORE }).store);
  return <Days whose={{ store }} search={useSearch({ from: STORE })} />;
}

/** Clicks and orders of a creator, for the creator, the agency, and administrators. */
export function CreatorDaysPage() {
  const user = Number(useParams({ from: CREATOR }).user);
  return <Days whose={{ user }} search={useSearch({ from: CREATOR })} />;
}

/** The names of the link, campaign and creator that the page is filtered by, from the clicks of the page. */
function useFilterNames(whose: Whose, range: DayRange, search: DaysSearch) {
  const { class: _, ...others } = search;
  const first = useClicks(whose, range, others, daysIn(range) <= MAX_CLICK_DAYS).clicks?.[0];
  return {
    link: first?.linkTitle ?? null,
    campaign: search.campaign === 0 ? null : (first?.campaignTitle ?? null),
    creator: first?.creator ?? null,
  };
}

const FILTERS = ['link', 'campaign', 'creator'] as const;

function Days({ whose, search }: { whose: Whose; search: DaysSearch }) {
  const t = useExplainedTexts().days;
  const { days } = useFormats();
  const { language } = useReader();
  const { country } = search;
  const range = readRange({ ...search });
  const navigate = useNavigate();
  // Another selection begins at the first page.
  const change = (next: DaysSearch) => {
    const { after: _, page: __, ...before } = search;
    void navigate({ to: '.', search: { ...before, ...next }, resetScroll: false });
  };
  const names = useFilterNames(whose, range, search);
  const set = FILTERS.filter((filter) => search[filter] !== undefined);
  return (
    <>
      <WayBack current={`${t.title}, ${days(range)}`} />
      <PageHeader title={t.title} hint={t.hint} name={`${t.title}, ${days(range)}`}>
        <RangePicker range={range} onChange={change} />
      </PageHeader>
      <Stack gap="xl">
        {(set.length > 0 || country !== undefined) && (
          <Group gap="xs">
            {set.map((filter) => (
              <Badge key={filter} variant="default" tt="none">
                {names[filter] ?? t.filtered[filter](search[filter]!)}
              </Badge>
            ))}
            {country !== undefined && (
              <Badge variant="default" tt="none">
                {countryName(country, language)}
              </Badge>
            )}
            <Button
              size="compact-xs"
              variant="subtle"
              renderRoot={(props) => <Link {...props} to="." search={range} />}
            >
              {t.clear}
            </Button>
          </Group>
        )}
        {daysIn(range) > 1 && <ByDay whose={whose} range={range} search={search} />}
        <Orders whose={whose} range={range} search={search} />
        {daysIn(range) > MAX_CLICK_DAYS ? (
          <Text c="dimmed">{t.tooLong}</Text>
        ) : (
          <>
            <Reasons whose={whose} range={range} search={search} onChange={change} />
            <Clicks whose={whose} range={range} search={search} onChange={change} />
          </>
        )}
      </Stack>
    </>
  );
}
