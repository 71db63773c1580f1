import { Checkbox, Group, NativeSelect, Stack } from '@mantine/core';
import { MAX_PAGE_SIZE } from '../../../../src/platform/page-size.ts';
import { api, client } from '../../api.ts';
import { useFormats } from '../../language/formats.ts';
import { useMe } from '../../session/use-me.ts';
import { Form } from '../form.tsx';
import { LimitedInput } from '../limited-input.tsx';
import { Note } from '../note.tsx';
import { useForm } from '../use-form.ts';
import type { ReportOwner, ReportView } from './report-view.ts';
import { useReportsTexts } from './texts.ts';

const EVERY = ['day', 'week', 'month'] as const;
const FORMATS = ['xlsx', 'csv', 'pdf'] as const;
/** The days of a week that begins with Monday. */
const WEEK = ['2024-01-01', '2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05', '2024-01-06', '2024-01-07'];
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

/** Form that schedules mails with a view. */
export function ScheduleForm({ view, name }: { view: ReportView; name: string }) {
  const t = useReportsTexts();
  const { weekday } = useFormats();
  const { id: me } = useMe();
  const people = usePeople(view.owner);
  const form = useForm(
    {
      name,
      every: 'week' as (typeof EVERY)[number],
      weekday: '1',
      month_day: '1',
      hour: '7',
      format: 'xlsx' as (typeof FORMATS)[number],
      recipients: [String(me)],
    },
    {
      send: ({ every, weekday: dayOfWeek, month_day: dayOfMonth, hour, recipients, ...sent }) =>
        client.POST('/v2/report-schedules', {
          body: {
            ...view.owner,
            ...sent,
            list: view.list,
            filters: view.filters,
            every,
            ...(every === 'week' && { weekday: Number(dayOfWeek) }),
            ...(every === 'month' && { month_day: Number(dayOfMonth) }),
            hour: Number(hour),
            recipients: recipients.map(Number),
          },
        }),
      done: t.scheduled,
    },
  );
  const { every } = form.draft;
  return (
    <Form of={form} action={t.schedule}>
      <Note>{t.hint}</Note>
      <LimitedInput label={t.name} required max={120} data-autofocus {...form.text('name')} />
      <Group gap="sm" align="flex-start">
        <NativeSelect
          label={t.every}
          data={EVERY.map((value) => ({ value, label: t.rhythms[value] }))}
          {...form.text('every')}
        />
        {every === 'week' && (
          <NativeSelect
            label={t.weekday}
            data={WEEK.map((day, index) => ({ value: String(index + 1), label: weekday(day) }))}
            {...form.text('weekday')}
          />
        )}
        {every === 'month' && <NativeSelect label={t.monthDay} data={numbers(1, 28)} {...form.text('month_day')} />}
        <NativeSelect
          label={t.hour}
          data={numbers(0, 23).map((value) => ({ value, label: `${value.padStart(2, '0')}:00` }))}
          {...form.text('hour')}
        />
        <NativeSelect
          label={t.format}
          data={FORMATS.map((value) => ({ value, label: value.toUpperCase() }))}
          {...form.text('format')}
        />
      </Group>
      <Note size="xs">{t.hourHint}</Note>
      <Checkbox.Group label={t.recipients} description={t.recipientsHint} {...form.value('recipients')}>
        <Stack gap="xs" mt="xs">
          {people.map(({ id, label }) => (
            <Checkbox key={id} value={String(id)} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
    </Form>
  );
}

/** The reader and the team of the owner. */
function usePeople(owner: ReportOwner): { id: number; label: string }[] {
  const { id: me, display_name: name } = useMe();
  const query = { size: MAX_PAGE_SIZE };
  const store = 'store_id' in owner ? owner.store_id : 0;
  const agency = 'client_id' in owner ? owner.client_id : 0;
  const ofStore = api.useQuery(
    'get',
    '/v2/stores/{store}/team',
    { params: { path: { store }, query } },
    { enabled: store !== 0 },
  );
  const ofAgency = api.useQuery(
    'get',
    '/v2/clients/{client}/team',
    { params: { path: { client: agency }, query } },
    { enabled: agency !== 0 },
  );
  const team = (ofStore.data ?? ofAgency.data)?.data ?? [];
  const others = team.map(({ id, name: label }) => ({ id, label })).filter(({ id }) => id !== me);
  return [{ id: me, label: name }, ...others];
}
