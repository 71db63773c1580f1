/** Number of pages on each side of the current one; Laravel's default. */
const ON_EACH_SIDE = 3;

/** Page numbers, with null for a `...` in place of omitted pages. */
export type PageWindow = (number | null)[];

/**
 * Returns the page numbers of a paginator like Laravel's UrlWindow: all up to 13, else the first two, the last two,
 * and those around the current one.
 * @param current may be beyond the last page
 */
export function pageWindow(current: number, last: number): PageWindow {
  if (last < ON_EACH_SIDE * 2 + 8) return range(1, last);
  const edge = ON_EACH_SIDE + 4;
  if (current <= edge) return [...range(1, edge + ON_EACH_SIDE), null, ...range(last - 1, last)];
  if (current > last - edge) return [...range(1, 2), null, ...range(last - (edge + ON_EACH_SIDE - 1), last)];
  return [
    ...range(1, 2),
    null,
    ...range(current - ON_EACH_SIDE, current + ON_EACH_SIDE),
    null,
    ...range(last - 1, last),
  ];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
