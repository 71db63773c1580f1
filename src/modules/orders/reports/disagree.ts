import { CLOCK_TOLERANCE_MS } from '../clock-tolerance.ts';
import { hasSameLines } from './lines.ts';
import { type Statement, worth } from './statements.ts';
import { TRUST, trustOf } from './trust.ts';

/**
 * Selects the statements that an order follows. A click reported by the store itself excludes those of pages. Otherwise pages may add the click that
 * the store did not report. Signed pages exclude unsigned ones.
 */
export function statementsFollowed(statements: readonly Statement[]): Statement[] {
  const store = statements.filter((statement) => trustOf(statement) === TRUST.shop);
  if (store.some(({ clickReports }) => clickReports.length > 0)) return store;
  const pages = statements.filter((statement) => trustOf(statement) !== TRUST.shop);
  const signed = pages.filter((page) => page.signed);
  return [...store, ...(signed.length > 0 ? signed : pages)];
}

/**
 * Whether the statements about one order contradict each other, so that a user must decide: they would pay different people, or different sources name
 * different values. Which traces lead to a person does not matter. The result does not depend on the order of their arrival.
 *
 * Unsigned pages must agree, including on whether anybody is paid: a false claim of a shopper's order contradicts the report of the shopper's own page. A
 * signed page without a trace contradicts nothing, because a page is signed for the shopper's own visit. The store's plugin and server may complete each
 * other. A page that adds a trace to the store's report must contain a value that the store has reported, and must have arrived after the order was placed.
 */
export function disagree(statements: readonly Statement[]): boolean {
  const followed = statementsFollowed(statements);
  const store = followed.filter((statement) => trustOf(statement) === TRUST.shop);
  const pages = followed.filter((statement) => trustOf(statement) !== TRUST.shop);
  const claims = store.length === 0 ? pages : pages.filter(hasTrace);
  return (
    store.some(({ clickOwners }) => clickOwners.size > 1) ||
    store.some((one) => store.some((other) => contradicts(one, other))) ||
    (claims.length > 0 && pages.some((one) => pages.some((other) => isOtherPage(one, other, store)))) ||
    store.some((one) => claims.some((claim) => !one.values.has(worth(claim)) || isBefore(claim, one)))
  );
}

const hasTrace = ({ clickReports, voucherCode }: Statement) => clickReports.length > 0 || voucherCode !== null;

const isWorthOther = (one: Statement, other: Statement) => worth(one) !== worth(other);

/** Whether two pages contradict each other. Pages that name values of the store, before and after a correction, do not differ in value. */
function isOtherPage(one: Statement, other: Statement, store: readonly Statement[]): boolean {
  const isOfStore = (page: Statement) => store.length > 0 && store.every(({ values }) => values.has(worth(page)));
  if (isWorthOther(one, other) && !(isOfStore(one) && isOfStore(other))) return true;
  const isSilent = (page: Statement) => page.signed && page.payee === null;
  return one.payee !== other.payee && !isSilent(one) && !isSilent(other);
}

const isOtherPerson = (one: number | null | undefined, other: number | null | undefined) =>
  one != null && other != null && one !== other;

const contradicts = (one: Statement, other: Statement) =>
  isWorthOther(one, other) ||
  isOtherPerson([...one.clickOwners][0], [...other.clickOwners][0]) ||
  isOtherPerson(one.codeOwner, other.codeOwner) ||
  (one.lines !== null && other.lines !== null && !hasSameLines(one.lines, other.lines)) ||
  (one.customer !== null && other.customer !== null && one.customer !== other.customer);

/** Whether the report arrived before the time at which, according to the store, the order was placed. */
const isBefore = (claim: Statement, { dated }: Statement) =>
  dated !== null && claim.at.getTime() + CLOCK_TOLERANCE_MS < dated.orderAt.getTime();
