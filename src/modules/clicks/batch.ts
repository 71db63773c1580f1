import {
  arrayOf,
  type Column,
  Counters,
  columns,
  isCapped,
  type PlacedChain,
  placeCandidates,
} from './candidate-columns.ts';
import { type CandidateChain, candidatesFor } from './candidates.ts';
import { clickInstant } from './click-id.ts';
import { type KeptTerms, keptTermsOf } from './kept-terms.ts';
import { ClickClass, clickRefusalAt, type LinkProfile, type LinkTarget, type Source } from './profile.ts';
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
  $30::bigint[], $31::bigint[], $32::bigint[], $33::bigint[], $34::bigint[], $35::bigint[], $36, $37)`;

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

/** Clicks with the candidate terms of each, and the terms that have to be kept before they are recorded. */
export interface Batch {
  clicks: readonly Click[];
  /** Milliseconds since the epoch of each click. */
  instants: readonly number[];
  classes: readonly ClickClass[];
  chains: PlacedChain[];
  chainOf: readonly (PlacedChain | null)[];
  terms: readonly KeptTerms[];
}

/** Classifies clicks and finds the candidate terms of each. */
export function batchOf(clicks: readonly Click[]): Batch {
  const instants = clicks.map((click) => clickInstant(click.id));
  const refusals = clicks.map((click, index) => clickRefusalAt(click.profile, instants[index]!));
  const classes = classesOf(clicks, refusals);
  const { chains, chainOf } = chainsOf(clicks, { classes, instants, refusals });
  return { clicks, instants, classes, chains, chainOf, terms: chains.map(({ terms }) => terms) };
}

/**
 * The arguments of `record_clicks` after the snapshot (documented in migrations/repeatable): the clicks, the distinct terms that
 * may price them as chains, and the cap counters that limit them. The batch's terms must have been stored before. `replay`: some
 * of the clicks may have been recorded before.
 */
export function batchArguments(batch: Batch, replay: boolean): (string | boolean)[] {
  const { clicks, instants, classes, chains, chainOf } = batch;
  const counters = new Counters(chains);
  const candidates = Object.values(placeCandidates(chains, counters)) as Column[];
  const rows = columns(14);
  const [
    id,
    link,
    user,
    agency,
    store,
    currency,
    day,
    visitor,
    classCode,
    source,
    first,
    network,
    minute,
    deviceCountry,
  ] = rows as Columns14;
  for (let index = 0; index < clicks.length; index++) {
    const click = clicks[index]!;
    const { profile } = click;
    id.push(click.id);
    link.push(profile.linkId);
    user.push(profile.userId);
    agency.push(profile.agencyId ?? 0);
    store.push(profile.storeId);
    currency.push(profile.currency);
    day.push(click.day);
    visitor.push(click.visitor);
    classCode.push(classes[index]!);
    source.push(click.source);
    first.push(chainOf[index]?.first ?? 0);
    network.push(click.network ?? 'NULL');
    minute.push(Math.floor(instants[index]! / MINUTE_MS));
    deviceCountry.push(click.deviceCountry ?? 'NULL');
  }
  const uncapped = chains.some(({ candidates }) =>
    candidates.some(({ campaign }) => campaign !== null && !isCapped(campaign)),
  );
  return [...rows.map(arrayOf), ...candidates.map(arrayOf), ...counters.columns.map(arrayOf), uncapped, replay];
}

type Columns11 = [Column, Column, Column, Column, Column, Column, Column, Column, Column, Column, Column];
type Columns14 = [...Columns11, Column, Column, Column];

/** The market's refusal comes after the request's own; the second click of a visitor in one batch is a duplicate already here. */
function classesOf(clicks: readonly Click[], refusals: readonly LinkProfile['refusal'][]): ClickClass[] {
  // The links and days that a visitor has been counted on. Most visitors occur once, and need no key for them.
  const firsts = new Map<string, Click>();
  const seen = new Set<string>();
  return clicks.map((click, index) => {
    if (click.class !== ClickClass.counted) return click.class;
    const refusal = refusals[index]!;
    if (refusal !== null) return refusal;
    const first = firsts.get(click.visitor);
    if (first === undefined) {
      firsts.set(click.visitor, click);
      return ClickClass.counted;
    }
    seen.add(visitOf(first));
    const visit = visitOf(click);
    if (seen.has(visit)) return ClickClass.duplicate;
    seen.add(visit);
    return ClickClass.counted;
  });
}

const visitOf = ({ visitor, profile, day }: Click): string => `${visitor} ${profile.linkId} ${day}`;

interface Judged {
  classes: readonly ClickClass[];
  instants: readonly number[];
  refusals: readonly LinkProfile['refusal'][];
}

/** Clicks of people have terms, even if they are not counted, because an order may be attributed to them. */
const HAS_TERMS: ReadonlySet<ClickClass> = new Set([ClickClass.counted, ClickClass.duplicate, ClickClass.prefetch]);

/** The chain of each click that has terms; clicks on one link from one source share theirs. */
function chainsOf(clicks: readonly Click[], { classes, instants, refusals }: Judged) {
  const chains: PlacedChain[] = [];
  const known = new Map<CandidateChain, PlacedChain>();
  const chainOf: (PlacedChain | null)[] = [];
  for (let index = 0; index < clicks.length; index++) {
    const { profile, source } = clicks[index]!;
    if (!HAS_TERMS.has(classes[index]!) || refusals[index] !== null) {
      chainOf.push(null);
      continue;
    }
    const chain = candidatesFor(profile, source, instants[index]!);
    let placed = known.get(chain);
    if (placed === undefined) {
      const terms = keptTermsOf(profile, source);
      placed = { candidates: chain.candidates, userId: profile.userId, first: 0, terms };
      known.set(chain, placed);
      chains.push(placed);
    }
    chainOf.push(placed);
  }
  return { chains, chainOf };
}
