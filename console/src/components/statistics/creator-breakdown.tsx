import type { LinkProps } from '@tanstack/react-router';
import { api, KEEP_PREVIOUS } from '../../api.ts';
import { useCreatorStats } from '../creator-figures.ts';
import type { DayRange } from '../day-range.ts';
import { daysOf } from '../explanation/places.ts';
import { type BreakdownQuery, type BreakdownReply, EarningsBreakdown } from './earnings-breakdown.tsx';
import { CREATOR_BREAKDOWNS } from './names.ts';

/** Groups that are shown, those with most clicks. */
const SIZE = 100;

interface CreatorBreakdownProps {
  user: number;
  range: DayRange;
  /** The page of a campaign for the reader. */
  campaignPage: (campaign: number) => LinkProps;
}

/** A creator's earnings by campaign and by properties of clicks and orders, in the currency with most clicks. */
export default function CreatorBreakdown({ user, range, campaignPage }: CreatorBreakdownProps) {
  const [main] = useCreatorStats(user, range).data?.currencies ?? [];
  const useBreakdown = ({ groupBy, currency, page, isTooLong }: BreakdownQuery): BreakdownReply => {
    const reply = api.useQuery(
      'get',
      '/v2/users/{user}/breakdown',
      {
        params: {
          path: { user },
          query: {
            ...range,
            // Only agencies have creators.
            ...(groupBy === 'creator' ? {} : { group_by: groupBy }),
            ...(currency === undefined ? {} : { currency }),
            page,
            size: SIZE,
          },
        },
      },
      { enabled: !isTooLong, ...KEEP_PREVIOUS },
    );
    const data = reply.data && {
      meta: reply.data.meta,
      data: reply.data.data.map(({ click_earnings: clicks, order_earnings: orders, ...row }) => ({
        ...row,
        user: null,
        creators: clicks.minor + orders.minor,
        agency: null,
      })),
    };
    return { ...reply, data };
  };
  if (main === undefined) return null;
  return (
    <EarningsBreakdown
      kinds={CREATOR_BREAKDOWNS}
      range={range}
      currency={main.currency}
      total={{
        currency: main.currency,
        clicks: main.clicks,
        orders: main.orders,
        creators: main.click_earnings_minor + main.order_earnings_minor,
        agency: null,
      }}
      hasAgency={false}
      isPaged={false}
      useBreakdown={useBreakdown}
      placeOf={(row) => {
        if (row === null) return daysOf({ user }, range);
        return row.offer === null ? null : daysOf({ user }, range, { campaign: row.offer.id });
      }}
      pageOf={({ offer }) => (offer === null ? null : campaignPage(offer.id))}
    />
  );
}
