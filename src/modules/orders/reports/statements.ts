import type { Customer } from '../../campaigns/index.ts';
import type { TraceOwner } from '../../clicks/index.ts';
import type { Owners } from '../attribution/owners.ts';
import { type CodeOwner, payeeOf } from '../attribution/precedence.ts';
import type { ReportedLine } from './lines.ts';
import type { OrderReportRow } from './order-reports.ts';
import { TRUST, trustOf } from './trust.ts';

/** What one source states of an order: the store's server with all its reports, the store's plugin with all its reports, or one report of a page. */
export interface Statement
  extends Pick<OrderReportRow, 'channel' | 'signed' | 'at' | 'id' | 'originalMinor' | 'originalCurrency'> {
  /** All values that the source has reported, the current one included, as `worth` writes them. */
  values: ReadonlySet<string>;
  /** The first report of the source. */
  first: OrderReportRow;
  /** The first report that names the time of the order. */
  dated: OrderReportRow | null;
  /** The reports that name a click: those whose click belongs to a creator first, then by arrival. */
  clickReports: readonly OrderReportRow[];
  /** Whose clicks they are. */
  clickOwners: ReadonlySet<number>;
  /** The reported codes, separated by commas. */
  voucherCode: string | null;
  /** To whom the first of the codes belongs that belongs to a creator. */
  codeOwner: number | null;
  /** The first click of a creator, and the first code of one. */
  traces: { click: TraceOwner | null; code: CodeOwner | null };
  /** Who would be paid for the order by this statement alone. */
  payee: number | null;
  lines: readonly ReportedLine[] | null;
  customer: Customer | null;
}

/** A value with its currency as one text. */
export const worth = ({ originalMinor, originalCurrency }: Pick<Statement, 'originalMinor' | 'originalCurrency'>) =>
  `${originalMinor} ${originalCurrency}`;

/**
 * Combines the reports of an order by their sources. A later report of the store's server or plugin corrects its earlier ones: what it names replaces what
 * they named, and what it does not name remains. Each report of a page is a source of its own, because anybody can send one.
 * @param reports by arrival
 */
export function statementsOf(reports: readonly OrderReportRow[], owners: Owners): Statement[] {
  const pages = reports.filter((report) => trustOf(report) !== TRUST.shop).map((report) => [report]);
  const shops = (['shop_plugin', 'server'] as const)
    .map((channel) => reports.filter((report) => report.channel === channel))
    .filter((found) => found.length > 0);
  return [...shops, ...pages].map((found) => combine(found, owners));
}

function combine(reports: readonly OrderReportRow[], owners: Owners): Statement {
  const first = reports[0]!;
  const newestFirst = [...reports].sort((a, b) => b.stated - a.stated);
  const current = newestFirst[0]!;
  const isOwned = ({ clickId }: OrderReportRow) => owners.ofClick.has(clickId ?? '');
  const named = reports.filter(({ reportedClick }) => reportedClick);
  const clickReports = [...named.filter(isOwned), ...named.filter((report) => !isOwned(report))];
  const clicksOwned = clickReports.flatMap(({ clickId }) => owners.ofClick.get(clickId ?? '') ?? []);
  const voucherCode = newestFirst.find((report) => report.voucherCode !== null)?.voucherCode ?? null;
  const code = owners.ofCodes.get(voucherCode ?? '') ?? null;
  const [click = null] = clicksOwned;
  return {
    first,
    channel: first.channel,
    signed: first.signed,
    at: first.at,
    id: first.id,
    originalMinor: current.originalMinor,
    originalCurrency: current.originalCurrency,
    values: new Set(reports.map(worth)),
    dated: reports.find(({ isDated }) => isDated) ?? null,
    clickReports,
    clickOwners: new Set(clicksOwned.map(({ userId }) => userId)),
    voucherCode,
    codeOwner: code?.userId ?? null,
    traces: { click, code },
    payee: payeeOf(owners.precedence, { click, code }),
    // Lines add up to the value with which they were reported.
    lines:
      newestFirst.find(({ lines, ...report }) => lines !== null && worth(report) === worth(current))?.lines ?? null,
    customer: newestFirst.find(({ customer }) => customer !== null)?.customer ?? null,
  };
}

/** Sorts statements by trust, the most trusted first, then by arrival. */
export const byTrust = (statements: readonly Statement[]): Statement[] =>
  [...statements].sort((a, b) => trustOf(b) - trustOf(a) || a.id - b.id);
