import type { OrderReportRow } from './order-reports.ts';
import { TRUST, trustOf } from './trust.ts';

/** A store's clock may be behind ours by this much. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

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
>;

/**
 * Which reports an order follows. What the store itself says of the click leaves nothing to those who are believed less, and neither does a
 * signed page beside unsigned ones; else pages may add the click that the store did not report.
 */
export function reportsFollowed<Report extends Claim>(reports: readonly Report[]): Report[] {
  const most = Math.max(...reports.map(trustOf));
  const first = reports.filter((report) => trustOf(report) === most);
  const isSettled = most === TRUST.signedPage || first.some(({ reportedClick }) => reportedClick);
  return isSettled ? first : [...reports];
}

/**
 * Whether reports of one order that count contradict each other about its click or value, so that a person has to say which is right. The
 * order in which they came makes no difference.
 *
 * Pages of one kind have to say the same, click and no click included: whoever claims the order of a shopper meets the report of the shopper's
 * own page. What the store's plugin and server say may complete one another. A page that adds a click to the store's report has to know what the
 * order is worth, and to have reported it after the order was placed.
 */
export function disagree(reports: readonly Claim[]): boolean {
  const followed = reportsFollowed(reports);
  const shop = followed.filter((report) => trustOf(report) === TRUST.shop);
  const pages = followed.filter((report) => trustOf(report) !== TRUST.shop);
  const claims = shop.length === 0 ? pages : pages.filter(hasTrace);
  return (
    shop.some((one) => shop.some((other) => contradicts(one, other))) ||
    (claims.length > 0 && pages.some((one) => pages.some((other) => !isSame(one, other)))) ||
    shop.some((one) => claims.some((claim) => isWorthOther(one, claim) || isBefore(claim, one)))
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
  (one.voucherCode !== null && other.voucherCode !== null && voucherOf(one) !== voucherOf(other));

/** The claim came before the order was placed, as the store says. */
const isBefore = (claim: Claim, shop: Claim) =>
  shop.isDated && claim.at.getTime() + CLOCK_TOLERANCE_MS < shop.orderAt.getTime();
