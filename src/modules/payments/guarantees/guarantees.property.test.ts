import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bookOrder } from '../../../../tests/harness/booked-orders.ts';
import { createTestDatabase } from '../../../../tests/harness/database.ts';
import { createMarket } from '../../../../tests/harness/market.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { sqlState } from '../../../platform/database/errors.ts';
import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import { audit } from '../audit/audit.ts';
import { GUARANTEES } from '../audit/guarantee-checks.ts';
import { issueCreditNote } from '../credit-notes/issue-credit-note.ts';
import { settleInvoices } from '../imports/mark-paid.ts';
import { takeBackPayment } from '../invoices/take-back-payment.ts';
import { closeAllPeriods } from '../periods/close-period.ts';
import { recordPrepayment, refundPrepaid } from '../prepaid/prepay.ts';
import { endGuarantee, reserveGuarantee } from './write-guarantee.ts';

const calendar = createCalendar('UTC');
const company = {
  name: 'Tributary AB',
  lines: ['Skeppsbron 2'],
  vatNumber: 'SE559000000001',
  bankAccount: null,
  country: 'SE',
  vatRatePpm: 250_000,
};
const deps = { calendar, company };
const database = await createTestDatabase();
const { db, pool } = database;
const market = createMarket(pool);
const record = clickRecorder(database, calendar);
const userId = await market.user({ isAdmin: true });

const CLICK_MINOR = 37;
/** A part of the balance covers the rounding of VAT (guarantee_rounding). */
const ROUNDING_MINOR = 100;
const COUNTED = [
  'prepay',
  'refund',
  'reserve',
  'clicks',
  'order',
  'deny',
  'agree',
  'close',
  'pay',
  'take-back',
] as const;
const step = fc.record({
  kind: fc.constantFrom(...COUNTED, 'prepay', 'reserve', 'reserve', 'clicks', 'clicks', 'credit', 'end'),
  campaign: fc.nat(1),
  which: fc.nat(5),
  amount: fc.integer({ min: 1, max: 900 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Campaign {
  id: number;
  linkId: number;
  code: string;
  participantId: number;
  /** The guarantee in the independent model; null: none. */
  kept: { amount: number; used: number; until: string } | null;
}
let month = 0;
const monthOf = (n: number) => `${2030 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`;
const left = ({ kept }: Campaign) => (kept === null ? 0 : kept.amount - Math.min(Math.max(kept.used, 0), kept.amount));
const cover = (minor: number) => Math.floor((minor * 100) / 125);

async function open() {
  const storeId = await market.store({ creditMinor: 2_000 });
  await market.price({ storeId, cpcMinor: 1 });
  const campaigns: Campaign[] = [];
  for (let n = 0; n < 2; n += 1) {
    const id = await market.campaign({ storeId, type: 'user_accept' });
    await pool.query('UPDATE campaigns SET approval_days = 14 WHERE id = $1', [id]);
    await market.price({ storeId, campaignId: id, cpcMinor: 30, invoiceCpcMinor: CLICK_MINOR });
    const creator = await market.user();
    const participantId = await market.participant({ campaignId: id, userId: creator });
    const link = await market.link({ userId: creator, storeId });
    campaigns.push({ id, linkId: link.id, code: link.code, participantId, kept: null });
  }
  return { storeId, campaigns };
}
type Scene = Awaited<ReturnType<typeof open>>;

async function creditOf(storeId: number) {
  const { rows } = await pool.query<{
    incurred: number;
    promised: number;
    reserved: number;
    limit: number;
    prepaid: number;
  }>(
    `SELECT incurred_minor AS incurred, promised_minor AS promised, reserved_minor AS reserved, limit_minor AS limit, prepaid_minor AS prepaid
     FROM store_credit WHERE store_id = $1`,
    [storeId],
  );
  const credit = rows[0]!;
  return { ...credit, room: credit.limit - credit.incurred - credit.promised - credit.reserved };
}

/** Whether the step was refused for a reason of the product. */
const refused = (act: Promise<unknown>) =>
  act.then(
    () => false,
    (error) => {
      if (error instanceof RuleRefused || error instanceof InvalidInput) return true;
      if (['TRB04', 'TRB11'].includes(sqlState(error) ?? '')) return true;
      throw error;
    },
  );

const number = async (text: string, values: unknown[]) => (await pool.query<{ n: number }>(text, values)).rows[0]!.n;

const STEPS: Record<Step['kind'], (given: Step, scene: Scene) => Promise<void>> = {
  async prepay({ amount }, { storeId }) {
    await recordPrepayment(context(), deps, { storeId, amountMinor: amount * 5, day: today(), reason: 'x' });
  },
  async refund({ amount, campaign }, { storeId, campaigns }) {
    const { incurred, promised, reserved, prepaid } = await creditOf(storeId);
    const given = { minor: amount * (1 + 4 * campaign), field: 'amount' };
    const isBound = campaigns.some(({ kept }) => kept !== null);
    const limit = isBound
      ? Math.max(0, cover(prepaid - given.minor) - ROUNDING_MINOR)
      : cover(prepaid - given.minor) + 2_000;
    const is = await refused(refundPrepaid(context(), deps, { storeId, amount: given, day: today(), reason: 'x' }));
    expect(is).toBe(given.minor > prepaid || incurred + promised + reserved > limit);
  },
  async reserve({ amount, campaign: which }, { storeId, campaigns }) {
    const campaign = campaigns[which]!;
    const { incurred, promised, reserved, prepaid } = await creditOf(storeId);
    const before = left(campaign);
    const until = `${2033 + Math.floor(month / 12)}-12-31`;
    const next = { amount, used: campaign.kept?.used ?? 0, until };
    const needed = incurred + promised + reserved - before + left({ ...campaign, kept: next });
    const isLess = campaign.kept !== null && amount < campaign.kept.amount;
    const isSame = campaign.kept?.amount === amount && campaign.kept.until === until;
    const is = await refused(
      reserveGuarantee(context() as never, deps, {
        campaignId: campaign.id,
        amount: { minor: amount, field: 'amount' },
        until,
      }),
    );
    expect(is).toBe(isLess || (!isSame && needed > Math.max(0, cover(prepaid) - ROUNDING_MINOR)));
    if (!is) campaign.kept = next;
  },
  async clicks({ amount, campaign: which }, { storeId, campaigns }) {
    const campaign = campaigns[which]!;
    const count = 1 + (amount % 6);
    let { room } = await creditOf(storeId);
    let kept = left(campaign);
    let paid = 0;
    for (let n = 0; n < count; n += 1) {
      const own = Math.min(kept, CLICK_MINOR);
      if (CLICK_MINOR > own && CLICK_MINOR - own > room) continue;
      kept -= own;
      room -= CLICK_MINOR - own;
      paid += 1;
    }
    const before = await number('SELECT incurred_minor AS n FROM store_credit WHERE store_id = $1', [storeId]);
    await record(
      Array.from({ length: count }, () => ({
        code: campaign.code,
        at: new Date(`${monthOf(month)}-10T10:00:00Z`),
        visitor: String(Math.random()),
      })),
    );
    const after = await number('SELECT incurred_minor AS n FROM store_credit WHERE store_id = $1', [storeId]);
    expect((after - before) / CLICK_MINOR).toBe(paid);
    if (campaign.kept !== null) campaign.kept.used += paid * CLICK_MINOR;
  },
  async order({ amount, campaign: which, which: kind }, { storeId, campaigns }) {
    const campaign = campaigns[which]!;
    const { room } = await creditOf(storeId);
    const order = {
      linkId: campaign.linkId,
      campaignId: campaign.id,
      day: today(),
      valueMinor: amount * 5,
      cpaPpm: 200_000,
    };
    const is = await refused(bookOrder(pool, { ...order, status: kind % 2 === 0 ? 'pending' : 'approved' }));
    expect(is).toBe(amount > left(campaign) && amount - left(campaign) > room);
    if (!is && campaign.kept !== null) campaign.kept.used += amount;
  },
  async deny({ campaign: which }, { campaigns }) {
    const campaign = campaigns[which]!;
    const { rows } = await pool.query<{ cost: number }>(
      `UPDATE orders SET status = 'denied', updated_at = $2 FROM (SELECT id, cost_minor AS cost FROM orders WHERE campaign_id = $1 AND status <> 'denied'
         AND cost_minor > 0 ORDER BY id DESC LIMIT 1) o WHERE orders.id = o.id RETURNING o.cost`,
      [campaign.id, context().now()],
    );
    if (rows[0] !== undefined && campaign.kept !== null) campaign.kept.used -= rows[0].cost;
  },
  async agree({ amount, campaign: which }, { storeId, campaigns }) {
    const campaign = campaigns[which]!;
    const { room } = await creditOf(storeId);
    const sum = 'SELECT coalesce(payment_amount_minor, 0) AS n FROM participants WHERE id = $1';
    const before = await number(sum, [campaign.participantId]);
    const is = await refused(
      pool.query('UPDATE participants SET payment_amount_minor = $2 WHERE id = $1', [campaign.participantId, amount]),
    );
    const more = amount - before;
    expect(is).toBe(more > left(campaign) && more - left(campaign) > room);
    if (!is && campaign.kept !== null) campaign.kept.used += more;
  },
  async close() {
    month += 1;
    await closeAllPeriods({ db, now: () => new Date(`${monthOf(month)}-02T10:00:00Z`), actorId: null }, deps);
  },
  async pay(_, { storeId }) {
    const { rows } = await pool.query<{ id: number }>(
      `SELECT id FROM invoices WHERE store_id = $1 AND paid_at IS NULL AND open_minor > 0 ORDER BY id LIMIT 1`,
      [storeId],
    );
    const { now } = context();
    for (const { id } of rows)
      await db.transaction((tx) => settleInvoices(tx, [{ invoiceId: id, paidAt: now() }], { now: now(), calendar }));
  },
  async 'take-back'({ which }, { storeId }) {
    const { rows } = await pool.query<{ id: number }>(
      `SELECT id FROM invoices WHERE store_id = $1 AND credits_id IS NULL AND paid_at IS NOT NULL ORDER BY id`,
      [storeId],
    );
    const invoiceId = rows[which % Math.max(1, rows.length)]?.id;
    if (invoiceId !== undefined) await refused(takeBackPayment(context(), deps, { invoiceId }));
  },
  async credit({ which, amount }, { storeId }) {
    const { rows } = await pool.query<{ id: number }>(
      'SELECT id FROM invoices WHERE store_id = $1 AND credits_id IS NULL ORDER BY id',
      [storeId],
    );
    const invoiceId = rows[which % Math.max(1, rows.length)]?.id;
    if (invoiceId === undefined) return;
    const net = () => ({ minor: amount, field: 'net' });
    await refused(issueCreditNote(context(), deps, { invoiceId, net, reason: 'x' }));
  },
  async end({ campaign: which, amount }, { campaigns }) {
    if (amount % 3 > 0) return;
    await endGuarantee(context() as never, { campaignId: campaigns[which]!.id, reason: 'Fraud' });
    campaigns[which]!.kept = null;
  },
};

const today = () => `${monthOf(month)}-20`;
const context = () => ({ db, now: () => new Date(`${today()}T10:00:00Z`), actor: { userId } as never });

it('reserved money covers its campaign alone, to the minor unit, and is never withdrawn, whatever a store does in any order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (steps) => {
      const scene = await open();
      for (const one of steps) {
        await STEPS[one.kind](one, scene);
        const { reserved } = await creditOf(scene.storeId);
        expect(reserved).toBe(scene.campaigns.reduce((sum, campaign) => sum + left(campaign), 0));
        for (const { faults } of GUARANTEES) {
          const { rows } = await db.execute(sql`SELECT fault FROM (${faults}) f`);
          expect({ after: one, rows }).toEqual({ after: one, rows: [] });
        }
      }
      expect((await audit(db)).filter(({ faults }) => faults > 0)).toEqual([]);
      for (const { id } of scene.campaigns) await endGuarantee(context() as never, { campaignId: id, reason: 'x' });
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 12) },
  );
}, 600_000);
