import { describe, expect, it } from 'vitest';
import { ROLES, type Role } from '../../../../tests/harness/cast.ts';
import { AFTER_CLOSING, closeMonth, createClosedMarket, markPaid } from '../../../../tests/harness/closed-month.ts';
import { pdfTexts } from '../../../../tests/harness/pdf-text.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';

let now = AFTER_CLOSING;
const { application, cast, closed } = await createClosedMarket({ now: () => now });
await application.database.pool.query('UPDATE orders SET created_at = order_at');

const call = (url: string, as: Role | null = 'admin', body?: unknown) =>
  application.call({
    ...(body === undefined ? {} : { method: 'POST' as const, body }),
    url,
    ...(as === null ? {} : { as: cast.tokens[as] }),
  });
const mark = (id: number) => markPaid(application, cast, id);
/** The figures of one currency that are not zero. */
async function figures(url = `/v2/users/${cast.ids.creator}/balances`, currency = 'SEK') {
  const found = (await call(url)).body.data.find((one: { currency: string }) => one.currency === currency);
  const { held, currency: _, ...rest } = found;
  return Object.fromEntries(
    Object.entries<{ amount: string }>({ ...rest, ...held })
      .filter(([, { amount }]) => Number(amount) !== 0)
      .map(([name, { amount }]) => [name, amount]),
  );
}
const reason = { reason: 'Because' };

describe('A balance', () => {
  it('is payable when the store has paid, the hold period is over and nothing is on hold', async () => {
    // The clicks and the order of 10 and 12 January are past their 14 days, and the store has not paid.
    expect(await figures()).toEqual({ earned: '326.30', total: '326.30', store_unpaid: '326.30' });
    now = new Date('2026-01-25T08:00:00Z');
    expect(await figures()).toEqual({
      earned: '326.30',
      total: '326.30',
      hold_period: '70.00',
      store_unpaid: '256.30',
    });
    now = AFTER_CLOSING;
    await mark(closed.store.id);
    expect(await figures()).toEqual({ earned: '326.30', payable: '326.30' });
    const { body: hold } = await call('/v2/admin/holds', 'admin', { store_id: cast.storeId, ...reason });
    expect(await figures()).toEqual({ earned: '326.30', total: '326.30', on_hold: '326.30' });
    expect((await call(`/v2/admin/holds/${hold.id}/release`, 'admin', reason)).status).toBe(200);
    const statement = closed.creator.find(({ currency }) => currency === 'SEK')!;
    await mark(statement.id);
    expect(await figures()).toEqual({ earned: '326.30', paid: '326.30' });
    // A hold does not affect paid amounts.
    await call('/v2/admin/holds', 'admin', { user_id: cast.ids.creator, ...reason });
    expect(await figures()).toEqual({ earned: '326.30', paid: '326.30' });
    await call(`/v2/payments/invoices/${closed.store.id}/take-back-payment`, 'admin', {});
    expect(await figures()).toEqual({ earned: '326.30', paid: '326.30' });
    await application.database.pool.query(
      'UPDATE payout_holds SET released_at = now(), release_reason = $$x$$ WHERE released_at IS NULL',
    );
  });

  it('is payable, too, after an administrator has released the invoice, until the release is withdrawn', async () => {
    const [own, agency] = [`/v2/users/${cast.ids.creator}/balances`, `/v2/clients/${cast.agencyId}/balances`];
    const path = `/v2/payments/invoices/${closed.otherStore.id}`;
    expect(await figures(own, 'EUR')).toEqual({ earned: '0.70', total: '0.70', store_unpaid: '0.70' });
    expect((await call(`${path}/release`, 'admin', reason)).status).toBe(200);
    expect((await call(`${path}/release`, 'admin', reason)).body.error).toBe('already_released');
    expect(await figures(own, 'EUR')).toEqual({ earned: '0.70', payable: '0.70' });
    expect(await figures(agency, 'EUR')).toEqual({ earned: '0.10', payable: '0.10' });
    const { body: invoices } = await call('/v2/admin/invoices?kind=store');
    expect(
      invoices.data.filter(({ released_at }: { released_at: string | null }) => released_at !== null),
    ).toMatchObject([{ id: closed.otherStore.id, released_at: AFTER_CLOSING.toISOString() }]);
    expect((await call(`${path}/take-back-release`, 'admin', reason)).status).toBe(200);
    expect((await call(`${path}/take-back-release`, 'admin', reason)).body.error).toBe('not_released');
    expect(await figures(own, 'EUR')).toEqual({ earned: '0.70', total: '0.70', store_unpaid: '0.70' });
    const { rows } = await application.database.pool.query(
      `SELECT action, actor_id, details FROM audit_log WHERE action LIKE 'invoice.%release%' ORDER BY id`,
    );
    expect(rows).toEqual([
      {
        action: 'invoice.earnings_released',
        actor_id: cast.ids.admin,
        details: { ...reason, before: { released: false }, after: { released: true } },
      },
      {
        action: 'invoice.release_taken_back',
        actor_id: cast.ids.admin,
        details: { ...reason, before: { released: true }, after: { released: false } },
      },
    ]);
  });

  it('includes the open month, also for an agency that pays its creators itself', async () => {
    const { market, database } = application;
    const agencyId = await market.agency({ agencyShare: 0.1, userShare: 0.6 });
    await database.pool.query('UPDATE agencies SET own_payment_system = true WHERE id = $1', [agencyId]);
    const userId = await market.user({ agencyId });
    const link = await market.link({ userId, storeId: cast.storeId });
    await clickRecorder(database, createCalendar('UTC'))([{ code: link.code, at: new Date('2026-02-01T10:00:00Z') }]);
    expect((await call(`/v2/users/${userId}/balances`)).body).toEqual({ data: [] });
    expect(await figures(`/v2/clients/${agencyId}/balances`)).toEqual({
      earned: '2.10',
      total: '2.10',
      not_invoiced: '2.10',
    });
  });

  it('never pays out an amount above the store’s cost without a release', async () => {
    const { market, database } = application;
    const storeId = await market.store();
    await market.price({ storeId, cpcMinor: 1_000, invoiceCpcMinor: 1 });
    const userId = await market.user();
    const link = await market.link({ userId, storeId });
    await clickRecorder(database, createCalendar('UTC'))([{ code: link.code, at: new Date('2026-01-31T10:00:00Z') }]);
    await closeMonth(application, '2026-02', new Date('2026-03-02T08:00:00Z'));
    const { rows } = await database.pool.query(`SELECT id FROM invoices WHERE kind = 'store' AND store_id = $1`, [
      storeId,
    ]);
    now = new Date('2026-03-02T08:00:00Z');
    await mark(rows[0].id);
    expect(await figures(`/v2/users/${userId}/balances`)).toEqual({
      earned: '7.00',
      total: '7.00',
      store_unpaid: '7.00',
    });
    await call(`/v2/payments/invoices/${rows[0].id}/release`, 'admin', reason);
    expect(await figures(`/v2/users/${userId}/balances`)).toEqual({ earned: '7.00', payable: '7.00' });
    now = AFTER_CLOSING;
  });

  it('can be read by its owner, and listed by administrators', async () => {
    const own = `/v2/users/${cast.ids.creator}/balances`;
    const agency = `/v2/clients/${cast.agencyId}/balances`;
    for (const role of ROLES) {
      expect((await call(own, role)).status).toBe(['creator', 'agency', 'admin'].includes(role) ? 200 : 404);
      expect((await call(agency, role)).status).toBe(['agency', 'admin'].includes(role) ? 200 : 404);
      expect((await call('/v2/admin/balances', role)).status).toBe(role === 'admin' ? 200 : 403);
    }
    for (const url of [own, agency, '/v2/admin/balances']) expect((await call(url, null)).status).toBe(401);
    const list = await call('/v2/admin/balances?state=held&kind=creator&currency=EUR');
    expect(list.body.data).toMatchObject([
      { kind: 'creator', payee_id: cast.ids.creator },
      { payee_id: cast.ids.otherCreator },
    ]);
    expect((await call('/v2/admin/balances?state=owing')).status).toBe(422);
  });
});

describe('A statement', () => {
  const statements = async (url: string) => (await call(url)).body.data;
  const shown = ({ standing: { held, as_of: _, ...rest } }: { standing: Record<string, never> }) =>
    Object.fromEntries(
      Object.entries<{ amount: string }>({ ...rest, ...(held as unknown as object) })
        .filter(([, { amount }]) => Number(amount) !== 0)
        .map(([name, { amount }]) => [name, amount]),
    );

  it('shows earned, held and payable amounts, also in its documents', async () => {
    const own = `/v2/users/${cast.ids.creator}/statements`;
    const inEuros = async () =>
      (await statements(own)).find(({ currency }: { currency: string }) => currency === 'EUR');
    const { id, standing } = await inEuros();
    expect(standing.as_of).toBe('2026-02-03');
    expect(shown(await inEuros())).toEqual({ earned: '0.70', total: '0.70', store_unpaid: '0.70' });
    const agencys = (await statements(`/v2/clients/${cast.agencyId}/invoices`)).find(
      ({ currency }: { currency: string }) => currency === 'EUR',
    );
    expect(shown(agencys)).toEqual({ earned: '0.10', total: '0.10', store_unpaid: '0.10' });
    const pdf = async () =>
      pdfTexts(
        (await application.app.inject({ url: `${own}/${id}/pdf`, headers: { authorization: cast.tokens.creator } }))
          .rawPayload,
      )
        .flat()
        .join('\n');
    expect(await pdf()).toContain('Held: the store has not paid yet');
    await mark(closed.otherStore.id);
    expect(shown(await inEuros())).toEqual({ earned: '0.70', payable: '0.70' });
    expect(await pdf()).not.toContain('Held');
    expect(await pdf()).toContain('Payable');
    await mark(id);
    expect(shown(await inEuros())).toEqual({ earned: '0.70', paid: '0.70' });
  });
});

describe('Holding and releasing', () => {
  it('is permitted to administrators, for one existing store, creator or agency', async () => {
    const release = `/v2/payments/invoices/${closed.store.id}/release`;
    for (const role of ['creator', 'agency', 'advertiser', null] as const) {
      const urls = [
        '/v2/admin/holds',
        '/v2/admin/holds/1/release',
        release,
        `/v2/payments/invoices/${closed.store.id}/take-back-release`,
      ];
      for (const url of urls) expect((await call(url, role, reason)).status).toBe(role === null ? 401 : 403);
      expect((await call('/v2/admin/holds', role)).status).toBe(role === null ? 401 : 403);
    }
    const hold = async (body: object) => (await call('/v2/admin/holds', 'admin', body)).body;
    expect((await hold({ store_id: 1, user_id: 1, ...reason })).errors).toHaveProperty('store_id');
    expect((await hold({ ...reason })).errors).toHaveProperty('store_id');
    expect((await hold({ client_id: 999_999, ...reason })).errors).toHaveProperty('client_id');
    expect((await hold({ store_id: cast.storeId })).errors).toHaveProperty('reason');
    expect((await call('/v2/admin/holds/999/release', 'admin', reason)).status).toBe(404);
    // A creator's statement contains no amounts of a store.
    expect((await call(`/v2/payments/invoices/${closed.creator[0]!.id}/release`, 'admin', reason)).status).toBe(404);
  });

  it('has one effect for concurrent requests, and is recorded in the audit log', async () => {
    const body = { client_id: cast.agencyId, ...reason };
    const made = await Promise.all([1, 2, 3].map(() => call('/v2/admin/holds', 'admin', body)));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    const { id } = made.find(({ status }) => status === 201)!.body;
    expect((await call('/v2/admin/holds?state=current')).body.data).toMatchObject([
      { id, subject: { kind: 'client', id: cast.agencyId } },
    ]);
    const released = await Promise.all([1, 2].map(() => call(`/v2/admin/holds/${id}/release`, 'admin', reason)));
    expect(released.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await call('/v2/admin/holds?state=released')).body.data[0]).toMatchObject({
      id,
      released_by: cast.ids.admin,
    });
    const { rows } = await application.database.pool.query(
      `SELECT action, details FROM audit_log WHERE subject_kind = 'client' AND subject_id = $1`,
      [cast.agencyId],
    );
    expect(rows).toEqual([
      {
        action: 'client.put_on_hold',
        details: { hold_id: id, ...reason, before: { on_hold: false }, after: { on_hold: true } },
      },
      {
        action: 'client.hold_released',
        details: { hold_id: id, ...reason, before: { on_hold: true }, after: { on_hold: false } },
      },
    ]);
  });
});
