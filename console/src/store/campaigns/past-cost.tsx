import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { ApiError, type paths } from '@tributary/client';
import { useState } from 'react';
import { MAX_FORECAST_DAYS } from '../../../../src/platform/limits.ts';
import { api } from '../../api.ts';
import { lastDays } from '../../components/day-range.ts';
import { Note, Strong } from '../../components/note.tsx';
import { RangePicker } from '../../components/range-picker.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useReveal } from '../../components/use-reveal.ts';
import { useFormats } from '../../language/formats.ts';
import type { CampaignBody } from './form/plain-fields.ts';
import { useCampaignTexts } from './texts.ts';

type Forecast = paths['/v2/stores/{store}/offer-forecasts']['post']['responses']['200']['content']['application/json'];

const DEFAULT_DAYS = 30;

/** The cost that a campaign, saved or not, would have had on past days; computed by the server on request. */
export function PastCost({
  store,
  waits = null,
  campaign,
}: {
  store: number;
  /** Why nothing can be computed: a field of the campaign is invalid. */
  waits?: string | null;
  campaign: { offer_id: number } | { offer: CampaignBody };
}) {
  const t = useCampaignTexts().past;
  const [range, setRange] = useState(() => lastDays(DEFAULT_DAYS));
  const wanted = { ...range, ...campaign };
  const [asked, setAsked] = useState<typeof wanted | null>(null);
  // A result for other terms or days is not shown.
  const isCurrent = asked !== null && JSON.stringify(asked) === JSON.stringify(wanted);
  const { data, error, isFetching } = api.useQuery(
    'post',
    '/v2/stores/{store}/offer-forecasts',
    { params: { path: { store } }, body: asked ?? wanted },
    { enabled: asked !== null, retry: false, refetchOnWindowFocus: false, throwOnError: false },
  );
  const result = useReveal<HTMLDivElement>(isCurrent && !isFetching);
  return (
    <SectionCard id="past-cost" title={t.title} hint={t.hint}>
      <Stack gap="md">
        <Group gap="xs">
          <RangePicker range={range} onChange={setRange} max={MAX_FORECAST_DAYS} />
          <Button
            size="xs"
            loading={isCurrent && isFetching}
            disabled={waits !== null}
            onClick={() => setAsked(wanted)}
          >
            {t.calculate}
          </Button>
        </Group>
        {waits !== null && <Note>{waits}</Note>}
        <div aria-live="polite" ref={result}>
          {isCurrent && error !== null && (
            <Alert color="orange" variant="light">
              {whyNot(error, t)}
            </Alert>
          )}
          {isCurrent && data !== undefined && <Figures forecast={data} />}
        </div>
      </Stack>
    </SectionCard>
  );
}

function whyNot(error: unknown, t: { nobody: string; cannot: string }): string {
  if (!(error instanceof ApiError)) return String((error as Error).message);
  if (Object.keys(error.fields).length === 0) return error.message;
  return 'offer.targets.user_ids' in error.fields ? t.nobody : t.cannot;
}

function Figures({ forecast: { forecast, charged, currency, ...rest } }: { forecast: Forecast }) {
  const t = useCampaignTexts().past;
  const { money, number, time } = useFormats();
  const { clicks, orders, cost } = forecast.offer;
  const inMoney = (minor: number) => money(minor, currency);
  return (
    <Stack gap="md">
      <Rows
        title={t.offer}
        rows={[
          [t.clicks(number(clicks)), inMoney(cost.clicks)],
          [t.orders(number(orders)), inMoney(cost.orders)],
          [t.payments, inMoney(cost.one_time_payments)],
          [t.total, inMoney(cost.total)],
        ]}
      />
      <Rows
        title={t.store}
        rows={[
          [t.charged, inMoney(charged.store.cost.total)],
          [t.withIt, inMoney(forecast.store.cost.total)],
        ]}
      />
      <Text size="sm">
        {rest.cap_reached_at === null
          ? t.unreached
          : t.reached(time(rest.cap_reached_at), number(rest.clicks_beyond_cap))}
      </Text>
      {rest.targets_left_out && <Note>{t.leftOut}</Note>}
    </Stack>
  );
}

function Rows({ title, rows }: { title: string; rows: readonly (readonly [label: string, value: string])[] }) {
  return (
    <div>
      <Strong>{title}</Strong>
      {rows.map(([label, value]) => (
        <Group key={label} justify="space-between" wrap="nowrap">
          <Note>{label}</Note>
          <Strong>{value}</Strong>
        </Group>
      ))}
    </div>
  );
}
