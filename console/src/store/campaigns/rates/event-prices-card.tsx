import { Button, List, SimpleGrid, Stack } from '@mantine/core';
import type { paths } from '@tributary/client';
import { useState } from 'react';
import { MAX_FIXED_MINOR } from '../../../../../src/platform/limits.ts';
import { api, client } from '../../../api.ts';
import { DecimalInput } from '../../../components/decimal-input.tsx';
import { Form } from '../../../components/form.tsx';
import { majorText, readNumber } from '../../../components/number-input.ts';
import { useMay } from '../../../components/role-limit.tsx';
import { SectionCard } from '../../../components/section-card.tsx';
import { useForm } from '../../../components/use-form.ts';
import { digitsOf, useFormats } from '../../../language/formats.ts';
import { useStoreRateTexts } from './texts.ts';

const PATH = '/v2/offers/{offer}/event-prices';
type EventPrice = paths[typeof PATH]['get']['responses']['200']['content']['application/json']['data'][number];

/** What a campaign pays for leads and other events; nothing, if its store has named none. */
export function EventPricesCard({ offer, currency }: { offer: number; currency: string }) {
  const t = useStoreRateTexts().events;
  const { money } = useFormats();
  const mayChange = useMay('manage');
  const [isEditing, setIsEditing] = useState(false);
  const { data } = api.useQuery('get', PATH, { params: { path: { offer } } });
  if (data === undefined || data.data.length === 0) return null;
  return (
    <SectionCard id="event-prices" title={t.title} hint={t.hint}>
      {isEditing ? (
        <PricesForm offer={offer} currency={currency} prices={data.data} onDone={() => setIsEditing(false)} />
      ) : (
        <Stack gap="sm" align="flex-start">
          <List size="sm">
            {data.data.map(({ kind, name, cpl, is_own: isOwn }) => (
              <List.Item key={kind}>{(isOwn ? t.own : t.ofStore)(name, money(cpl.minor, cpl.currency))}</List.Item>
            ))}
          </List>
          {mayChange && (
            <Button size="xs" variant="default" onClick={() => setIsEditing(true)}>
              {t.edit}
            </Button>
          )}
        </Stack>
      )}
    </SectionCard>
  );
}

interface PricesFormProps {
  offer: number;
  currency: string;
  prices: readonly EventPrice[];
  onDone: () => void;
}

/** Sets the prices of a campaign. A kind without an amount has that of the store. */
function PricesForm({ offer, currency, prices, onDone }: PricesFormProps) {
  const t = useStoreRateTexts().events;
  const minorOf = (text: string) => Math.round((readNumber(text) ?? Number.NaN) * 10 ** digitsOf(currency));
  const initial = Object.fromEntries(
    prices.map(({ kind, cpl, is_own: isOwn }) => [kind, isOwn ? majorText(cpl.minor, currency) : '']),
  );
  const form = useForm(initial, {
    name: `event-prices:${offer}`,
    check: (values) =>
      Object.fromEntries(
        Object.entries(values).map(([kind, text]) => {
          const isFine = text === '' || (minorOf(text) >= 0 && minorOf(text) <= MAX_FIXED_MINOR);
          return [kind, isFine ? undefined : t.invalid];
        }),
      ),
    send: (values) =>
      client.PUT(PATH, {
        params: { path: { offer } },
        body: {
          prices: Object.entries(values)
            .filter(([, text]) => text !== '')
            .map(([kind, text]) => ({ kind, cpl: { minor: minorOf(text), currency } })),
        },
      }),
    done: t.saved,
    onDone,
  });
  return (
    <Form of={form} label={t.edit} action={t.save} isEdit onCancel={onDone}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {prices.map(({ kind, name }) => (
          <DecimalInput
            key={kind}
            label={`${name} (${currency})`}
            description={t.empty}
            digits={digitsOf(currency)}
            {...form.value(kind)}
            value={form.draft[kind] ?? ''}
          />
        ))}
      </SimpleGrid>
    </Form>
  );
}
