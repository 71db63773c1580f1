import { Card, NumberInput, Skeleton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { WINDOW_DAYS } from '../../../../src/platform/limits.ts';
import { api, client, ifMatch } from '../../api.ts';
import { Form } from '../../components/form.tsx';
import { Note } from '../../components/note.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useForm } from '../../components/use-form.ts';
import { useTrackingTexts } from './texts.ts';

/** Attribution window of the store. */
export function AttributionWindow({ store, days }: { store: number; days: number | undefined }) {
  const t = useTrackingTexts().window;
  return (
    <Card component="section" aria-labelledby="attribution-window">
      <SectionTitle mb={4} id="attribution-window" terms={['attributionWindow', 'tclid']}>
        {t.title}
      </SectionTitle>
      <Note mb="md">{t.hint}</Note>
      {days === undefined ? <Skeleton h={36} /> : <WindowForm key={store} store={store} days={days} />}
    </Card>
  );
}

const COLLECTOR = '/v2/advertisers/{advertiser}/order-collectors/{collector}';

function WindowForm({ store, days }: { store: number; days: number }) {
  const t = useTrackingTexts().window;
  const queries = useQueryClient();
  const form = useForm(
    { days: days as number | string },
    {
      name: `attribution-window:${store}`,
      check: ({ days: typed }) =>
        Number.isInteger(typed) && Number(typed) >= 1 && Number(typed) <= WINDOW_DAYS.max
          ? {}
          : { days: t.wrong(WINDOW_DAYS.max) },
      send: ({ days: typed }) =>
        client.PUT('/v2/advertisers/{advertiser}/attribution-window', {
          params: { path: { advertiser: store } },
          body: { attribution_window_days: Number(typed) },
          headers: ifMatch(`/v2/advertisers/${store}/order-collectors/sales_pixel`),
        }),
      done: t.saved,
      record: {
        reread: async () => {
          const params = { path: { advertiser: store, collector: 'sales_pixel' } };
          const query = api.queryOptions('get', COLLECTOR, { params }, { staleTime: 0 });
          return { days: (await queries.fetchQuery(query)).attribution_window_days };
        },
        labels: { days: t.label },
      },
    },
  );
  return (
    <Form of={form} action={t.save} isEdit>
      <NumberInput
        label={t.label}
        w={150}
        allowDecimal={false}
        allowNegative={false}
        {...form.value('days', 'attribution_window_days')}
      />
      <Note aria-live="polite">{form.isChanged ? t.changing(days) : ''}</Note>
    </Form>
  );
}
