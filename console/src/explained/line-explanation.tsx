import { Button, Card, Stack } from '@mantine/core';
import { Link, type LinkProps, useSearch } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { api } from '../api.ts';
import { AmountLink } from '../components/amount-link.tsx';
import { DataTable } from '../components/data-table.tsx';
import { Explained } from '../components/explanation/explanation.tsx';
import { daysOf, explanationOf } from '../components/explanation/places.ts';
import { useExplanationTexts } from '../components/explanation/texts.ts';
import { Section } from '../components/section-card.tsx';
import { SectionTitle } from '../components/section-title.tsx';
import { useFormats } from '../language/formats.ts';
import { useExplainedTexts } from './texts.ts';

type Line =
  paths['/v2/invoices/{invoice}/lines/{line}/explanation']['get']['responses']['200']['content']['application/json'];
type Item = Line['items']['data'][number];
type Invoice =
  paths['/v2/invoices/{invoice}/lines']['get']['responses']['200']['content']['application/json']['invoice'];

function useDocument(invoice: number): Invoice | undefined {
  return api.useQuery('get', '/v2/invoices/{invoice}/lines', { params: { path: { invoice } } }).data?.invoice;
}

/** The number and the month of the invoice or statement of a line. */
export function DocumentOfLine({ invoice }: { invoice: number }) {
  const { month } = useFormats();
  const of = useDocument(invoice);
  return of && `${of.number}, ${month(of.month)}`;
}

/** A line of an invoice: its explanation, and the bookings that it adds up. */
export function LineExplanation({ invoice, line }: { invoice: number; line: number }) {
  const words = useExplanationTexts();
  const { after } = useSearch({ from: '/console/explained/$kind/$id' });
  const query = after === undefined ? {} : { after };
  const path = { invoice, line };
  const answer = api.useQuery('get', '/v2/invoices/{invoice}/lines/{line}/explanation', { params: { path, query } });
  const of = useDocument(invoice);
  return (
    <Stack gap="xl">
      <Card component="section" aria-labelledby="explanation">
        <Stack gap="md">
          <SectionTitle id="explanation">{words.title}</SectionTitle>
          <Explained answer={answer} />
        </Stack>
      </Card>
      {!answer.error && <Items items={of && answer.data?.items} currency={answer.data?.currency} invoice={of} />}
    </Stack>
  );
}

interface ItemsProps {
  items: Line['items'] | undefined;
  currency: string | undefined;
  invoice: Invoice | undefined;
}

function Items({ items, currency = 'EUR', invoice }: ItemsProps) {
  const t = useExplainedTexts().items;
  const { money, number, day } = useFormats();
  const nameOf = ({ kind, origin, title }: Item) => {
    if (kind !== 'clicks') return t[kind](origin);
    const [link = '', on = ''] = origin.split(':');
    return t.clicks(title ?? link, day(on));
  };
  const next = items?.next_after ?? null;
  return (
    <Section id="items" title={t.title}>
      <DataTable
        label={t.title}
        columns={[
          { key: 'what', label: t.what, cell: nameOf },
          { key: 'quantity', label: t.quantity, numeric: true, cell: ({ quantity }) => number(quantity) },
          {
            key: 'amount',
            label: t.amount,
            numeric: true,
            cell: (item) => (
              <AmountLink to={placeOf(item, invoice)} of={nameOf(item)}>
                {money(item.amount_minor, currency)}
              </AmountLink>
            ),
          },
        ]}
        rows={items?.data}
        keyOf={({ id }) => id}
        empty={t.empty}
      />
      {next !== null && (
        <Button
          mt="md"
          variant="default"
          renderRoot={(props) => (
            <Link {...props} from="/console/explained/$kind/$id" to="." search={{ after: next }} />
          )}
        >
          {t.next}
        </Button>
      )}
    </Section>
  );
}

/** The target of a booking: for clicks, the day's clicks on the link, as the party of the invoice sees them. */
function placeOf({ kind, origin, store_id: store, user_id: user }: Item, invoice: Invoice | undefined): LinkProps {
  if (kind === 'commission') return explanationOf('orders', origin);
  if (kind === 'one_time') return explanationOf('payments', origin);
  const [link = '', day = '', campaign = ''] = origin.split(':');
  const filter = { link: Number(link), campaign: Number(campaign) };
  const ofStore = invoice?.kind === 'store' ? (store ?? invoice.store_id) : null;
  return daysOf(ofStore === null ? { user: user ?? 0 } : { store: ofStore }, { from: day, to: day }, filter);
}
