const DAY_MS = 86_400_000;
const DAYS = 7;

const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The month that is `count` months after another. */
export function addMonths(month: string, count: number): string {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year!, number! - 1 + count)).toISOString().slice(0, 7);
}

/** The first and the last day of a month. */
export const daysOf = (month: string): { from: string; to: string } => ({
  from: `${month}-01`,
  to: dayOf(timeOf(`${addMonths(month, 1)}-01`) - DAY_MS),
});

/** The weeks of a month from Monday to Sunday; the first and the last contain days of the neighbouring months. */
export function weeksOf(month: string): string[][] {
  const { from, to } = daysOf(month);
  const weekday = (new Date(timeOf(from)).getUTCDay() + DAYS - 1) % DAYS;
  const weeks: string[][] = [];
  for (let monday = timeOf(from) - weekday * DAY_MS; monday <= timeOf(to); monday += DAYS * DAY_MS)
    weeks.push(Array.from({ length: DAYS }, (_, index) => dayOf(monday + index * DAY_MS)));
  return weeks;
}
