import { createHash } from 'node:crypto';
import { XMLParser } from 'fast-xml-parser';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '../../../../tests/harness/cast.ts';
import { AFTER_CLOSING, createClosedMarket, markPaid } from '../../../../tests/harness/closed-month.ts';
import { changingLedger } from '../../../../tests/harness/ledger.ts';
import { untilSessionsWait } from '../../../../tests/harness/lock-waiters.ts';
import { takeMails } from '../../../../tests/harness/mailbox.ts';
import { IBAN, registerPayee } from '../../../../tests/harness/payees.ts';
import { audit } from '../../payments/index.ts';

const { application, cast, closed } = await createClosedMarket();
let second: string;
const TODAY = '2026-02-03';

beforeAll(async () => {
  await application.database.pool.query('UPDATE orders SET created_at = order_at');
  second = await application.tokenOf(await application.market.user({ isAdmin: true }));
  await mark(closed.store.id);
  await mark(closed.otherStore.id);
});

/** Removes all payouts before each test. The trigger that makes the ledger append-only is disabled for this. */
beforeEach(async () => {
  await application.database.pool.query(
    `TRUNCATE payouts, payout_files, payout_runs, payout_accounts, payee_consents, payees, payout_minimums, payout_holds, idempotency_keys,
       exchange_rates, event_outbox CASCADE;
     ${changingLedger(`DELETE FROM single_entries WHERE origin_kind = 'payout'
       OR origin_kind = 'paid' AND origin_id IN (SELECT id::text FROM invoices WHERE kind <> 'store')`)}
     UPDATE invoices SET paid_at = NULL WHERE kind <> 'store';
     UPDATE users SET suspended_at = NULL;
     UPDATE agencies SET store_group_id = NULL;
     INSERT INTO exchange_rates (day, currency, units_per_eur, source) VALUES ('2026-02-01', 'SEK', 10, 'test'), ('2026-02-01', 'EUR', 1, 'test')`,
  );
});

const call = (url: string, body?: unknown, as: Role | string | null = 'admin', headers: Record<string, string> = {}) =>
  application.call({
    ...(body === undefined ? {} : { method: 'POST' as const, body }),
    url,
    headers,
    ...(as === null ? {} : { as: as in cast.tokens ? cast.tokens[as as Role] : as }),
  });
const mark = (id: number) => markPaid(application, cast, id);
const register = (account: Record<string, unknown> = {}) =>
  registerPayee(application, { path: `users/${cast.ids.creator}`, as: cast.tokens.creator, account });
const preview = async (currency = 'SEK') => (await call('/v2/payout-runs/preview', { currency, cut_off: TODAY })).body;
async function make(currency = 'SEK', as: Role | string = 'admin') {
  const { fingerprint } = await preview(currency);
  return call('/v2/payout-runs', { currency, cut_off: TODAY, fingerprint }, as);
}
const exportRun = (id: number, format = 'pain.001.001.09') => call(`/v2/payout-runs/${id}/export`, { format });
const next = async (currency = 'SEK') =>
  (await call(`/v2/users/${cast.ids.creator}/next-payouts`)).body.data.find(
    (one: { currency: string }) => one.currency === currency,
  );
async function fetchFile(runId: number, fileId: number) {
  const url = `/v2/payout-runs/${runId}/files/${fileId}`;
  return application.app.inject({ url, headers: { authorization: cast.tokens.admin } });
}
const faults = async () => (await audit(application.database.db)).filter((finding) => finding.faults > 0);

describe('The payable amounts', () => {
  it('state why they are not paid, until all data exist', async () => {
    const reasons = ['payee_missing', 'consent_missing', 'account_missing'];
    expect(await next()).toMatchObject({ payable: { amount: '326.30' }, is_due: false, reasons });
    expect((await preview()).waiting[0]).toMatchObject({ payee_id: cast.ids.creator, reasons });
    expect((await make()).body.error).toBe('nothing_to_pay');
    await register();
    expect(await next()).toMatchObject({ available: { amount: '326.30' }, is_due: true, account: 'SE ••••7466' });
  });

  it('are carried over below the minimum of the currency, of the market or of the agency', async () => {
    await register();
    const set = (body: object) =>
      application.call({ method: 'PUT', url: '/v2/admin/minimum-payouts', as: cast.tokens.admin, body });
    expect((await set({ minimum: { amount: '400', currency: 'SEK' } })).status).toBe(200);
    expect(await next()).toMatchObject({ minimum: { amount: '400.00' }, reasons: ['below_minimum'] });
    const { market, database } = application;
    const group = await market.storeGroup({ currency: 'SEK' });
    await database.pool.query('UPDATE store_groups SET payment_limit_minor = 50000 WHERE id = $1', [group]);
    await database.pool.query('UPDATE agencies SET store_group_id = $1 WHERE id = $2', [group, cast.agencyId]);
    expect(await next()).toMatchObject({ minimum: { amount: '500.00' }, reasons: ['below_minimum'] });
    expect((await set({ client_id: cast.agencyId, minimum: { amount: '326.30', currency: 'SEK' } })).status).toBe(200);
    expect(await next()).toMatchObject({ minimum: { amount: '326.30' }, is_due: true });
    expect((await set({ client_id: 999_999, minimum: { amount: '1', currency: 'SEK' } })).body.errors).toHaveProperty(
      'client_id',
    );
    expect((await set({ minimum: { amount: '1.234', currency: 'SEK' } })).status).toBe(422);
  });

  it('are not paid to suspended creators or during a hold', async () => {
    await register();
    await call('/v2/admin/holds', { user_id: cast.ids.creator, reason: 'x' });
    expect(await next()).toMatchObject({ reasons: ['nothing_payable'], held: { amount: '326.30' } });
    await application.database.pool.query(
      'UPDATE payout_holds SET released_at = now(), release_reason = $$x$$ WHERE released_at IS NULL',
    );
    await application.database.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [cast.ids.creator]);
    expect((await preview()).waiting[0]).toMatchObject({ reasons: ['suspended'] });
  });
});

describe('The list of payables', () => {
  it('contains all payees, by currency and state, in pages, for administrators only', async () => {
    const list = async (query = '') => (await call(`/v2/admin/payables${query}`)).body;
    const waiting = await list('?currency=SEK&state=waiting');
    expect(waiting.data[0]).toMatchObject({
      kind: 'creator',
      payee_id: cast.ids.creator,
      available: { amount: '326.30' },
      is_due: false,
    });
    expect(waiting.data.map(({ currency }: { currency: string }) => currency)).toEqual(['SEK', 'SEK']);
    expect((await list('?currency=SEK&state=due')).data).toEqual([]);
    await register();
    expect((await list('?currency=SEK&state=due')).data).toMatchObject([{ account: 'SE ••••7466', reasons: [] }]);
    const all = await list();
    expect(all.meta.total).toBeGreaterThan(1);
    const second = await list('?size=1&page=2');
    expect([second.data, second.meta.total]).toEqual([[all.data[1]], all.meta.total]);
    expect((await call('/v2/admin/payables?currency=ZZZ')).body.errors).toHaveProperty('currency');
    expect((await call('/v2/admin/payables?state=paid')).status).toBe(422);
    for (const [role, status] of [
      [null, 401],
      ['creator', 403],
      ['agency', 403],
      ['advertiser', 403],
    ] as const)
      expect((await call('/v2/admin/payables', undefined, role)).status).toBe(status);
  });
});

describe('The currencies with payable amounts', () => {
  const sums = async (query = '') => (await call(`/v2/admin/payable-currencies${query}`)).body;

  it('have the sums and payees of a run in them, those with something to pay first', async () => {
    const before = (await sums()).data;
    expect(before.map(({ payees }: { payees: number }) => payees)).toEqual(before.map(() => 0));
    await register({ currency: 'EUR' });
    const { data } = await sums(`?cut_off=${TODAY}`);
    expect(data.map(({ currency }: { currency: string }) => currency)).toEqual(['EUR', 'SEK']);
    for (const { currency, due, payees, waiting, waiting_payees } of data) {
      const run = await preview(currency);
      const minorOf = (rows: { amount: { amount: string } }[]) =>
        rows.reduce((sum, { amount }) => sum + Math.round(Number(amount.amount) * 100), 0);
      expect([payees, waiting_payees]).toEqual([run.due.length, run.waiting.length]);
      expect([due, waiting]).toEqual([
        { minor: minorOf(run.due), currency },
        { minor: minorOf(run.waiting), currency },
      ]);
    }
  });

  it('exclude what is still held on the cut-off, which is not in the future', async () => {
    expect((await sums('?cut_off=2026-01-11')).data).not.toEqual((await sums()).data);
    expect((await sums('?cut_off=2026-02-04')).errors).toHaveProperty('cut_off');
    expect((await call('/v2/admin/payable-currencies?cut_off=today')).status).toBe(422);
  });

  it('are for administrators only', async () => {
    for (const [role, status] of [
      [null, 401],
      ['creator', 403],
      ['agency', 403],
      ['advertiser', 403],
    ] as const)
      expect((await call('/v2/admin/payable-currencies', undefined, role)).status).toBe(status);
  });
});

describe('A payout run', () => {
  it('pays exactly the preview, once, and equals the ledger', async () => {
    await register();
    const { body: run, status } = await make();
    expect([status, run]).toMatchObject([201, { status: 'draft', total: { amount: '326.30' }, needs_approval: false }]);
    expect(await next()).toMatchObject({ in_run: { amount: '326.30' }, reasons: ['nothing_payable'] });
    expect((await make()).body.error).toBe('nothing_to_pay');
    const exported = (await exportRun(run.id)).body;
    expect(exported).toMatchObject({ status: 'exported', files: [{ kind: 'bank', payouts: 1 }] });
    const file = await fetchFile(run.id, exported.files[0].id);
    expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(exported.files[0].sha256);
    expect(file.headers['x-content-sha256']).toBe(exported.files[0].sha256);
    expect((await fetchFile(run.id, exported.files[0].id)).rawPayload).toEqual(file.rawPayload);
    const { Document } = new XMLParser({ ignoreAttributes: false, parseTagValue: false }).parse(file.payload);
    const { GrpHdr, PmtInf } = Document.CstmrCdtTrfInitn;
    expect(GrpHdr).toMatchObject({ NbOfTxs: '1', CtrlSum: '326.30' });
    expect(PmtInf.CdtTrfTxInf).toMatchObject({
      Amt: { InstdAmt: { '#text': '326.30', '@_Ccy': 'SEK' } },
      Cdtr: { Nm: 'Asa Oberg', PstlAdr: { TwnNm: 'Goteborg' } },
      CdtrAcct: { Id: { IBAN } },
    });
    expect((await exportRun(run.id)).body.error).toBe('already_exported');
    const paid = (await call(`/v2/payout-runs/${run.id}/mark-paid`, { paid_on: TODAY })).body;
    expect(paid.states).toEqual({ paid: 1 });
    await call(`/v2/payout-runs/${run.id}/mark-paid`, { paid_on: TODAY });
    expect(await next()).toMatchObject({
      paid: { amount: '326.30' },
      in_run: { amount: '0.00' },
      payable: { amount: '0.00' },
    });
    expect((await call(`/v2/payout-runs/${run.id}/cancel`, { reason: 'x' })).body.error).toBe('run_settled');
    expect(await faults()).toEqual([]);
  });

  it('prevents a statement that it pays from being marked as paid', async () => {
    await register();
    const statement = closed.creator.find(({ currency }) => currency === 'SEK')!;
    const { body: run } = await make();
    expect((await mark(statement.id)).body).toMatchObject({
      marked: 0,
      errors: [{ message: `Invoice ${statement.number} is paid by payout runs.` }],
    });
    await call(`/v2/payout-runs/${run.id}/cancel`, { reason: 'By hand' });
    expect((await mark(statement.id)).body).toEqual({ marked: 1, errors: [] });
    expect(await next()).toMatchObject({ payable: { amount: '0.00' } });
    expect(await faults()).toEqual([]);
  });

  it('needs a second administrator above the limit, also if the amount is split over several runs', async () => {
    await register();
    const { pool } = application.database;
    await pool.query(
      `INSERT INTO payout_runs (currency, cut_off, status, eur_minor, needs_approval, created_by, created_at, exported_at, format, cancelled_at, cancel_reason)
       VALUES ('SEK', $1, 'cancelled', 99000, false, $2, $3, $3, 'pain.001.001.03', $3, 'x')`,
      [TODAY, cast.ids.admin, AFTER_CLOSING],
    );
    const { body: run } = await make();
    expect(run.needs_approval).toBe(true);
    expect((await exportRun(run.id)).body.error).toBe('needs_approval');
    expect((await call(`/v2/payout-runs/${run.id}/approve`, {})).body.error).toBe('own_run');
    expect((await call(`/v2/payout-runs/${run.id}/approve`, {}, second)).body).toMatchObject({ status: 'approved' });
    expect((await call(`/v2/payout-runs/${run.id}/approve`, {}, second)).body.error).toBe('not_draft');
    expect((await exportRun(run.id)).body.status).toBe('exported');
    // The administrator who exported the files cannot alone declare that they were not executed.
    expect((await call(`/v2/payout-runs/${run.id}/cancel`, { reason: 'x' })).body.error).toBe('own_run');
    expect((await call(`/v2/payout-runs/${run.id}/cancel`, { reason: 'x' }, second)).body.status).toBe('cancelled');
    expect(await faults()).toEqual([]);
  });

  it('needs approval if there is no exchange rate', async () => {
    await register();
    await application.database.pool.query('DELETE FROM exchange_rates');
    expect((await preview()).needs_approval).toBe(true);
  });

  it('is cancelled as a whole, and its file can no longer be downloaded', async () => {
    await register();
    const { body: run } = await make();
    const { files } = (await exportRun(run.id)).body;
    expect((await call(`/v2/payout-runs/${run.id}/cancel`, { reason: 'Wrong day' })).body).toMatchObject({
      status: 'cancelled',
      cancelled: { reason: 'Wrong day' },
      states: { cancelled: 1 },
    });
    expect((await fetchFile(run.id, files[0].id)).json().error).toBe('run_cancelled');
    expect((await exportRun(run.id)).body.error).toBe('run_cancelled');
    expect((await call(`/v2/payout-runs/${run.id}/cancel`, { reason: 'x' })).body.error).toBe('run_cancelled');
    expect(await next()).toMatchObject({ is_due: true });
    expect((await make()).status).toBe(201);
    expect(await faults()).toEqual([]);
  });

  it('is not exported if none of its payouts is payable to an unchanged account', async () => {
    await register();
    const { body: run } = await make();
    await register({ iban: 'DE89370400440532013000' });
    expect((await exportRun(run.id)).body.error).toBe('nothing_to_pay');
    await call(`/v2/payout-runs/${run.id}/cancel`, { reason: 'x' });
    const { body: another } = await make();
    await call('/v2/admin/holds', { store_id: cast.storeId, reason: 'x' });
    expect((await exportRun(another.id)).body.error).toBe('nothing_to_pay');
    expect(await faults()).toEqual([]);
  });

  it('drops a payout that is no longer payable, and exports the rest', async () => {
    await register();
    await registerPayee(application, {
      path: `users/${cast.ids.otherCreator}`,
      as: cast.tokens.otherCreator,
      account: { method: 'iban', holder: 'Maja Lind', iban: 'DE89370400440532013000' },
    });
    const { body: run } = await make('EUR');
    expect(run.payouts).toBe(2);
    await call('/v2/admin/holds', { user_id: cast.ids.creator, reason: 'x' });
    const exported = (await exportRun(run.id, 'pain.001.001.03')).body;
    expect(exported).toMatchObject({ payouts: 1, states: { dropped: 1, in_run: 1 }, files: [{ payouts: 1 }] });
    const { body: list } = await call(`/v2/payout-runs/${run.id}/payouts`);
    expect(list.data.map(({ status, reason }: { status: string; reason: string }) => [status, reason]).sort()).toEqual([
      ['dropped', 'not_payable'],
      ['in_run', null],
    ]);
    expect(await faults()).toEqual([]);
  });

  it('writes a file for each way of payment, each payout in one of them', async () => {
    await register({ method: 'paypal', holder: 'Åsa', email: 'asa@example.com', currency: 'EUR' });
    await registerPayee(application, {
      path: `users/${cast.ids.otherCreator}`,
      as: cast.tokens.otherCreator,
      account: { method: 'wise', holder: 'Maja Lind', recipient_id: '148700123' },
    });
    await registerPayee(application, { path: `clients/${cast.agencyId}`, as: cast.tokens.agency });
    const { body: run } = await make('EUR');
    const { files, total } = (await exportRun(run.id)).body;
    expect(files.map(({ kind }: { kind: string }) => kind)).toEqual(['bank', 'paypal', 'wise']);
    const cents = ({ amount }: { amount: string }) => Math.round(Number(amount) * 100);
    expect(files.reduce((sum: number, one: { total: { amount: string } }) => sum + cents(one.total), 0)).toBe(
      cents(total),
    );
    const paypal = (await fetchFile(run.id, files[1].id)).payload;
    expect(paypal).toMatch(/"asa@example.com",0\.70,EUR,TR[0-9A-F]{16},/);
    expect((await fetchFile(run.id, files[2].id)).payload).toMatch(/148700123,Maja Lind,EUR,EUR,target,0\.35,TR/);
    expect(await faults()).toEqual([]);
  });

  it('returns a payout to the balance, and notifies the payee', async () => {
    await register();
    const { body: run } = await make();
    await exportRun(run.id);
    const { data } = (await call(`/v2/users/${cast.ids.creator}/payouts`)).body;
    const back = (body: object) => call(`/v2/payouts/${data[0].id}/return`, body);
    expect((await back({ returned_on: TODAY, reason: 'Closed' })).body.error).toBe('payout_not_paid');
    await call(`/v2/payout-runs/${run.id}/mark-paid`, { paid_on: TODAY, payout_ids: [data[0].id] });
    await takeMails(application.database);
    expect((await back({ returned_on: '2026-02-02', reason: 'Closed' })).body.errors).toHaveProperty('returned_on');
    expect((await back({ returned_on: TODAY, reason: 'Closed' })).body.states).toEqual({ returned: 1 });
    expect((await takeMails(application.database))[0]!.text).toContain('326.30');
    expect(await next()).toMatchObject({ payable: { amount: '326.30' }, paid: { amount: '0.00' }, is_due: true });
    const { rows } = await application.database.pool.query(
      `SELECT type FROM event_outbox WHERE type LIKE 'payout.%' ORDER BY id`,
    );
    expect(rows).toEqual([{ type: 'payout.paid' }, { type: 'payout.returned' }]);
    expect((await make()).status).toBe(201);
    expect(await faults()).toEqual([]);
  });

  it('is refused when the preview is outdated, and validates its input', async () => {
    await register();
    const { fingerprint } = await preview();
    await registerPayee(application, { path: `clients/${cast.agencyId}`, as: cast.tokens.agency });
    const body = { currency: 'SEK', cut_off: TODAY, fingerprint };
    expect((await call('/v2/payout-runs', body)).body.error).toBe('preview_changed');
    expect((await call('/v2/payout-runs', { ...body, cut_off: '2026-02-04' })).body.errors).toHaveProperty('cut_off');
    expect((await call('/v2/payout-runs', { ...body, currency: 'XXY' })).body.errors).toHaveProperty('currency');
    expect((await call('/v2/payout-runs/preview', { currency: 'SEK' })).body.errors).toHaveProperty('cut_off');
    const { body: run } = await make();
    const faultOf = async (path: string, faulty: object) =>
      Object.keys((await call(`/v2/payout-runs/${run.id}/${path}`, faulty)).body.errors ?? {});
    expect(await faultOf('export', { format: 'pain.008' })).toEqual(['format']);
    expect(await faultOf('export', { format: 'pain.001.001.09', execute_on: '2026-02-02' })).toEqual(['execute_on']);
    expect(await faultOf('cancel', {})).toEqual(['reason']);
    expect((await call(`/v2/payout-runs/${run.id}/mark-paid`, { paid_on: TODAY })).body.error).toBe('not_exported');
    await exportRun(run.id);
    expect(await faultOf('mark-paid', { paid_on: '2026-02-04' })).toEqual(['paid_on']);
    expect(await faultOf('mark-paid', { paid_on: TODAY, payout_ids: [999] })).toEqual(['payout_ids.0']);
    expect((await call('/v2/payouts/999/return', { returned_on: TODAY, reason: 'x' })).status).toBe(404);
  });

  it('is for administrators only', async () => {
    await register();
    const { body: run } = await make();
    const urls: [string, object | undefined][] = [
      ['/v2/payout-runs', undefined],
      ['/v2/payout-runs/preview', {}],
      [`/v2/payout-runs/${run.id}`, undefined],
      [`/v2/payout-runs/${run.id}/payouts`, undefined],
      [`/v2/payout-runs/${run.id}/export`, { format: 'pain.001.001.09' }],
      [`/v2/payout-runs/${run.id}/cancel`, { reason: 'x' }],
    ];
    for (const [url, body] of urls) {
      for (const role of ['creator', 'agency', 'advertiser'] as const)
        expect([url, (await call(url, body, role)).status]).toEqual([url, 403]);
      expect([url, (await call(url, body, null)).status]).toEqual([url, 401]);
    }
  });
});

describe('Concurrent requests', () => {
  it('never pay the same amount in two runs', async () => {
    await register();
    const { fingerprint } = await preview();
    const body = { currency: 'SEK', cut_off: TODAY, fingerprint };
    const made = await Promise.all([1, 2, 3, 4].map(() => call('/v2/payout-runs', body)));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
    const { id } = made.find(({ status }) => status === 201)!.body;
    const done = await Promise.all([
      exportRun(id),
      exportRun(id),
      call(`/v2/payout-runs/${id}/cancel`, { reason: 'x' }),
    ]);
    const { rows } = await application.database.pool.query(
      `SELECT r.status, (SELECT count(*)::int FROM payout_files f WHERE f.run_id = r.id) AS files FROM payout_runs r`,
    );
    expect(done.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(rows).toHaveLength(1);
    expect(rows[0].files).toBeLessThanOrEqual(1);
    expect(rows[0].status).toBe('cancelled');
    expect(await faults()).toEqual([]);
  });

  it('never pay an amount by a run that a statement marked as paid has settled', async () => {
    await register();
    const statement = closed.creator.find(({ currency }) => currency === 'SEK')!;
    const { fingerprint } = await preview();
    const [run, marked] = await Promise.all([
      call('/v2/payout-runs', { currency: 'SEK', cut_off: TODAY, fingerprint }),
      mark(statement.id),
    ]);
    expect([run.status === 201, marked.body.marked === 1].sort()).toEqual([false, true]);
  });

  it('with the same key create one run, and receive the same reply', async () => {
    await register();
    const { fingerprint } = await preview();
    const body = { currency: 'SEK', cut_off: TODAY, fingerprint };
    const twice = await Promise.all(
      [1, 2].map(() => call('/v2/payout-runs', body, 'admin', { 'idempotency-key': 'run-1' })),
    );
    expect(twice.map(({ status }) => status)).toEqual([201, 201]);
    expect(twice[0]!.body.id).toBe(twice[1]!.body.id);
  });
});

describe('A session that is killed', () => {
  it.each(['export', 'mark-paid'])(
    'during %s leaves no partial result, and the repetition completes it once',
    async (path) => {
      await register();
      const { body: run } = await make();
      if (path === 'mark-paid') await exportRun(run.id);
      const { database } = application;
      const body = path === 'export' ? { format: 'pain.001.001.09' } : { paid_on: TODAY };
      const before = (await call(`/v2/payout-runs/${run.id}`)).body;
      const blocker = await database.pool.connect();
      await blocker.query('BEGIN');
      await blocker.query('SELECT FROM payouts FOR UPDATE');
      // The export writes its file before it changes the payouts, and then waits for the lock.
      const killed = call(`/v2/payout-runs/${run.id}/${path}`, body);
      await untilSessionsWait(database, 1, killed);
      await blocker.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect((await killed).status).toBeGreaterThanOrEqual(500);
      await blocker.query('ROLLBACK');
      blocker.release();
      expect((await call(`/v2/payout-runs/${run.id}`)).body).toEqual(before);
      const { rows } = await database.pool.query('SELECT count(*)::int AS files FROM payout_files');
      expect(rows[0].files).toBe(path === 'export' ? 0 : 1);
      expect((await call(`/v2/payout-runs/${run.id}/${path}`, body)).status).toBe(200);
      expect(await faults()).toEqual([]);
    },
  );
});

describe('The audit', () => {
  it('finds altered payouts, files and approvals', async () => {
    await register();
    const { body: run } = await make();
    await exportRun(run.id);
    await call(`/v2/payout-runs/${run.id}/mark-paid`, { paid_on: TODAY });
    const { pool } = application.database;
    const alterations = [
      'UPDATE payouts SET amount_minor = amount_minor + 1',
      `UPDATE payouts SET status = 'in_run', paid_on = NULL`,
      `UPDATE payouts SET status = 'returned', returned_on = paid_on`,
      'UPDATE payouts SET file_id = NULL',
      'UPDATE payout_files SET total_minor = total_minor - 1',
    ];
    for (const alteration of alterations) {
      const client = await pool.connect();
      await pool.query('CREATE TABLE IF NOT EXISTS kept AS SELECT * FROM payouts');
      await pool.query('CREATE TABLE IF NOT EXISTS kept_files AS SELECT * FROM payout_files');
      client.release();
      await pool.query(alteration);
      expect([alteration, (await faults()).length > 0]).toEqual([alteration, true]);
      await pool.query(
        `UPDATE payouts p SET amount_minor = k.amount_minor, status = k.status, paid_on = k.paid_on, returned_on = k.returned_on,
           file_id = k.file_id FROM kept k WHERE k.id = p.id`,
      );
      await pool.query('UPDATE payout_files f SET total_minor = k.total_minor FROM kept_files k WHERE k.id = f.id');
    }
    expect(await faults()).toEqual([]);
  });
});
