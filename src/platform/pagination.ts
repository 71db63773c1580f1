import type { FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { id, nameSchemas, nullable } from './http/fields.ts';
import { formatQueryString, type RawQuery } from './http/query-string.ts';
import { isKeywords } from './http/schema-annotations.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE } from './page-size.ts';
import { pageWindow } from './page-window.ts';

/** The highest page number. A page beyond the last one is answered as empty. */
const LAST_PAGE = 2 ** 31;

/** The parts of a list request that determine the addresses of its pages. */
type ListRequest = Pick<FastifyRequest, 'url' | 'query' | 'body'>;

/** One page of a list, and the total number of items. */
export interface Page<Item> {
  items: readonly Item[];
  total: number;
}

/** The requested page. `offset` is the number of rows before it. */
export interface PageRequest {
  page: number;
  size: number;
  offset: number;
}

/**
 * The query fields `page` and `size`. A value outside the limits is a 422 and is not clamped silently.
 * @param sizes only for a list that differs from the standard sizes
 */
export function pageQuery({ defaultSize = PAGE_SIZE, maxSize = MAX_PAGE_SIZE } = {}) {
  return {
    page: Type.Integer({ minimum: 1, maximum: LAST_PAGE, default: 1, description: 'Page number, from 1.' }),
    size: Type.Integer({
      minimum: 1,
      maximum: maxSize,
      default: defaultSize,
      description: 'Number of records per page.',
    }),
  };
}

/** Returns the page for validated query fields. */
export function pageRequest({ page, size }: { page: number; size: number }): PageRequest {
  return { page, size, offset: (page - 1) * size };
}

/** `column:direction` with the sortable columns of a list. */
export type Sort<Column extends string> = `${Column}:${'asc' | 'desc'}`;

/** The query field `sort_by`. An unknown column or direction is a 422 that lists the columns. */
export function sortQuery<const Columns extends readonly string[]>(
  columns: Columns,
  options: { default?: Sort<Columns[number]> } = {},
) {
  return Type.Optional(
    Type.Unsafe<Sort<Columns[number]>>({
      type: 'string',
      enum: columns.flatMap((column) => [`${column}:asc`, `${column}:desc`]),
      'x-says': `must be column:direction, with column one of ${columns.join(', ')} and direction asc or desc`,
      ...options,
    } as TSchema),
  );
}

/** Splits a validated `sort_by` into column and direction. */
export function sortOf<Column extends string>(sort: Sort<Column>): { column: Column; direction: 'asc' | 'desc' } {
  const colon = sort.lastIndexOf(':');
  return { column: sort.slice(0, colon) as Column, direction: sort.slice(colon + 1) as 'asc' | 'desc' };
}

const path = () => Type.String({ examples: ['/v2/stores?size=20&page=2'] });
const count = () => Type.Integer();

/**
 * The list envelope of API v2 (spec, "Pagination envelope"). `from` and `to` are 0 on an empty page, because the
 * contract declares them as integers.
 */
export function v2Envelope<Item extends TSchema>(item: Item) {
  return Type.Object({ data: Type.Array(item), links: PageLinks, meta: PageMeta });
}

const PageLinks = Type.Object({ first: path(), last: path(), prev: nullable(path()), next: nullable(path()) });

const PageLink = Type.Object({
  url: nullable(path()),
  label: Type.String(),
  page: nullable(count()),
  active: Type.Boolean(),
});

const PageMeta = Type.Object({
  current_page: count(),
  from: count(),
  last_page: count(),
  links: Type.Array(PageLink),
  path: path(),
  per_page: count(),
  to: count(),
  total: count(),
});

const url = () => Type.String({ examples: ['https://example.com/stores/1/offers?page=2'] });
const LegacyPageLink = Type.Object({ url: nullable(url()), label: Type.String(), active: Type.Boolean() });

/** The list envelope of the legacy API and of user media. Its URLs are absolute. */
export function legacyEnvelope<Item extends TSchema>(item: Item) {
  return Type.Object({
    current_page: count(),
    data: Type.Array(item),
    first_page_url: url(),
    from: count(),
    last_page: count(),
    last_page_url: url(),
    links: Type.Array(LegacyPageLink),
    next_page_url: nullable(url()),
    path: url(),
    per_page: count(),
    prev_page_url: nullable(url()),
    to: count(),
    total: count(),
  });
}

/** The `meta` of a list that continues behind a cursor, which is sent as `after`. Additions have it in place of pages where records arrive while a list is read. */
export const CursorMeta = Type.Object({
  next_cursor: nullable(Type.String({ description: 'Send it as `after` for the next page; null on the last.' })),
  has_more: Type.Boolean({ description: 'Whether more records are available now.' }),
});

/** The query fields of a list that continues behind a cursor. */
export const cursorQuery = () => ({
  after: Type.Optional(id({ description: '`meta.next_cursor` of the previous page.' })),
  size: Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, default: 50, description: 'Number of records per page.' }),
});

/** A page of a list that continues behind a cursor. */
export const cursorPage = <Item extends TSchema>(item: Item) =>
  Type.Object({ data: Type.Array(item), meta: CursorMeta });

/** The `meta` of a page of a cursor. @param next null on the last page */
export const presentCursor = (next: string | number | null) => ({
  next_cursor: next === null ? null : String(next),
  has_more: next !== null,
});

/** The end of the time in which a reply has an earlier name of a field beside the current one (docs/api-policy.md). */
export const EARLIER_NAMES_UNTIL = '2027-06-01';

/** The keywords of an earlier name of a field. */
export const earlierName = (current: string) => ({
  deprecated: true,
  description: `Until ${EARLIER_NAMES_UNTIL}: use \`${current}\`.`,
});

/**
 * Presents a page in the envelope of API v2. Links are paths that keep the other query fields.
 * @param present converts one row to its response form
 */
export function presentV2Page<Row, Item>(
  request: ListRequest,
  { page, size }: Pick<PageRequest, 'page' | 'size'>,
  rows: Page<Row>,
  present: (row: Row) => Item,
) {
  const { path, urlOf, last, prev, next, from, to, entries } = paginate(request, '', { page, size }, rows);
  return {
    data: rows.items.map(present),
    links: { first: urlOf(1), last: urlOf(last), prev, next },
    meta: { current_page: page, from, last_page: last, links: entries, path, per_page: size, to, total: rows.total },
  };
}

/**
 * Presents a page in the legacy envelope.
 * @param publicUrl base of its absolute URLs, without a trailing slash
 */
export function presentLegacyPage<Row, Item>(
  request: ListRequest,
  publicUrl: string,
  { page, size }: Pick<PageRequest, 'page' | 'size'>,
  rows: Page<Row>,
  present: (row: Row) => Item,
) {
  const { path, urlOf, last, prev, next, from, to, entries } = paginate(request, publicUrl, { page, size }, rows);
  return {
    current_page: page,
    data: rows.items.map(present),
    first_page_url: urlOf(1),
    from,
    last_page: last,
    last_page_url: urlOf(last),
    links: entries.map(({ url, label, active }) => ({ url, label, active })),
    next_page_url: next,
    path,
    per_page: size,
    prev_page_url: prev,
    to,
    total: rows.total,
  };
}

/** Computes the fields that both envelopes share, as Laravel's LengthAwarePaginator defines them. */
function paginate(
  request: ListRequest,
  base: string,
  { page, size }: Pick<PageRequest, 'page' | 'size'>,
  { items, total }: Page<unknown>,
) {
  const last = Math.max(1, Math.ceil(total / size));
  const { path, urlOf } = addresses(request, base);
  const prev = page > 1 ? page - 1 : null;
  const next = page < last ? page + 1 : null;
  const entry = (label: string, to: number | null, active = false) => ({
    url: to === null ? null : urlOf(to),
    label,
    page: to,
    active,
  });
  const first = (page - 1) * size + 1;
  return {
    path,
    urlOf,
    last,
    prev: prev === null ? null : urlOf(prev),
    next: next === null ? null : urlOf(next),
    from: items.length > 0 ? first : 0,
    to: items.length > 0 ? first + items.length - 1 : 0,
    entries: [
      entry('&laquo; Previous', prev),
      ...pageWindow(page, last).map((number) =>
        number === null ? entry('...', null) : entry(String(number), number, number === page),
      ),
      entry('Next &raquo;', next),
    ],
  };
}

/**
 * Returns the list's path and the addresses of its pages with all other fields of the request, including those in a
 * GET's body.
 */
function addresses({ url, query, body }: ListRequest, base: string) {
  const path = `${base}${url.split('?', 1)[0]}`;
  const { page: _, ...others } = { ...(isKeywords(body) ? body : {}), ...(query as RawQuery) };
  const kept = formatQueryString(others);
  return { path, urlOf: (page: number) => `${path}?${kept === '' ? '' : `${kept}&`}page=${page}` };
}

nameSchemas({ PageLinks, PageLink, PageMeta, LegacyPageLink, CursorMeta });
