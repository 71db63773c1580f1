import { Badge, Button, Text } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import type { paths } from '@tributary/client';
import { AmountLink } from '../components/amount-link.tsx';
import type { Column } from '../components/data-table.tsx';
import type { DayRange } from '../components/day-range.ts';
import { daysOf } from '../components/explanation/places.ts';
import { Strong } from '../components/note.tsx';
import { useFormats } from '../language/formats.ts';
import { CreatorLink } from './creator-link.tsx';
import { useAgencyTexts } from './texts.ts';

export type Creator =
  paths['/v2/clients/{client}/users']['get']['responses']['200']['content']['application/json']['data'][number];

/**
 * The columns of an agency's creators. @param range the days of the figures @param client the agency @param onLink called with the
 * creator for whom a link is requested; null if the role does not permit it
 */
export function useCreatorColumns(
  range: DayRange,
  { client, onLink }: { client: number; onLink: ((creator: Creator) => void) | null },
): Column<Creator>[] {
  const t = useAgencyTexts().creators;
  const { number, moneyOf } = useFormats();
  const columns: Column<Creator>[] = [
    {
      key: 'name',
      label: t.columns.name,
      sortable: true,
      value: ({ name }) => name,
      cell: (creator) => (
        <div>
          <Strong>
            <CreatorLink client={client} creator={creator} range={range} />{' '}
            {creator.is_suspended && (
              <Badge size="sm" variant="default" tt="none" component="span">
                {t.suspended}
              </Badge>
            )}
          </Strong>
          <Text size="xs" c="dimmed" className="wide-only">
            {creator.email}
          </Text>
        </div>
      ),
    },
    {
      key: 'clicks',
      label: t.columns.clicks,
      sortable: true,
      numeric: true,
      value: ({ clicks }) => clicks,
      cell: ({ clicks }) => number(clicks),
    },
    {
      key: 'orders',
      label: t.columns.orders,
      sortable: true,
      numeric: true,
      wideOnly: true,
      value: ({ orders }) => orders,
      cell: ({ orders }) => number(orders),
    },
    {
      key: 'earnings',
      label: t.columns.earnings,
      sortable: true,
      numeric: true,
      value: ({ earnings }) => earnings,
      cell: ({ id, name, earnings }) => (
        <Text size="sm" fw={600} component="span">
          <AmountLink to={daysOf({ user: id }, range)} of={name}>
            {moneyOf(earnings.amount, earnings.currency)}
          </AmountLink>
        </Text>
      ),
    },
    {
      key: 'agency_earnings',
      label: t.columns.agency,
      sortable: true,
      numeric: true,
      wideOnly: true,
      value: ({ agency_earnings: earned }) => earned,
      cell: ({ id, name, agency_earnings: earned }) => (
        <AmountLink to={daysOf({ user: id }, range)} of={name}>
          {moneyOf(earned.amount, earned.currency)}
        </AmountLink>
      ),
    },
  ];
  if (onLink === null) return columns;
  return [
    ...columns,
    {
      key: 'actions',
      isFixed: true,
      label: t.columns.actions,
      numeric: true,
      cell: (creator) => (
        <Button
          size="compact-sm"
          variant="light"
          aria-label={t.linkLabel(creator.name)}
          disabled={creator.is_suspended}
          onClick={() => onLink(creator)}
        >
          <IconLink size={14} aria-hidden />
          <Text span inherit ml={6} className="wide-only">
            {t.link}
          </Text>
        </Button>
      ),
    },
  ];
}
