import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type pg from 'pg';
import { addDays, type Calendar } from '../../platform/calendar.ts';
import { PageRules } from '../links/index.ts';
import { batchArguments, batchOf, type Click, RECORD_CLICKS_SQL } from './batch.ts';
import { classifyRequest } from './classify.ts';
import { newClickId } from './click-id.ts';
import { packDeviceCountry } from './device-country.ts';
import { TermsKeeper } from './kept-terms.ts';
import { loadProfiles } from './load-profiles.ts';
import type { LinkProfile } from './profile.ts';

const MAX_IN_BATCH = 1_000;

/** A past request for a tracked link. */
export interface PastClick {
  /** The link's code. */
  code: string;
  /** The time in milliseconds since 1970. */
  atMs: number;
  method: 'GET' | 'HEAD';
  headers: IncomingHttpHeaders;
  /** The shopper's address, which identifies a visitor together with the user agent. */
  address: string;
  /** Two capital letters; null or left out: not known. */
  country?: string | null;
}

export interface PastClickDeps {
  /** A connection, so that all clicks are in the caller's transaction. */
  database: pg.ClientBase;
  calendar: Calendar;
  nowMs: number;
  /** The key of the visitor hashes of a day. Calls that share it recognise each other's visitors; by default each call has its own keys. */
  visitorKeyOf?: (day: string) => Buffer;
}

/**
 * Records past clicks like the redirect: classified by their requests, deduplicated, priced by the current terms of the market
 * for their instants, and counted against the caps in order of time. For importing a history, not for shoppers.
 * @returns their ids, in order of time
 * @throws RangeError for a click in the future, Error for one on an unknown link, and TERMS_CHANGED from the database when
 *   another transaction changes terms meanwhile
 */
export async function recordPastClicks(
  { database, calendar, nowMs, visitorKeyOf }: PastClickDeps,
  past: readonly PastClick[],
): Promise<string[]> {
  const inOrder = [...past].sort((a, b) => a.atMs - b.atMs);
  const [first, last] = [inOrder[0], inOrder.at(-1)];
  if (first === undefined || last === undefined) return [];
  if (last.atMs > nowMs) throw new RangeError('a click of the past cannot lie in the future');
  const today = calendar.dayOf(nowMs);
  await database.query('SELECT ensure_click_months($1::date - 1, $2)', [calendar.dayOf(first.atMs), today]);
  await database.query('SELECT ensure_visitor_days($1, $2)', [today, addDays(today, 2)]);
  const snapshot = await database.query<{ seen: string }>('SELECT pg_current_snapshot()::text AS seen');
  const seen = snapshot.rows[0]!.seen;
  const codes = [...new Set(inOrder.map((click) => click.code))];
  const found = await loadProfiles(database, codes, { sinceMs: first.atMs, pages: new PageRules() });
  const clicks = toClicks(inOrder, new Map(found.map((profile) => [profile.code, profile])), calendar, visitorKeyOf);
  const keeper = new TermsKeeper();
  for (let at = 0; at < clicks.length; at += MAX_IN_BATCH) {
    const batch = await batchOf(clicks.slice(at, at + MAX_IN_BATCH));
    await keeper.keep(database, batch.chains);
    await database.query({
      name: 'record_clicks',
      text: RECORD_CLICKS_SQL,
      values: [seen, ...(await batchArguments(batch, false))],
    });
  }
  await database.query('SELECT purge_visitors($1)', [addDays(today, -1)]);
  return clicks.map(({ id }) => id);
}

function toClicks(
  past: readonly PastClick[],
  profiles: Map<string, LinkProfile>,
  calendar: Calendar,
  visitorKeyOf: (day: string) => Buffer = () => randomBytes(32),
): Click[] {
  // The keys of past days are deleted. These temporary keys exist only during this call.
  const keys = new Map<string, Buffer>();
  return past.map(({ code, atMs, method, headers, address, country = null }) => {
    const profile = profiles.get(code);
    if (profile === undefined) throw new Error(`there is no link ${code}`);
    const day = calendar.dayOf(atMs);
    const key = keys.get(day) ?? visitorKeyOf(day);
    keys.set(day, key);
    const visitor = createHmac('sha256', key).update(`${address}\n${headers['user-agent']}`).digest('hex').slice(0, 32);
    const { device, ...seen } = classifyRequest(method, headers);
    return { id: newClickId(atMs), profile, day, visitor, ...seen, deviceCountry: packDeviceCountry(device, country) };
  });
}
