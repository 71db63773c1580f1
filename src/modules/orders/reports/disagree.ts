import { CLOCK_TOLERANCE_MS } from '../clock-tolerance.ts';
import { hasSameLines } from './lines.ts';
import type { OrderReportRow } from './order-reports.ts';
import { TRUST, trustOf } from './trust.ts';

type Claim = Pick<
  OrderReportRow,
  | 'channel'
  | 'signed'
  | 'at'
  | 'orderAt'
  | 'isDated'
  | 'originalMinor'
  | 'originalCurrency'
  | 'reportedClick'
  | 'clickId'
  | 'voucherCode'
  | 'lines'
  | 'customer'
>;

/**
 * Selects the reports that an order follows. A click reported by the store itself excludes less trusted reports. Likewise, a
 * signed page excludes unsigned ones. Otherwise pages may add the click that the store did not report.
 */
export function reportsFollowed<Report extends Claim>(reports: readonly Report[]): Report[] {
  const max = Math.max(...reports.map(trustOf));
  const first = reports.filter((report) => trustOf(report) === max);
  const isSettled = max === TRUST.signedPage || first.some(({ reportedClick }) => reportedClick);
  return isSettled ? first : [...reports];
}

/**
 * Whether the counting reports of one order contradict each other about its click or value, so that a user must decide. The
 * result does not depend on the order of their arrival.
 *
 * Reports of the same kind of page must agree, including on the absence of a click: a false claim of a shopper's order contradicts the report of the shopper's
 * own page. Reports of the store's plugin and server may complete each other. A page that adds a click to the store's report must contain the same
 * value, and must have arrived after the order was placed.
 */
export function disagree(reports: readonly Claim[]): boolean {
  const followed = reportsFollowed(reports);
  const store = followed.filter((report) => trustOf(report) === TRUST.shop);
  const pages = followed.filter((report) => trustOf(report) !== TRUST.shop);
  const claims = store.length === 0 ? pages : pages.filter(hasTrace);
  return (
    store.some((one) => store.some((other) => contradicts(one, other))) ||
    (claims.length > 0 && pages.some((one) => pages.some((other) => !isSame(one, other)))) ||
    store.some((one) => claims.some((claim) => isWorthOther(one, claim) || isBefore(claim, one)))
  );
}

const hasTrace = ({ reportedClick, voucherCode }: Claim) => reportedClick || voucherCode !== null;

const isWorthOther = (one: Claim, other: Claim) =>
  one.originalMinor !== other.originalMinor || one.originalCurrency !== other.originalCurrency;

const voucherOf = ({ voucherCode }: Claim) => voucherCode?.toLowerCase() ?? null;

const isSame = (one: Claim, other: Claim) =>
  !isWorthOther(one, other) &&
  one.reportedClick === other.reportedClick &&
  one.clickId === other.clickId &&
  voucherOf(one) === voucherOf(other);

const contradicts = (one: Claim, other: Claim) =>
  isWorthOther(one, other) ||
  (one.reportedClick && other.reportedClick && one.clickId !== other.clickId) ||
  (one.voucherCode !== null && other.voucherCode !== null && voucherOf(one) !== voucherOf(other)) ||
  (one.lines !== null && other.lines !== null && !hasSameLines(one.lines, other.lines)) ||
  (one.customer !== null && other.customer !== null && one.customer !== other.customer);

/** Whether the report arrived before the time at which, according to the store, the order was placed. */
const isBefore = (claim: Claim, store: Claim) =>
  store.isDated && claim.at.getTime() + CLOCK_TOLERANCE_MS < store.orderAt.getTime();
