import { Checkbox } from '@mantine/core';
import { client } from '../../api.ts';
import { Form } from '../../components/form.tsx';
import { LimitedInput } from '../../components/limited-input.tsx';
import { Note, Strong } from '../../components/note.tsx';
import { useForm } from '../../components/use-form.ts';
import { useFormats } from '../../language/formats.ts';
import { selectedDays } from './query.ts';
import type { StatisticsSearch } from './search.ts';
import { shownFigures } from './shown-figures.ts';
import { useStatisticsTexts } from './texts.ts';

/** Form that saves the current view of the statistics under a name. */
export function SaveViewForm({ store, search }: { store: number; search: StatisticsSearch }) {
  const t = useStatisticsTexts().views;
  const { day } = useFormats();
  const range = selectedDays(search);
  const form = useForm(
    { name: '', with_days: false },
    {
      // Without a question: links on the page change what the view contains.
      name: `view:${store}`,
      isGuarded: false,
      send: async ({ name, with_days: withDays }) =>
        (
          await client.POST('/advertiser/stores/{id}/stats-config', {
            params: { path: { id: store } },
            body: {
              name: name.trim(),
              data: {
                ...(withDays ? range : {}),
                tags: search.links?.split(',').map(Number) ?? [],
                types: [...shownFigures(search)],
                view: viewOf(search),
              },
            },
          })
        ).data!,
      done: ({ name: kept }) => t.kept(kept),
    },
  );
  return (
    <Form of={form} action={t.save}>
      <div>
        <Strong>{t.keep}</Strong>
        <Note size="xs">{t.keepHint}</Note>
      </div>
      <LimitedInput label={t.name} required max={255} {...form.text('name')} />
      <Checkbox
        label={t.withDays(`${day(range.from)} – ${day(range.to)}`)}
        description={t.withDaysHint}
        {...form.flag('with_days')}
      />
    </Form>
  );
}

function viewOf({ by = 'creators', q, sort, creator, figure, vs }: StatisticsSearch): string {
  const parts = { by, q, sort, creator, figure, vs };
  return new URLSearchParams(
    Object.entries(parts).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  ).toString();
}
