import { Anchor, Group, SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { AmountLink } from '../../components/amount-link.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import type { DayRange } from '../../components/day-range.ts';
import { daysOf } from '../../components/explanation/places.ts';
import { SectionCard } from '../../components/section-card.tsx';
import { useFormats } from '../../language/formats.ts';
import { CreatorLink } from '../creator-link.tsx';
import { useHomeTexts } from './texts.ts';
import type { AgencyOverview } from './use-overview.ts';

type Change = AgencyOverview['changes']['up'][number];

/** The creators whose earnings have changed most, up and down. */
export function Changes({ client, overview }: { client: number; overview: AgencyOverview | undefined }) {
  const t = useHomeTexts().changes;
  const { days } = useFormats();
  const columns = useColumns(client, overview);
  return (
    <section aria-label={`${t.up}, ${t.down}`}>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        {(['up', 'down'] as const).map((direction) => (
          <SectionCard
            key={direction}
            id={`changes-${direction}`}
            title={t[direction]}
            hint={overview && t.hint(days(overview.compared_with))}
          >
            <DataTable
              label={t[direction]}
              columns={columns}
              rows={overview?.changes[direction]}
              keyOf={({ user, now }) => `${user.id} ${now.currency}`}
              error={null}
              empty={{ title: t.none }}
            />
          </SectionCard>
        ))}
      </SimpleGrid>
      <Group justify="flex-end" mt="sm">
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link {...props} to="/console/agency/$client/creators" params={{ client: String(client) }} />
          )}
        >
          {t.all}
        </Anchor>
      </Group>
    </section>
  );
}

function useColumns(client: number, overview: AgencyOverview | undefined): Column<Change>[] {
  const t = useHomeTexts().changes;
  const { money, percent, days } = useFormats();
  if (overview === undefined) return [];
  const { month, compared_with: compared } = overview;
  const amountIn = (range: DayRange, { user, now }: Change, minor: number) => (
    <AmountLink to={daysOf({ user: user.id }, range)} of={t.of(user.name, days(range))}>
      {money(minor, now.currency)}
    </AmountLink>
  );
  return [
    {
      key: 'creator',
      label: t.creator,
      value: ({ user }) => user.name,
      cell: ({ user }) => <CreatorLink client={client} creator={user} range={month} />,
    },
    { key: 'now', label: t.now, numeric: true, cell: (change) => amountIn(month, change, change.now.minor) },
    {
      key: 'before',
      label: t.before,
      numeric: true,
      wideOnly: true,
      cell: (change) => amountIn(compared, change, change.before.minor),
    },
    {
      key: 'change',
      label: t.change,
      numeric: true,
      cell: ({ now, before }) => (
        <Text size="sm" component="span" className={now.minor > before.minor ? 'is-better' : 'is-worse'}>
          {before.minor === 0 ? t.isNew : signed(percent, (now.minor - before.minor) / Math.abs(before.minor))}
        </Text>
      ),
    },
  ];
}

/** A share with its sign. */
const signed = (percent: (share: number) => string, share: number) =>
  `${share > 0 ? '+' : '−'}${percent(Math.abs(share))}`;
