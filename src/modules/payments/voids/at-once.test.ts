import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../tests/harness/database.ts';
import { createMarket } from '../../../../tests/harness/market.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { connectDatabase } from '../../../platform/database/database.ts';
import { Conflict, RuleRefused, Unavailable } from '../../../platform/errors/errors.ts';
import { audit } from '../audit/audit.ts';
import { closePeriod } from '../periods/close-period.ts';
import { makeVoid } from './make-void.ts';
import { previewVoid } from './preview-void.ts';
import { undoVoid } from './undo-void.ts';

const calendar = createCalendar('UTC');
const company = { name: 'Tributary AB', lines: [], vatNumber: null, bankAccount: null, country: 'SE', vatRatePpm: 0 };
const database = await createTestDatabase();
/** A second process, with its own connections. */
const other = connectDatabase(database.url, { maxConnections: 4, statementTimeoutMs: 60_000, onPoolError: () => {} });
const recorders = [clickRecorder(database, calendar), clickRecorder(database, calendar)];
const LIMIT = 40;

let admin: number;
let campaign: number;
let links: { code: string }[];
beforeAll(async () => {
  const market = createMarket(database.pool);
  admin = await market.user({ isAdmin: true });
  const storeId = await market.store();
  await market.price({ storeId, cpcMinor: 100 });
  campaign = await market.campaign({ storeId, maxClicks: LIMIT });
  await market.price({ storeId, campaignId: campaign, cpcMinor: 500 });
  const uncapped = await market.store();
  await market.price({ storeId: uncapped, cpcMinor: 50 });
  const free = await market.campaign({ storeId: uncapped });
  await market.price({ storeId: uncapped, campaignId: free, cpcMinor: 70 });
  const users = [await market.user(), await market.user()];
  links = [];
  for (const userId of users)
    for (const store of [storeId, uncapped]) links.push(await market.link({ userId, storeId: store }));
});
afterAll(() => other.pool.end());

/** Errors that a person may receive during concurrent work. */
const isExpected = (error: unknown) =>
  error instanceof Conflict ||
  error instanceof Unavailable ||
  (error instanceof RuleRefused && ['budget_used_up', 'nothing_to_void', 'void_undone'].includes(error.code));

async function tolerate(act: Promise<unknown>): Promise<boolean> {
  return act.then(
    () => true,
    (error: unknown) => {
      if (!isExpected(error)) throw error;
      return false;
    },
  );
}

it('Clicks, voids, undos and closings at once on two processes keep every amount, and caps', async () => {
  let voided = 0;
  const contextOf = (db: typeof other.db, now: Date) => ({ db, now: () => now, actor: { userId: admin } as never });
  for (const [round, month] of ['2026-01', '2026-02', '2026-03', '2026-04'].entries()) {
    const now = new Date(`2026-0${round + 2}-02T08:00:00Z`);
    const day = `${month}-10`;
    const batch = () =>
      links.flatMap(({ code }) => Array.from({ length: 5 }, () => ({ code, at: new Date(`${day}T10:00:00Z`) })));
    await recorders[0]!(batch());
    const voidOn = async (db: typeof other.db) => {
      for (let turn = 0; turn < 3; turn++) {
        const filter = { kind: 'clicks' as const, campaignId: campaign, from: '2026-01-01', to: day };
        const { fingerprint } = await previewVoid({ db }, filter);
        if (await tolerate(makeVoid(contextOf(db, now), { filter, fingerprint, reason: 'Fraud' }))) voided += 1;
        const { rows } = await database.pool.query('SELECT id FROM voids WHERE undone_at IS NULL ORDER BY id LIMIT 1');
        if (rows[0]) await tolerate(undoVoid(contextOf(db, now), { voidId: rows[0].id, reason: 'A mistake' }));
      }
    };
    const clicksOn = async (record: (typeof recorders)[number]) => {
      for (let turn = 0; turn < 4; turn++) await record(batch());
    };
    await Promise.all([
      ...recorders.map(clicksOn),
      voidOn(database.db),
      voidOn(other.db),
      closePeriod({ db: other.db, now: () => now, actorId: null }, { calendar, company }, { month }),
    ]);
    // Afterwards, no concurrent work remains, so each round creates at least one void.
    await voidOn(database.db);
    expect((await audit(database.db)).filter(({ faults }) => faults > 0)).toEqual([]);
    const { rows } = await database.pool.query(
      'SELECT clicks FROM campaign_spend WHERE campaign_id = $1 AND user_id = 0',
      [campaign],
    );
    expect(rows[0].clicks).toBeLessThanOrEqual(LIMIT);
  }
  expect(voided).toBeGreaterThanOrEqual(4);
}, 300_000);
