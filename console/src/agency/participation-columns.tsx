import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { AmountLink } from '../components/amount-link.tsx';
import type { Column } from '../components/data-table.tsx';
import type { DayRange } from '../components/day-range.ts';
import { daysOf } from '../components/explanation/places.ts';
import { Note, Strong } from '../components/note.tsx';
import { CampaignBadge } from '../components/participation/campaign-badge.tsx';
import { useParticipationTexts } from '../components/participation/texts.ts';
import { useFormats } from '../language/formats.ts';
import { CreatorLink } from './creator-link.tsx';
import { useAgencyTexts } from './texts.ts';

export type Participation =
  paths['/v2/clients/{client}/campaigns']['get']['responses']['200']['content']['application/json']['data'][number];

/**
 * The columns of the campaigns of an agency's creators. @param range the days of the figures @param client the agency whose creators are named;
 * null: all are of one creator
 */
export function useParticipationColumns(range: DayRange, client: number | null): Column<Participation>[] {
  const t = useAgencyTexts().campaigns;
  const words = useParticipationTexts();
  const { number, moneyOf, day } = useFormats();
  const amount = ({ user, offer }: Participation, { amount: sum, currency }: Participation['earnings']) => (
    <AmountLink to={daysOf({ user: user.id }, range, { campaign: offer.id })} of={t.earnedIn(user.name, offer.title)}>
      {moneyOf(sum, currency)}
    </AmountLink>
  );
  return [
    {
      key: 'campaign',
      label: t.columns.campaign,
      value: ({ offer }) => offer.title,
      cell: ({ offer, store }) => (
        <div style={{ overflowWrap: 'anywhere' }}>
          {client === null ? (
            <Strong>{offer.title}</Strong>
          ) : (
            <Anchor
              size="sm"
              fw={600}
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/console/agency/$client/campaigns/$offer"
                  params={{ client: String(client), offer: String(offer.id) }}
                  search={range}
                />
              )}
            >
              {offer.title}
            </Anchor>
          )}
          <Note size="xs">{store.name}</Note>
        </div>
      ),
    },
    ...(client === null
      ? []
      : [
          {
            key: 'creator',
            label: t.columns.creator,
            wideOnly: true,
            value: ({ user }: Participation) => user.name,
            cell: ({ user }: Participation) => (
              <Text size="sm" span>
                <CreatorLink client={client} creator={user} range={range} />
              </Text>
            ),
          },
        ]),
    {
      key: 'status',
      label: t.columns.status,
      wideOnly: true,
      value: ({ status }) => words.participant[status],
      cell: ({ status }) => (
        <Text size="sm" span>
          {words.participant[status]}
        </Text>
      ),
    },
    {
      key: 'state',
      label: t.columns.state,
      wideOnly: true,
      value: ({ offer }) => words.campaign[offer.status],
      cell: ({ offer }) => <CampaignBadge status={offer.status} />,
    },
    {
      key: 'due',
      label: t.columns.due,
      wideOnly: true,
      value: ({ next_due_on: next }) => next,
      cell: ({ deliverables_due: due, next_due_on: next }) => (next === null ? '–' : t.due(number(due), day(next))),
    },
    {
      key: 'clicks',
      label: t.columns.clicks,
      numeric: true,
      wideOnly: true,
      sortable: client !== null,
      value: ({ clicks }) => clicks,
      cell: ({ clicks }) => number(clicks),
    },
    {
      key: 'orders',
      label: t.columns.orders,
      numeric: true,
      wideOnly: true,
      sortable: client !== null,
      value: ({ orders }) => orders,
      cell: ({ orders }) => number(orders),
    },
    {
      key: 'earnings',
      label: t.columns.earnings,
      numeric: true,
      value: (one) => one.earnings,
      cell: (one) => amount(one, one.earnings),
    },
    {
      key: 'agency_earnings',
      label: t.columns.agency,
      numeric: true,
      wideOnly: true,
      value: (one) => one.agency_earnings,
      cell: (one) => amount(one, one.agency_earnings),
    },
  ];
}
