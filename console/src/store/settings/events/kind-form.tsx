import { NumberInput, SimpleGrid, Switch } from '@mantine/core';
import { MAX_FIXED_MINOR } from '../../../../../src/platform/limits.ts';
import { client } from '../../../api.ts';
import { DecimalInput } from '../../../components/decimal-input.tsx';
import { Form } from '../../../components/form.tsx';
import { LimitedInput } from '../../../components/limited-input.tsx';
import { majorText, readNumber } from '../../../components/number-input.ts';
import { changesOf, useForm } from '../../../components/use-form.ts';
import { digitsOf } from '../../../language/formats.ts';
import type { EventKind } from './kind.ts';
import { useEventKindTexts } from './texts.ts';

/** Fields of whole numbers that may be empty. */
const COUNTS = ['window_days', 'approval_days', 'once_days', 'max_per_creator', 'max_per_month'] as const;
type Count = (typeof COUNTS)[number];
type Values = Record<Count, number | string> & {
  code: string;
  name: string;
  cpl: string;
  pays_value: boolean;
  counts_pages: boolean;
  archived: boolean;
};

/** Adds a kind of events, or changes one. @param kind null: a new one */
export function KindForm({
  store,
  currency,
  kind,
  onDone,
}: {
  store: number;
  currency: string;
  kind: EventKind | null;
  onDone: () => void;
}) {
  const t = useEventKindTexts();
  const scale = 10 ** digitsOf(currency);
  const minorOf = (text: string) => Math.round((readNumber(text) ?? Number.NaN) * scale);
  const initial: Values = {
    code: kind?.code ?? '',
    name: kind?.name ?? '',
    cpl: majorText(kind?.cpl.minor, currency),
    window_days: kind?.window_days ?? '',
    approval_days: kind?.approval_days ?? '',
    once_days: kind?.once_days ?? '',
    max_per_creator: kind?.max_per_creator ?? '',
    max_per_month: kind?.max_per_month ?? '',
    pays_value: kind?.pays_value ?? false,
    counts_pages: kind?.counts_pages ?? false,
    archived: kind?.archived_at != null,
  };
  const form = useForm(initial, {
    name: `event-kind:${store}:${kind?.id ?? 'new'}`,
    check: (values) => {
      const faults = COUNTS.map((field) => {
        const isFine = values[field] === '' || (Number.isInteger(values[field]) && Number(values[field]) >= 1);
        return [field, isFine ? undefined : t.whole];
      });
      const minor = minorOf(values.cpl);
      return Object.fromEntries([...faults, ['cpl', minor >= 0 && minor <= MAX_FIXED_MINOR ? undefined : t.number]]);
    },
    send: async (now, saved) => {
      const { code, name, archived, pays_value, counts_pages } = now;
      const counts = Object.fromEntries(COUNTS.map((field) => [field, now[field] === '' ? null : Number(now[field])]));
      const cpl = { minor: minorOf(now.cpl), currency };
      if (kind === null) {
        const body = { code, name, cpl, pays_value, counts_pages, ...(counts as Record<Count, number | null>) };
        return client.POST('/v2/stores/{store}/event-kinds', { params: { path: { store } }, body });
      }
      const { code: _, cpl: price, ...changes } = changesOf(now, saved);
      const changed = COUNTS.filter((field) => field in changes).map((field) => [field, counts[field]]);
      const body = Object.assign({ name, archived, pays_value, counts_pages }, Object.fromEntries(changed));
      if (price !== undefined) Object.assign(body, { cpl });
      const path = { store, event_kind: kind.id };
      return client.PATCH('/v2/stores/{store}/event-kinds/{event_kind}', { params: { path }, body });
    },
    done: t.saved,
    onDone,
  });
  const count = (field: Count, label: string, description: string) => (
    <NumberInput label={label} description={description} allowDecimal={false} min={1} {...form.value(field)} />
  );
  return (
    <Form of={form} action={t.submit} isEdit={kind !== null}>
      <LimitedInput label={t.name} required max={80} data-autofocus {...form.text('name')} />
      {kind === null && (
        <LimitedInput label={t.code} description={t.codeHint} required max={40} {...form.text('code')} />
      )}
      <DecimalInput label={`${t.price} (${currency})`} description={t.priceHint} required {...form.value('cpl')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {count('window_days', t.window, t.asOrders)}
        {count('approval_days', t.approval, t.asOrders)}
        {count('once_days', t.once, t.onceHint)}
        {count('max_per_creator', t.perCreator, t.anyNumber)}
        {count('max_per_month', t.perMonth, t.anyNumber)}
      </SimpleGrid>
      <Switch label={t.paysValue} description={t.paysValueHint} {...form.flag('pays_value')} />
      <Switch label={t.pages} description={t.pagesHint} {...form.flag('counts_pages')} />
      {kind !== null && <Switch label={t.isArchived} description={t.isArchivedHint} {...form.flag('archived')} />}
    </Form>
  );
}
