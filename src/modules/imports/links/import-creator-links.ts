import type { Context } from '../../../platform/context.ts';
import { type ConvertedUrl, importLinks, type StoreIndex } from '../../links/index.ts';
import type { LinkField } from '../table/formats.ts';
import type { MappedTable } from '../table/map-table.ts';
import { destinationOf } from './destination-of.ts';

export const LINK_OUTCOMES = ['new', 'existing', 'repeated', 'refused'] as const;

/** The result of a row. */
export interface ImportedLink {
  row: number;
  /** `new`: a link that this import creates, or would create. `repeated`: an earlier row has the same page. */
  outcome: (typeof LINK_OUTCOMES)[number];
  /** As written in the file. */
  written: string;
  /** The page of the link. */
  page: string | null;
  /** Null for a new link of a preview, and for a refused row. */
  code: string | null;
  title: string | null;
  store: { id: number; name: string } | null;
  /** Why the row is refused, and the column. */
  fault: { column: string; message: string } | null;
}

/** Cells are truncated at this length, so a cell of this length may not contain the whole address. */
export const LONGEST_URL = 4096;

/**
 * Creates links of a creator from the export of another platform. Rows without a link are refused and do not stop the others. It does not move any money: the clicks and
 * orders of the other platform are not imported.
 * @param dry whether to compute the result without writing
 * @throws the errors of `importLinks`
 */
export async function importCreatorLinks(
  ctx: Pick<Context, 'db' | 'publicUrl' | 'now'>,
  index: StoreIndex,
  { userId, table, dry }: { userId: number; table: MappedTable<LinkField>; dry: boolean },
): Promise<ImportedLink[]> {
  const column = table.columns.url!;
  const read = table.rows.map(({ row, values }) => {
    const written = values.url ?? '';
    return { row, written, values, ...readUrl(written) };
  });
  const links = read.flatMap(({ url, values }) =>
    url === null ? [] : { url, title: values.title ?? '', tags: splitTags(values.tags ?? '') },
  );
  const converted = await importLinks(ctx, index, { userId, links, dry });
  const rowOfPage = new Map<string, number>();
  let next = 0;
  return read.map(({ row, written, url, message }): ImportedLink => {
    const result = url === null ? null : converted[next++]!;
    const refused = { row, written, page: null, code: null, title: null, store: null, outcome: 'refused' as const };
    if (result === null) return { ...refused, fault: { column, message: message! } };
    const { made } = result;
    if (made === null) return { ...refused, fault: { column, message: reasonOf(result) } };
    const { store, title, url: page } = made.link;
    const key = `${store.id} ${page}`;
    const before = rowOfPage.get(key);
    if (before === undefined) rowOfPage.set(key, row);
    const isExisting = made.kind === 'link' && made.status === 'existing';
    const first = isExisting ? ('existing' as const) : ('new' as const);
    return {
      row,
      written,
      page,
      title,
      store: { id: store.id, name: store.name },
      fault: null,
      code: made.kind === 'link' ? (made.link.slug ?? made.link.code) : null,
      outcome: before === undefined ? first : 'repeated',
    };
  });
}

function readUrl(written: string): { url: string | null; message: string | null } {
  if (written === '') return { url: null, message: 'is empty' };
  if (written.length >= LONGEST_URL) return { url: null, message: `must have less than ${LONGEST_URL} characters` };
  const url = destinationOf(written);
  return url === null
    ? { url, message: 'is a tracking link that does not name a page; use the address of the page' }
    : { url, message: null };
}

/** The reason why a row has no link, as the end of a sentence that begins with its column. */
function reasonOf({ match }: ConvertedUrl): string {
  if (match.result === 'invalid_url') return match.reason ?? 'must be a web address';
  if (match.result === 'blocked') return 'is a page for which the store does not pay, or not this creator';
  if (match.result === 'not_visible') return 'is a page of a store that is not open to creators now';
  if (match.result === 'multiple_advertisers') return 'is a page of several stores; create this link with the store';
  return 'is a page of no store';
}

const splitTags = (text: string): string[] =>
  text
    .split(/[,;|]/)
    .map((tag) => tag.replace(/^[\s["']+|[\s\]"']+$/g, ''))
    .filter((tag) => tag !== '');
