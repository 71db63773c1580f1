import { Anchor, Badge, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { AmountLink } from '../../components/amount-link.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { creatorFigureOf, creatorFormatOf } from '../../components/creator-results.ts';
import type { Column } from '../../components/data-table.tsx';
import type { DayRange } from '../../components/day-range.ts';
import { daysOf } from '../../components/explanation/places.ts';
import { Note } from '../../components/note.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { writtenAt } from '../../components/time-chart-types.ts';
import { amountOf } from '../../language/amounts.ts';
import { useFormats } from '../../language/formats.ts';
import { useMe } from '../../session/use-me.ts';
import { useCreatorTexts } from '../texts.ts';

/** A link with its figures. */
export type LinkRow =
  paths['/v2/users/{user}/link-stats']['get']['responses']['200']['content']['application/json']['data'][number];

/** Columns of the list of links. @param range the days of the figures */
export function useLinkColumns(range: DayRange): Column<LinkRow>[] {
  const { id: user } = useMe();
  const t = useCreatorTexts().links;
  const formats = useFormats();
  const { number, money, day } = formats;
  const ratio = (figure: 'conversion' | 'perClick'): Column<LinkRow> => ({
    key: figure,
    label: t[figure],
    numeric: true,
    wideOnly: true,
    value: (row) => {
      const value = creatorFigureOf(figure, row);
      return value === undefined || figure === 'conversion'
        ? (value ?? null)
        : amountOf(Math.round(value), row.currency);
    },
    cell: (row) => writtenAt(creatorFigureOf(figure, row), creatorFormatOf(figure, formats, row.currency)),
  });
  return [
    { key: 'title', label: t.page, value: ({ title }) => title, cell: (row) => <Page {...row} /> },
    {
      key: 'created_at',
      label: t.made,
      sortable: true,
      latestFirst: true,
      wideOnly: true,
      value: ({ created_at }) => created_at,
      cell: ({ created_at }) => day(created_at),
    },
    {
      key: 'clicks',
      label: t.clicks,
      sortable: true,
      numeric: true,
      value: ({ clicks }) => clicks,
      cell: ({ clicks }) => number(clicks),
    },
    {
      key: 'orders',
      label: t.orders,
      sortable: true,
      numeric: true,
      wideOnly: true,
      value: ({ orders }) => orders,
      cell: ({ orders }) => number(orders),
    },
    ratio('conversion'),
    {
      key: 'earnings',
      label: t.earned,
      sortable: true,
      numeric: true,
      value: (one) => amountOf(one.click_earnings_minor + one.order_earnings_minor, one.currency),
      cell: (one) => (
        <AmountLink to={daysOf({ user }, range, { link: one.id })} of={one.title}>
          {money(one.click_earnings_minor + one.order_earnings_minor, one.currency)}
        </AmountLink>
      ),
    },
    ratio('perClick'),
    {
      key: 'copy',
      label: t.copy,
      isFixed: true,
      numeric: true,
      wideOnly: true,
      value: ({ url }) => url,
      cell: ({ url, title }) => <CopyText text={url} of={title} />,
    },
  ];
}

function Page({ id, title, store, refusal, tags, archived_at: archivedAt, expires_at: expiresAt }: LinkRow) {
  const t = useCreatorTexts().links;
  const { day } = useFormats();
  return (
    <>
      <Anchor
        size="sm"
        fw={550}
        style={{ overflowWrap: 'anywhere' }}
        renderRoot={(props) => <Link {...props} to="/console/creator/links/$link" params={{ link: String(id) }} />}
      >
        {title}
      </Anchor>
      <Note size="xs" style={{ overflowWrap: 'anywhere' }}>
        {store.name}
      </Note>
      {(tags.length > 0 || archivedAt !== null) && (
        <Group gap={6} my={2}>
          {archivedAt !== null && <StateBadge tone="neutral">{t.archived}</StateBadge>}
          {tags.map((tag) => (
            <Badge
              key={tag}
              variant="default"
              tt="none"
              fw={500}
              aria-label={t.tagged(tag)}
              style={{ cursor: 'pointer' }}
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/console/creator/links"
                  search={(before: object) => ({ ...before, page: 1, tag })}
                />
              )}
            >
              {tag}
            </Badge>
          ))}
        </Group>
      )}
      {expiresAt !== null && (
        <Note size="xs">
          {new Date(expiresAt) > new Date() ? t.expires(day(expiresAt)) : t.expired(day(expiresAt))}
        </Note>
      )}
      {refusal !== null && (
        <Text size="xs" className="is-worse">
          {t.refusal[refusal]}
        </Text>
      )}
    </>
  );
}
