import type { ChartSeries } from '../../components/time-chart-types.ts';
import { useFormats } from '../../language/formats.ts';
import { useCreatorTexts } from '../texts.ts';

interface Day {
  date: string;
  clicks: number;
  click_earnings_minor: number;
  order_earnings_minor: number;
}

/** Clicks and earnings by day, for `TimeChart`. */
export function useDailyFigures(currency: string): {
  series: ChartSeries[];
  pointsOf: (days: readonly Day[]) => { day: string; clicks: number; earned: number }[];
} {
  const t = useCreatorTexts().links;
  const { number, shortNumber, money, shortMoney } = useFormats();
  return {
    series: [
      { key: 'clicks', label: t.clicks, format: number, onAxis: shortNumber },
      {
        key: 'earned',
        label: t.earned,
        format: (minor) => money(minor, currency),
        onAxis: (minor) => shortMoney(minor, currency),
      },
    ],
    pointsOf: (days) =>
      days.map(({ date, clicks, click_earnings_minor, order_earnings_minor }) => ({
        day: date,
        clicks,
        earned: click_earnings_minor + order_earnings_minor,
      })),
  };
}
