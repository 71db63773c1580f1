import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { api } from '../../api.ts';
import { AmountLink } from '../../components/amount-link.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import type { DayRange } from '../../components/day-range.ts';
import { daysOf } from '../../components/explanation/places.ts';
import { Note, Strong } from '../../components/note.tsx';
import { Section } from '../../components/section-card.tsx';
import { useFormats } from '../../language/formats.ts';
import { useAgencyTexts } from '../texts.ts';

type LinkStats =
  paths['/v2/users/{user}/link-stats']['get']['responses']['200']['content']['application/json']['data'][number];

/** Maximum number of links shown. The page behind the figures lists all of them. */
const SHOWN = 10;

/** The links of a creator with the most clicks in the selected days. */
export function CreatorLinks({ user, range }: { user: number; range: DayRange }) {
  const t = useAgencyTexts().creator;
  const { number, money } = useFormats();
  const { data, error, refetch } = api.useQuery('get', '/v2/users/{user}/link-stats', {
    params: { path: { user }, query: { ...range, size: SHOWN } },
  });
  const columns: Column<LinkStats>[] = [
    {
      key: 'link',
      label: t.link,
      cell: ({ title, store }) => (
        <div style={{ overflowWrap: 'anywhere' }}>
          <Strong>{title}</Strong>
          <Note size="xs">{store.name}</Note>
        </div>
      ),
    },
    { key: 'clicks', label: t.clicks, numeric: true, cell: ({ clicks }) => number(clicks) },
    { key: 'orders', label: t.orders, numeric: true, wideOnly: true, cell: ({ orders }) => number(orders) },
    {
      key: 'earned',
      label: t.earned,
      numeric: true,
      cell: ({ id, title, currency, click_earnings_minor: clicks, order_earnings_minor: orders }) => (
        <AmountLink to={daysOf({ user }, range, { link: id })} of={title}>
          {money(clicks + orders, currency)}
        </AmountLink>
      ),
    },
  ];
  return (
    <Section id="links" title={t.links}>
      <DataTable
        label={t.links}
        columns={columns}
        rows={data?.data}
        keyOf={({ id }) => id}
        error={error}
        onRetry={refetch}
        empty={t.noLinks}
      />
      <Anchor
        size="sm"
        mt="sm"
        display="inline-block"
        renderRoot={(props) => <Link {...props} {...daysOf({ user }, range)} />}
      >
        {t.allClicks}
      </Anchor>
    </Section>
  );
}
