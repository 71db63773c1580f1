import { Card, SimpleGrid } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { DayRange } from '../../components/day-range.ts';
import { FigureChart } from '../../components/figure-chart.tsx';
import { Note } from '../../components/note.tsx';
import { StatTile } from '../../components/stat-tile.tsx';
import { inMajor, useFormats } from '../../language/formats.ts';
import { useHomeTexts } from './texts.ts';
import type { AgencyOverview } from './use-overview.ts';

const FIGURES = ['agency', 'creators', 'clicks', 'orders'] as const;
type Figure = (typeof FIGURES)[number];
type Earnings = AgencyOverview['earnings'][number];

const isAmount = (figure: Figure) => figure === 'agency' || figure === 'creators';

/** A count, or an amount in minor units. */
function figureOf(figure: Figure, figures: Pick<Earnings, Figure>): number {
  const value = figures[figure];
  return typeof value === 'number' ? value : value.minor;
}

interface FiguresProps {
  client: number;
  /** Undefined while loading. */
  overview: AgencyOverview | undefined;
}

/** The figures of the month compared with the same days of the month before, and their course. */
export function MonthFigures({ client, overview }: FiguresProps) {
  const t = useHomeTexts();
  if (overview?.earnings.length === 0)
    return (
      <Card>
        <Note>{t.nothing}</Note>
      </Card>
    );
  return (
    <>
      <Tiles client={client} overview={overview} />
      <Course client={client} overview={overview} />
    </>
  );
}

/** The creators in some days, whose rows add up to the figures. */
const creatorsIn = (client: number, search: DayRange | undefined) => ({
  to: '/console/agency/$client/creators' as const,
  params: { client: String(client) },
  ...(search && { search }),
});

function Tiles({ client, overview }: FiguresProps) {
  const t = useHomeTexts();
  const { number, money, days: inWords } = useFormats();
  const [main, ...others] = overview?.earnings ?? [];
  const written = (figure: Figure) => {
    if (overview === undefined || main === undefined) return undefined;
    if (!isAmount(figure)) return number(overview.earnings.reduce((sum, one) => sum + figureOf(figure, one), 0));
    const inOthers = others.filter((one) => figureOf(figure, one) !== 0);
    return [main, ...inOthers].map((one) => money(figureOf(figure, one), one.currency)).join(' + ');
  };
  // Amounts of several currencies are compared in the main one.
  const sum = (figure: Figure, of: (one: Earnings) => Pick<Earnings, Figure>) =>
    (isAmount(figure) ? [main] : (overview?.earnings ?? [])).reduce(
      (total, one) => total + (one === undefined ? 0 : figureOf(figure, of(one))),
      0,
    );
  return (
    <SimpleGrid cols={{ base: 2, lg: 4 }} spacing={{ base: 'xs', xs: 'md' }}>
      {FIGURES.map((figure) => (
        <StatTile
          key={figure}
          label={t.tile(t.figures[figure])}
          link={creatorsIn(client, overview?.month)}
          value={written(figure)}
          {...(overview && {
            change: {
              now: sum(figure, (one) => one),
              before: sum(figure, (one) => one.before),
              than: inWords(overview.compared_with),
            },
          })}
          series={(main?.days ?? []).map((day) => figureOf(figure, day))}
        />
      ))}
    </SimpleGrid>
  );
}

/** Chart of the month in the main currency, day by day beside the month before. */
function Course({ client, overview }: FiguresProps) {
  const t = useHomeTexts();
  const formats = useFormats();
  const { figure } = useSearch({ from: '/console/agency/$client' });
  const navigate = useNavigate({ from: '/console/agency/$client' });
  const main = overview?.earnings[0];
  const currency = main?.currency ?? 'EUR';
  const figuresOf = (day: Earnings['days'][number]) => ({
    day: day.date,
    figures: Object.fromEntries(FIGURES.map((key) => [key, figureOf(key, day)])),
  });
  return (
    <FigureChart
      title={(overview?.earnings.length ?? 0) > 1 ? t.courseIn(currency) : t.course}
      labelOf={t.chartOf}
      figure={figure}
      onFigure={(next) => navigate({ search: { figure: next }, replace: true, resetScroll: false })}
      series={FIGURES.map((key) => ({
        key,
        label: t.figures[key],
        format: isAmount(key) ? (minor: number) => formats.money(minor, currency) : formats.number,
        onAxis: isAmount(key) ? (minor: number) => formats.shortMoney(minor, currency) : formats.shortNumber,
        ...(isAmount(key) ? { inFile: (minor: number) => inMajor(minor, currency) } : { kind: 'bar' as const }),
      }))}
      points={main?.days.map((day, index) => {
        const before = main.days_before[index];
        return { ...figuresOf(day), before: before && figuresOf(before) };
      })}
      placeOf={(day) => creatorsIn(client, { from: day, to: day })}
    />
  );
}
