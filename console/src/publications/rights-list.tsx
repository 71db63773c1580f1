import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { api, client } from '../api.ts';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Dialog } from '../components/dialog.tsx';
import { PathLink } from '../components/path-link.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { BEHIND_CURSOR, listOfPages, ShowMore } from '../components/table/cursor-list.tsx';
import { amountOf } from '../language/amounts.ts';
import { useFormats } from '../language/formats.ts';
import { RIGHT_TONES, type UsageRight } from './publication.ts';
import { Rights } from './rights.tsx';
import { usePublicationTexts } from './texts.ts';

/** The most usage rights that are read at once. */
const SIZE = 100;

interface RightsListProps {
  user: number;
  /** The page of a campaign. */
  campaignPage: (offer: number) => string;
}

/** All usage rights that a creator has given or is asked for, over all campaigns. The answers and an earlier end are in the dialog of one of them. */
export default function RightsList({ user, campaignPage }: RightsListProps) {
  const all = usePublicationTexts();
  const t = all.rights;
  const { day, money } = useFormats();
  const [opened, open] = useState<UsageRight | null>(null);
  const path = { user };
  const query = api.useInfiniteQuery(
    'get',
    '/v2/users/{user}/usage-rights',
    { params: { path, query: { size: SIZE } } },
    BEHIND_CURSOR,
  );
  const read = async (after: number | undefined, size: number) =>
    (
      await client.GET('/v2/users/{user}/usage-rights', {
        params: { path, query: { size, ...(after !== undefined && { after }) } },
      })
    ).data!;
  const list = listOfPages(query, read);
  const channelsOf = ({ channels }: UsageRight) => channels.map((channel) => all.channels[channel]).join(', ');
  const columns: Column<UsageRight>[] = [
    {
      key: 'post',
      label: t.post,
      cell: (right) => (
        <Button variant="transparent" p={0} h="auto" styles={WRAPPED} onClick={() => open(right)}>
          {t.versionOf(right.deliverable.title, right.version)}
        </Button>
      ),
      value: (right) => t.versionOf(right.deliverable.title, right.version),
    },
    {
      key: 'campaign',
      label: t.campaign,
      wideOnly: true,
      cell: ({ offer }) => <PathLink path={campaignPage(offer.id)}>{offer.title}</PathLink>,
      value: ({ offer }) => offer.title,
    },
    { key: 'channels', label: t.channels, wideOnly: true, cell: channelsOf, value: channelsOf },
    {
      key: 'price',
      label: t.priceLabel,
      numeric: true,
      wideOnly: true,
      cell: ({ price }) => (price.minor === 0 ? t.free : money(price.minor, price.currency)),
      value: ({ price }) => amountOf(price.minor, price.currency),
    },
    {
      key: 'end',
      label: t.end,
      wideOnly: true,
      cell: ({ last_day: last }) => (last === null ? t.endless : day(last)),
      // Rights without an end come after all others.
      value: ({ last_day: last }) => last,
    },
    {
      key: 'status',
      label: t.status,
      cell: ({ status }) => <StateBadge tone={RIGHT_TONES[status]}>{all.statuses[status]}</StateBadge>,
      value: ({ status }) => all.statuses[status],
    },
  ];
  return (
    <Stack gap="xs">
      <DataTable
        label={t.title}
        columns={columns}
        rows={list.data?.data}
        // A part of the rows is not sorted.
        pages={query.hasNextPage ? 2 : 1}
        readPage={list.readPage}
        error={list.error}
        onRetry={list.refetch}
        keyOf={({ id }) => id}
        empty={{ title: t.none, hint: t.noneHint }}
      />
      <ShowMore of={query} />
      <Dialog opened={opened !== null} onClose={() => open(null)} title={opened?.deliverable.title ?? ''} size="lg">
        {opened !== null && <Rights deliverable={opened.deliverable.id} isOwn />}
      </Dialog>
    </Stack>
  );
}

const WRAPPED = { label: { whiteSpace: 'normal', overflowWrap: 'anywhere', textAlign: 'start' } } as const;
