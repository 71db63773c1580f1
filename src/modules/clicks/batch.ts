import { setImmediate as nextTurn } from 'node:timers/promises';
import { binaryArray, currencyCode, date, type ElementType, int2, int4, int8, uuid } from './binary-array.ts';
import { Counters, fixedArgument, isCapped, noCandidates, type PlacedChain, placeChain } from './candidate-columns.ts';
import { type CandidateChain, candidatesFor } from './candidates.ts';
import { CLICK_CLASSES, ClickClass } from './click-classes.ts';
import { clickInstant } from './click-id.ts';
import { keptTermsOf } from './kept-terms.ts';
import { clickRefusalAt, type LinkProfile, type LinkTarget, type Source } from './profile.ts';
import type { Subs } from './subs.ts';

/** A click as it arrived: everything about it that is not the market's. */
export interface ArrivedClick<P extends LinkTarget = LinkTarget> {
  /** UUIDv7; contains the time of the click. */
  id: string;
  profile: P;
  /** The statistics' day, `YYYY-MM-DD`. */
  day: string;
  /** Keyed hash of the visitor, 32 hex digits. */
  visitor: string;
  /** Keyed hash of the shopper's network, 32 hex digits; null or left out: its paid clicks are not limited. */
  network?: string | null;
  /**
   * The class that follows from the request alone. The market (blocked, inactive) and the log (duplicate) may still refuse it.
   */
  class: ClickClass;
  source: Source;
  /** Sub-ids that the link was followed with, if any. */
  subs?: Subs | undefined;
  /** Device and country (see `packDeviceCountry`); left out: logged by an earlier version. */
  deviceCountry?: number | undefined;
}

/** A click that can be priced. */
export type Click = ArrivedClick<LinkProfile>;

const MINUTE_MS = 60_000;

/**
 * The statement that records a batch; its arguments are made by `batchArguments`, after the snapshot up to which the terms have been
 * followed. Raises TERMS_CHANGED when they have been changed since.
 */
export const RECORD_CLICKS_SQL = `SELECT record_clicks($1::pg_snapshot,
  $2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[],
  $8::date[], $9::uuid[], $10::smallint[], $11::smallint[], $12::int[],
  $13::uuid[], $14::int[], $15::smallint[],
  $16::int[], $17::smallint[], $18::bigint[], $19::int[], $20::int[], $21::int[], $22::int[],
  $23::int[], $24::int[], $25::int[], $26::int[], $27::int[], $28::int[], $29::int[],
  $30::bigint[], $31::bigint[], $32::bigint[], $33::bigint[], $34::bigint[], $35::bigint[], $36, $37, $38::jsonb)`;

/** The same statement for a batch with sub-ids. `subsArgument` builds its last argument. */
export const RECORD_CLICKS_WITH_SUBS_SQL = `${RECORD_CLICKS_SQL},
  record_click_subs($${(RECORD_CLICKS_SQL.match(/\$\d+/g) ?? []).length + 1}::jsonb)`;

/** The rows of `click_subs` for a batch; null if there are none. */
export function subsArgument(clicks: readonly Click[]): string | null {
  const rows: object[] = [];
  for (const { id, profile, day, subs } of clicks) {
    if (subs !== undefined) rows.push({ ...subs, id, user_id: profile.userId, day });
  }
  return rows.length === 0 ? null : JSON.stringify(rows);
}

/** SQLSTATE of a batch that was priced by terms which no longer hold. */
export const TERMS_CHANGED = 'TRB01';

/** Clicks with the candidate terms of each, which have to be kept before the clicks are recorded. */
export interface Batch {
  clicks: readonly Click[];
  /** Milliseconds since the epoch of each click. */
  instants: number[];
  classes: ClickClass[];
  chains: PlacedChain[];
  chainOf: (PlacedChain | null)[];
}

/** Clicks that are worked on before requests of shoppers have their turn. */
const CLICKS_AT_A_TIME = 100;
/** The same for arguments that are formatted, each of which has a value for every click. */
const ARGUMENTS_AT_A_TIME = 5;

/** Calls `work` for the numbers from 0 to `count`, with a turn of the event loop after every `atATime` of them. */
async function inSlices(count: number, atATime: number, work: (index: number) => void): Promise<void> {
  for (let from = 0; from < count; from += atATime) {
    if (from > 0) await nextTurn();
    const to = Math.min(count, from + atATime);
    for (let index = from; index < to; index++) work(index);
  }
}

/** Classifies clicks and finds the candidate terms of each. */
export async function batchOf(clicks: readonly Click[]): Promise<Batch> {
  const batch: Batch = { clicks, instants: [], classes: [], chains: [], chainOf: [] };
  const visits = new Visits();
  const known = new Map<CandidateChain, PlacedChain>();
  await inSlices(clicks.length, CLICKS_AT_A_TIME, (index) => {
    const click = clicks[index]!;
    const instant = clickInstant(click.id);
    const refusal = clickRefusalAt(click.profile, instant);
    const kind = classOf(click, refusal, visits);
    batch.instants.push(instant);
    batch.classes.push(kind);
    const hasTerms = refusal === null && HAS_TERMS.has(kind);
    batch.chainOf.push(hasTerms ? placedChain(click, instant, known, batch.chains) : null);
  });
  return batch;
}

/**
 * The arguments of `record_clicks` after the snapshot (documented in migrations/repeatable): the clicks, the distinct terms that
 * may price them as chains, and the cap counters that limit them. The batch's terms must have been stored before. `replay`: some
 * of the clicks may have been recorded before.
 */
export async function batchArguments(batch: Batch, replay: boolean): Promise<(Buffer | boolean | string | null)[]> {
  const { clicks, instants, classes, chains, chainOf } = batch;
  const counters = new Counters(chains);
  const candidates = noCandidates();
  await inSlices(chains.length, CLICKS_AT_A_TIME, (index) => placeChain(chains[index]!, counters, candidates));
  const uncapped = chains.some(({ candidates }) =>
    candidates.some(({ campaign }) => campaign !== null && !isCapped(campaign)),
  );
  const rows = clickColumns();
  await inSlices(clicks.length, CLICKS_AT_A_TIME, (index) => {
    const click = clicks[index]!;
    const { profile } = click;
    rows.id.push(click.id);
    rows.link.push(profile.linkId);
    rows.user.push(profile.userId);
    rows.agency.push(profile.agencyId ?? 0);
    rows.store.push(profile.storeId);
    rows.currency.push(profile.currency);
    rows.day.push(click.day);
    rows.visitor.push(click.visitor);
    rows.class.push(classes[index]!);
    rows.source.push(click.source);
    rows.first.push(chainOf[index]?.first ?? 0);
    rows.network.push(click.network ?? null);
    rows.minute.push(Math.floor(instants[index]! / MINUTE_MS));
    rows.deviceCountry.push(click.deviceCountry ?? null);
  });
  const { next, terms, campaign, cost, cpc, user, agency, userShare, agencyShare, cpa, invoiceCpa } = candidates;
  const { total, own, pool, list } = candidates;
  const formats = [
    ...formatsOf(uuid, rows.id),
    ...formatsOf(int8, rows.link, rows.user, rows.agency, rows.store),
    ...formatsOf(currencyCode, rows.currency),
    ...formatsOf(date, rows.day),
    ...formatsOf(uuid, rows.visitor),
    ...formatsOf(int2, rows.class, rows.source),
    ...formatsOf(int4, rows.first),
    ...formatsOf(uuid, rows.network),
    ...formatsOf(int4, rows.minute),
    ...formatsOf(int2, rows.deviceCountry),
    ...formatsOf(int4, next),
    ...formatsOf(int2, terms),
    ...formatsOf(int8, campaign),
    ...formatsOf(int4, cost, cpc, user, agency, userShare, agencyShare, cpa, invoiceCpa, total, own, pool),
    ...formatsOf(int8, list, ...counters.columns),
  ];
  const formatted: Buffer[] = [];
  await inSlices(formats.length, ARGUMENTS_AT_A_TIME, (index) => formatted.push(formats[index]!()));
  return [...formatted, uncapped, replay, fixedArgument(candidates)];
}

/** The columns of clicks of `record_clicks`. */
const clickColumns = () => ({
  id: [] as string[],
  link: [] as number[],
  user: [] as number[],
  agency: [] as number[],
  store: [] as number[],
  currency: [] as string[],
  day: [] as string[],
  visitor: [] as string[],
  class: [] as number[],
  source: [] as number[],
  first: [] as number[],
  network: [] as (string | null)[],
  minute: [] as number[],
  deviceCountry: [] as (number | null)[],
});

const formatsOf = <T>(type: ElementType<T>, ...columns: readonly (readonly (T | null)[])[]) =>
  columns.map((column) => () => binaryArray(type, column));

/** The visits of the counted clicks of a batch. */
class Visits {
  // The links and days that a visitor has been counted on. Most visitors occur once, and need no key for them.
  readonly #firsts = new Map<string, Click>();
  readonly #seen = new Set<string>();

  /** Adds a click. @returns whether the visitor has been counted on its link and day before */
  add(click: Click): boolean {
    const first = this.#firsts.get(click.visitor);
    if (first === undefined) {
      this.#firsts.set(click.visitor, click);
      return false;
    }
    this.#seen.add(visitOf(first));
    const visit = visitOf(click);
    if (this.#seen.has(visit)) return true;
    this.#seen.add(visit);
    return false;
  }
}

const visitOf = ({ visitor, profile, day }: Click): string => `${visitor} ${profile.linkId} ${day}`;

/** The market's refusal comes after the request's own; the second click of a visitor in one batch is a duplicate already here. */
function classOf(click: Click, refusal: LinkProfile['refusal'], visits: Visits): ClickClass {
  if (click.class !== ClickClass.counted) return click.class;
  if (refusal !== null) return refusal;
  return visits.add(click) ? ClickClass.duplicate : ClickClass.counted;
}

/** Clicks of people have terms, even if they are not counted, because an order may be attributed to them. */
const HAS_TERMS: ReadonlySet<ClickClass> = new Set(
  Object.values(CLICK_CLASSES).flatMap(({ code, refusesOrders }) => (refusesOrders ? [] : [code])),
);

/** The chain of a click that has terms. Clicks on one link from one source share theirs; a new one is added to `chains`. */
function placedChain(
  { profile, source }: Click,
  instant: number,
  known: Map<CandidateChain, PlacedChain>,
  chains: PlacedChain[],
): PlacedChain {
  const chain = candidatesFor(profile, source, instant);
  let placed = known.get(chain);
  if (placed === undefined) {
    const terms = keptTermsOf(profile, source);
    placed = { candidates: chain.candidates, userId: profile.userId, first: 0, terms };
    known.set(chain, placed);
    chains.push(placed);
  }
  return placed;
}
