import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { foundMarket, withOneCampaignForEachCreator } from '../../../tests/harness/clicks/found-market.ts';
import { batchPlans, marketPlan } from '../../../tests/harness/clicks/plan.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts';
import { PATIENT } from '../../../tests/harness/timeouts.ts';
import { createCalendar } from '../../platform/calendar.ts';
import { candidatesFor } from './candidates.ts';
import { ClickDatabase } from './click-database.ts';
import { newClickId } from './click-id.ts';
import { linkQuotes, readLinkTerms, readStoreTerms } from './link-terms.ts';
import { maintainClickLog } from './maintenance.ts';
import { Profiles } from './profiles.ts';
import { type LinkQuote, type Quote, quoteLinks, quoteStores } from './quote.ts';
import { VisitorKeys } from './visitor.ts';

const now = Date.now();
const today = createCalendar('UTC').dayOf(now);

let database: TestDatabase;
let profiles: Profiles;
let log: ClickDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await maintainClickLog(database.pool, new VisitorKeys(), createCalendar('UTC'), now);
  profiles = new Profiles(database.pool, 1_000);
  log = new ClickDatabase(database.url, profiles, PATIENT);
  return () => log.disconnect();
});

/** The amounts of a quote, in the form of the click log. */
const notices = ({ candidate, refusal }: Quote) => ({
  isPaid: refusal === null,
  terms: candidate?.kind ?? 0,
  campaign: candidate?.campaign?.campaignId ?? null,
  cost: refusal === null ? (candidate?.costMinor ?? 0) : 0,
  user: refusal === null ? (candidate?.userMinor ?? 0) : 0,
  agency: refusal === null ? (candidate?.agencyMinor ?? 0) : 0,
  cpaPpm: candidate?.cpaPpm ?? 0,
});

/** Every check has the same runs, so that they always reach every case. PROPERTY_RUNS sets the number of random runs instead. */
const { PROPERTY_RUNS } = process.env;
const RUNS = PROPERTY_RUNS === undefined ? { numRuns: 16, seed: 1 } : { numRuns: Number(PROPERTY_RUNS) };

let visitors = 0;
async function clickOnce(code: string, source: 0 | 1, atMs: number) {
  visitors += 1;
  const visitor = createHash('sha256').update(String(visitors)).digest('hex').slice(0, 32);
  const profile = (await profiles.reload([code], atMs)).get(code)!;
  const id = newClickId(atMs);
  await log.record([{ id, profile, day: today, visitor, class: 0, source }], false);
  const { rows } = await database.pool.query(
    `SELECT class, terms, campaign_id, cost_minor, user_minor, agency_minor, cpa_ppm, passed_over FROM clicks WHERE id = $1`,
    [id],
  );
  return rows[0];
}

test('A quote and the click made at that instant agree, in any marketplace', async () => {
  const reached = { refused: 0, beyondCredit: 0, capped: 0, campaign: 0, own: 0 };
  await fc.assert(
    fc.asyncProperty(
      marketPlan,
      batchPlans,
      fc.oneof(fc.constant(1e12), fc.integer({ min: 0, max: 900 })),
      async (drawn, batches, credit) => {
        const ids = await foundMarket(database.pool, withOneCampaignForEachCreator(drawn), now);
        await database.pool.query(
          'UPDATE store_credit SET own_limit_minor = $2, limit_minor = $2 WHERE store_id = ANY ($1)',
          [ids.stores, credit],
        );
        for (const { link, source, at } of batches.flatMap(({ clicks }) => clicks).slice(0, 12)) {
          const { code, id } = ids.links[link % ids.links.length]!;
          const quoted = (await quoteLinks(database.db, { codes: [code], atMs: now + at })).get(code)!;
          const quote = quoted.sources[source];
          const everywhere = await earningsShown(ids.links, { code, source, atMs: now + at });
          const row = await clickOnce(code, source, now + at);
          expect(everywhere).toEqual(quote.refusal === null ? [row.user_minor, row.user_minor] : [0, 0]);
          const seen = notices(quote);
          // A refused link has no terms in the log; one that is beyond credit keeps them.
          const kept = quote.refusal === null || quote.refusal === 'credit_limit' ? seen : { ...seen, ...NOTHING };
          expect({
            isPaid: row.class === 0,
            terms: row.terms,
            campaign: row.campaign_id,
            cost: row.cost_minor,
            user: row.user_minor,
            agency: row.agency_minor,
            cpaPpm: row.cpa_ppm,
          }).toEqual(kept);
          if (quote.refusal === 'credit_limit')
            expect([row.class, row.passed_over]).toEqual([10, expect.stringMatching(/credit:-?\d+$/)]);
          reached.refused += quote.refusal !== null && quote.refusal !== 'credit_limit' ? 1 : 0;
          reached.beyondCredit += quote.refusal === 'credit_limit' ? 1 : 0;
          reached.capped += row.class === 0 && row.passed_over !== null ? 1 : 0;
          reached.campaign += row.campaign_id === null ? 0 : 1;
          reached.own += row.terms === 4 ? 1 : 0;
          await agreesWithTheStores(id, source, now + at);
          await agreesWithTheLists(quoted, source, now + at);
        }
        expect((await database.pool.query(OTHER_BEST_PRICES)).rows).toEqual([]);
      },
    ),
    RUNS,
  );
  // The generator reaches every way in which a click is priced, or the comparison above would say little.
  for (const [way, count] of Object.entries(reached)) expect([way, count > 0]).toEqual([way, true]);
}, 600_000);

/** The campaigns whose best prices, for lists of many, are not the highest of `effective_prices`. */
const OTHER_BEST_PRICES = `
  SELECT b.campaign_id FROM best_prices b JOIN campaigns o ON o.id = b.campaign_id CROSS JOIN LATERAL (
    SELECT coalesce(max(e.cpc_minor), 0) AS cpc, coalesce(max(e.cpa), 0) AS cpa, coalesce(max(e.cpo_minor), 0) AS cpo FROM effective_prices(o.store_id, o.id, NULL) e) e
  WHERE (b.cpc_minor, b.cpa, b.cpo_minor) IS DISTINCT FROM (e.cpc, e.cpa, e.cpo)`;

/** No campaign of this test has bonuses. */
const MONTH = '2026-01-01';
const NOTHING = { terms: 0, campaign: null, cpaPpm: 0 };

/**
 * What the next click on a link earns, as the console calculates it (terms and inspection), and as several URLs at once are quoted: with all other links
 * of the marketplace in the same question.
 */
async function earningsShown(
  links: readonly { code: string }[],
  { code, source, atMs }: { code: string; source: 0 | 1; atMs: number },
): Promise<number[]> {
  const { db } = database;
  const terms = (await readLinkTerms(db, { code, atMs, month: MONTH }))!;
  const codes = links.map((one) => one.code);
  const together = (await linkQuotes.ofLinks({ db, now: () => new Date(atMs) }, codes)).get(code);
  const shown = terms.refusal === null ? terms.sources.find((one) => one.source === source)!.perClickMinor : 0;
  return [shown, together?.[source === 0 ? 'general' : 'social'].ofClickMinor ?? 0];
}

/** The prices that lists, previews and boards show (`effective_prices`) are those of the terms that price clicks. */
async function agreesWithTheLists({ profile }: LinkQuote, source: 0 | 1, atMs: number): Promise<void> {
  for (const candidate of candidatesFor(profile, source, atMs).candidates) {
    const { rows } = await database.pool.query(
      `SELECT coalesce(e.cpc_minor, 0) AS cpc, coalesce(e.invoice_cpc_minor, 0) AS cost, coalesce(round(e.cpa * 1000000), 0)::int AS cpa,
         coalesce(round(e.invoice_cpa * 1000000), 0)::int AS order_cost, (e.user_share * 1000000)::int AS share
       FROM effective_prices($1, $2, (SELECT id FROM participants WHERE campaign_id = $2 AND user_id = $3)) e WHERE e.source = $4`,
      [profile.storeId, candidate.campaign?.campaignId ?? null, profile.userId, source],
    );
    expect(rows).toEqual([
      {
        cpc: candidate.cpcMinor,
        cost: candidate.costMinor,
        cpa: candidate.cpaPpm,
        order_cost: candidate.invoiceCpaPpm,
        share: candidate.origin.userShare === 'price' ? candidate.userSharePpm : null,
      },
    ]);
  }
}

/** A link that is neither suspended nor attached to a campaign, and whose page is paid for, is quoted as a new link to its store is. */
async function agreesWithTheStores(linkId: number, source: 0 | 1, atMs: number): Promise<void> {
  const { rows } = await database.pool.query(
    `SELECT code, user_id, store_id FROM links l WHERE id = $1 AND suspended_at IS NULL
      AND NOT EXISTS (SELECT FROM campaign_links a WHERE a.link_id = l.id)`,
    [linkId],
  );
  const link = rows[0];
  if (link === undefined) return;
  const ofLink = (await quoteLinks(database.db, { codes: [link.code], atMs })).get(link.code)!;
  // A new link to a page that its store does not pay for cannot be made.
  if (!ofLink.profile.isPagePaid) return;
  const asked = { userId: link.user_id, storeIds: [link.store_id], atMs, month: MONTH };
  const ofStore = (await quoteStores(database.db, asked)).get(link.store_id)!;
  expect(notices(ofStore.sources[source])).toEqual(notices(ofLink.sources[source]));
  const ctx = { db: database.db, now: () => new Date(atMs) };
  const earned = (await linkQuotes.ofStores(ctx, asked)).get(link.store_id)!;
  expect(earned[source === 0 ? 'general' : 'social']).toEqual(
    (await linkQuotes.ofLinks(ctx, [link.code])).get(link.code)![source === 0 ? 'general' : 'social'],
  );
  const shown = (await readStoreTerms(database.db, asked)).find(({ storeId }) => storeId === link.store_id);
  if (shown !== undefined)
    expect(shown).toEqual(await readLinkTerms(database.db, { code: link.code, atMs, month: MONTH }));
}
