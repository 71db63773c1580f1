import type { Context } from '../../../platform/context.ts';
import { isUnavailable } from '../../../platform/database/errors.ts';
import { formatError } from '../../../platform/http/error-format.ts';
import type { OrderDeps } from '../deps.ts';
import type { OrderReport } from './read-report.ts';
import { recordOrder } from './record-order.ts';
import type { BATCH_OUTCOMES } from './schemas.ts';
import type { Warning } from './warnings.ts';

/** Number of reports of a batch that are recorded at the same time. Each uses one connection of the process. */
const LANES = 4;

/** What became of one report of a batch. */
export interface BatchResult {
  /** The store's number of the order; null if the report contains none that can be used. */
  orderId: string | null;
  /** Our id of the order; null if it was not recorded. */
  id: number | null;
  /**
   * `created`, `corrected` and `known` as for a single report; `refused`: the report is invalid, or a rule refuses it; `failed`: it could not be recorded
   * at the moment, and may be repeated.
   */
  outcome: (typeof BATCH_OUTCOMES)[number];
  /** The reason of a refusal or failure: the code of a rule, a message, and the faults of an invalid report by field. */
  error: string | null;
  message: string | null;
  errors: Record<string, readonly string[]> | null;
  warnings: readonly Warning[];
}

const OUTCOMES = { recorded: 'created', amended: 'corrected', known: 'known' } as const;
const NOTHING = { id: null, error: null, message: null, errors: null, warnings: [] };

/** How the reports of a batch are read. */
export interface BatchEntries {
  /** The faults of an entry by field; null: it is valid. */
  check: (entry: unknown) => Record<string, string[]> | null;
  /** The store's number in an entry, and the field of it. */
  numberField: 'order_id' | 'event_id';
  /** Reads a valid entry. @throws InvalidInput, RuleRefused */
  read: (entry: object) => Promise<Omit<OrderReport, 'storeId' | 'channel' | 'actorId'>>;
  /** Whether an entry may refer to others: those are recorded first. */
  refersToOthers: (entry: object) => boolean;
}

/**
 * Records the reports of a store's server, each exactly as if it were sent alone, in its own transaction. Reports of one order are recorded one after the
 * other in their order. When the database becomes unavailable, the rest is not tried.
 * @param given.entries as received
 * @param given.of how they are read
 * @returns the results in the order of the entries
 */
export async function recordBatch(
  ctx: Pick<Context, 'db' | 'now' | 'log'>,
  deps: Pick<OrderDeps, 'calendar'>,
  given: { storeId: number; actorId: number; entries: readonly unknown[]; of: BatchEntries },
): Promise<BatchResult[]> {
  const { storeId, actorId, entries, of } = given;
  const results: BatchResult[] = [];
  const valid: Entry[] = [];
  for (const [index, entry] of entries.entries()) {
    const errors = of.check(entry);
    const orderId = numberOf(entry, of.numberField, errors ?? {});
    if (errors === null) valid.push({ index, orderId: orderId!, body: entry as object });
    else results[index] = { ...NOTHING, orderId, outcome: 'refused', message: INVALID, errors };
  }
  let isAway = false;
  const record = async ({ index, orderId, body }: Entry): Promise<void> => {
    if (isAway) {
      results[index] = { ...NOTHING, orderId, outcome: 'failed', error: 'unavailable', message: AWAY };
      return;
    }
    try {
      const { id, outcome, warnings } = await recordOrder(ctx, deps, {
        ...(await of.read(body)),
        storeId,
        channel: 'server',
        actorId,
      });
      results[index] = { ...NOTHING, orderId, id, outcome: OUTCOMES[outcome], warnings };
    } catch (error) {
      isAway ||= isUnavailable(error);
      results[index] = { ...NOTHING, orderId, ...refusalOf(ctx, error) };
    }
  };
  await Promise.all(
    inLanes(valid.filter(({ body }) => !of.refersToOthers(body))).map(async (lane) => {
      for (const one of lane) await record(one);
    }),
  );
  for (const one of valid.filter(({ body }) => of.refersToOthers(body))) await record(one);
  return results;
}

/** A valid report of a batch. */
interface Entry {
  index: number;
  orderId: string;
  body: object;
}

const INVALID = 'The given data was invalid.';
const AWAY = 'The service is not available for the moment. Try again.';

/** The reason as the reply to a single report would state it. */
function refusalOf(
  { log }: Pick<Context, 'log'>,
  error: unknown,
): Pick<BatchResult, 'outcome' | 'error' | 'message' | 'errors'> {
  const { status, body } = formatError(error, '');
  const isFailure = status >= 500;
  if (isFailure) log.error({ err: error }, 'a report of a batch failed');
  const fallback = isFailure ? 'server_error' : null;
  return {
    outcome: isFailure ? 'failed' : 'refused',
    error: typeof body.error === 'string' ? body.error : fallback,
    message: String(body.message),
    errors: (body.errors as BatchResult['errors']) ?? null,
  };
}

/** The order number of an invalid report, if it is valid itself. */
function numberOf(
  entry: unknown,
  field: BatchEntries['numberField'],
  faults: Readonly<Record<string, unknown>>,
): string | null {
  const given = (entry as Record<string, unknown> | null)?.[field];
  const isUsable =
    (typeof given === 'string' || typeof given === 'number') && !(field in faults || field.slice(0, -3) in faults);
  return isUsable ? String(given).trim() : null;
}

/** Distributes reports so that those of one order are in one lane, in their order. */
function inLanes(reports: readonly Entry[]): Entry[][] {
  const lanes: Entry[][] = Array.from({ length: LANES }, () => []);
  const laneOf = new Map<string, Entry[]>();
  for (const one of reports) {
    const { orderId } = one;
    const lane = laneOf.get(orderId) ?? lanes[laneOf.size % LANES]!;
    laneOf.set(orderId, lane);
    lane.push(one);
  }
  return lanes;
}
