import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createTestApplication } from '../../tests/harness/application.ts';
import { openDemoMarket } from '../../tests/harness/demo.ts';

const { database, deps, demo } = await openDemoMarket();
const application = await createTestApplication({ database, vault: deps.vault });
const get = async (url: string, as: 'admin' | 'creator' | 'agency' = 'admin') =>
  (await application.call({ url, as: demo.tokens[as] })).body;

describe('the demo’s payouts', () => {
  test('have payees in every state', async () => {
    const { data } = await get('/v2/admin/payables?size=100');
    const reasons = new Set(data.flatMap((payable: { reasons: string[] }) => payable.reasons));
    expect([...reasons].sort()).toEqual(
      [
        'account_missing',
        'account_new',
        'below_minimum',
        'consent_missing',
        'nothing_payable',
        'payee_missing',
        'suspended',
      ].sort(),
    );
    const due = (await get('/v2/admin/payables?state=due')).data;
    expect(due.map(({ currency }: { currency: string }) => currency)).toContain('SEK');
    const waiting = (await get('/v2/admin/payables?state=waiting&currency=SEK')).data;
    expect(waiting.every(({ is_due, currency }: never) => !is_due && currency === 'SEK')).toBe(true);
  });

  test('have a run with returned payments and a cancelled run, so that every statement can be marked as paid', async () => {
    const { data } = await get('/v2/payout-runs');
    expect(data).toMatchObject([
      { currency: 'GBP', status: 'cancelled', needs_approval: true, created: { name: 'Ylva Sandström' } },
      { currency: 'EUR', status: 'exported', approved: { name: 'Ingrid Solberg' } },
    ]);
    // The number of due payouts depends on the visitors, who depend on the time at which the demo is loaded.
    expect(data[1].states).toEqual({ returned: expect.toSatisfy((count: number) => count > 0) });
    const { rows } = await database.pool.query("SELECT FROM payouts WHERE status IN ('in_run', 'paid')");
    expect(rows).toEqual([]);
    const [, exported] = data;
    const [file] = exported.files;
    const fetched = await application.app.inject({
      url: `/v2/payout-runs/${exported.id}/files/${file.id}`,
      headers: { authorization: demo.tokens.admin },
    });
    expect(createHash('sha256').update(fetched.rawPayload).digest('hex')).toBe(file.sha256);
  });

  test('have bank reports that were matched, and entries that were not', async () => {
    const { data } = await get('/v2/bank-entries?size=100');
    const counts: Record<string, number> = {};
    for (const { outcome } of data) counts[outcome] = (counts[outcome] ?? 0) + 1;
    const [, exported] = (await get('/v2/payout-runs')).data;
    const { returned } = exported.states;
    expect(counts).toEqual({ invoice_paid: 3, paid: returned, returned, unmatched: 2 });
    const paid = data.filter(({ outcome }: { outcome: string }) => outcome === 'invoice_paid');
    for (const { invoice_ids: ids, invoice_numbers: numbers } of paid) expect(numbers).toHaveLength(ids.length);
    const [sek] = (await get('/v2/admin/open-receivables')).data.filter(
      ({ currency }: { currency: string }) => currency === 'SEK',
    );
    const { rows } = await database.pool.query(
      `SELECT count(*) AS invoices, sum(total_minor)::bigint AS minor FROM invoices
       WHERE kind = 'store' AND paid_at IS NULL AND currency = 'SEK'`,
    );
    expect(sek.invoices).toBe(rows[0].invoices);
    expect(Math.round(Number(sek.total.amount) * 100)).toBe(rows[0].minor);
    const aged = sek.ages.reduce(
      (sum: number, { total }: { total: { amount: string } }) => sum + Number(total.amount),
      0,
    );
    expect(Math.round(aged * 100)).toBe(rows[0].minor);
  });

  test('leave the statements that scripts mark as paid, and send no mail', async () => {
    const { rows } = await database.pool.query(
      `SELECT (SELECT count(*) FROM invoices WHERE id IN ($1, $2) AND paid_at IS NULL) AS open,
        (SELECT count(*) FROM payouts WHERE agency_id = $3 OR user_id = ANY ($4)) AS payouts,
        (SELECT count(*) FROM graphile_worker.jobs WHERE task_identifier = 'send_mail') AS mails`,
      [demo.ids.store_invoice, demo.ids.client_invoice, demo.ids.client, [demo.ids.user, demo.ids.other_user]],
    );
    expect(rows[0]).toEqual({ open: 2, payouts: 0, mails: 0 });
  });

  test('show the creator and the agency the missing data', async () => {
    const { user, client } = demo.ids;
    expect(await get(`/v2/users/${user}/payee`, 'creator')).toMatchObject({
      details: { legal_name: 'Linnéa Bergström' },
      payout_accounts: [{ masked: 'SE ••••7466' }],
    });
    const { data: next } = await get(`/v2/users/${user}/next-payouts`, 'creator');
    expect(next.find(({ currency }: { currency: string }) => currency === 'SEK').reasons).toContain('account_new');
    expect(await get(`/v2/clients/${client}/payee`, 'agency')).toMatchObject({
      details: { legal_name: 'Nordljus Creators AB' },
      consent: { given_at: null },
    });
  });
});
