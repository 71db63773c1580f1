import { beforeEach, describe, expect, it } from 'vitest';
import { camt, pain002, type ReportedPayment } from '../../../../tests/harness/bank-reports.ts';
import type { Role } from '../../../../tests/harness/cast.ts';
import { createClosedMarket } from '../../../../tests/harness/closed-month.ts';
import { changingLedger } from '../../../../tests/harness/ledger.ts';
import { takeMails } from '../../../../tests/harness/mailbox.ts';
import { registerPayee } from '../../../../tests/harness/payees.ts';
import { upload } from '../../../../tests/harness/upload.ts';
import { audit } from '../../payments/index.ts';

const { application, cast, closed } = await createClosedMarket();
const TODAY = '2026-02-03';

await application.database.pool.query('UPDATE orders SET created_at = order_at');
await registerPayee(application, { path: `users/${cast.ids.creator}`, as: cast.tokens.creator });

/** Each test begins with invoices that are open, and nothing paid out. */
beforeEach(async () => {
  await application.database.pool.query(
    `TRUNCATE payouts, payout_files, payout_runs, bank_files, bank_entries, bank_entry_invoices, idempotency_keys CASCADE;
     ${changingLedger(`DELETE FROM single_entries WHERE origin_kind IN ('payout', 'paid')`)}
     UPDATE invoices SET paid_at = NULL`,
  );
});

const call = (url: string, body?: unknown, as: Role | null = 'admin') =>
  application.call({
    ...(body === undefined ? {} : { method: 'POST' as const, body }),
    url,
    ...(as === null ? {} : { as: cast.tokens[as] }),
  });
const send = (content: Buffer, as: Role | null = 'admin') =>
  upload(application, {
    url: '/v2/bank-files',
    as: as === null ? null : cast.tokens[as],
    mediaType: 'application/xml',
    content,
  });
const read = async (...payments: ReportedPayment[]) => (await send(camt(payments))).body.outcomes;
const entries = async () => (await call('/v2/bank-entries')).body.data;
const total = ({ total_minor: minor }: { total_minor: number }) => (minor / 100).toFixed(2);
const faults = async () => (await audit(application.database.db)).filter((finding) => finding.faults > 0);
const storeInvoice = (): ReportedPayment => ({
  direction: 'CRDT',
  amount: total(closed.store),
  reference: closed.store.number,
});

/** An exported run with the creator's payout in SEK; the store has paid. */
async function exported() {
  await read(storeInvoice());
  const request = { currency: 'SEK', cut_off: TODAY };
  const { fingerprint } = (await call('/v2/payout-runs/preview', request)).body;
  const { id } = (await call('/v2/payout-runs', { ...request, fingerprint })).body;
  await call(`/v2/payout-runs/${id}/export`, { format: 'pain.001.001.03' });
  const { rows } = await application.database.pool.query(
    `SELECT p.id, p.end_to_end_id AS "endToEndId", f.message_id AS "messageId" FROM payouts p JOIN payout_files f ON f.id = p.file_id`,
  );
  return { runId: id, amount: '326.30', ...(rows[0] as { id: number; endToEndId: string; messageId: string }) };
}
const statusOf = async (runId: number) => (await call(`/v2/payout-runs/${runId}`)).body.states;
const balance = async () =>
  (await call(`/v2/users/${cast.ids.creator}/balances`)).body.data.find(
    ({ currency }: { currency: string }) => currency === 'SEK',
  );

describe('Payouts', () => {
  it('are paid by their end-to-end id, once, whichever files report them', async () => {
    const { runId, amount, endToEndId } = await exported();
    const payment = { direction: 'DBIT', amount, endToEndId } as const;
    expect(await read(payment)).toEqual({ paid: 1 });
    expect(await statusOf(runId)).toEqual({ paid: 1 });
    const again = camt([payment], '054');
    expect((await send(again)).body.outcomes).toEqual({ known: 1 });
    expect((await send(again)).body.error).toBe('file_known');
    // Without any reference of the bank, a person decides.
    expect(await read({ direction: 'DBIT', amount, reference: `x ${endToEndId} y` })).toEqual({ doubtful: 1 });
    expect(await balance()).toMatchObject({ paid: { amount }, payable: { amount: '0.00' } });
    expect(await faults()).toEqual([]);
  });

  it('return to the balance, and their payee is notified', async () => {
    const { amount, endToEndId, runId } = await exported();
    await read({ direction: 'DBIT', amount, endToEndId });
    await takeMails(application.database);
    expect(await read({ direction: 'CRDT', amount, endToEndId, returnReason: 'AC04' })).toEqual({ returned: 1 });
    expect((await takeMails(application.database))[0]!.text).toContain('AC04');
    expect(await statusOf(runId)).toEqual({ returned: 1 });
    expect(await balance()).toMatchObject({ paid: { amount: '0.00' }, payable: { amount } });
    expect(await faults()).toEqual([]);
  });

  it('may be paid and returned in one file, or reported only by their return', async () => {
    const { amount, endToEndId } = await exported();
    expect(
      await read(
        { direction: 'DBIT', amount, endToEndId },
        { direction: 'CRDT', amount, endToEndId, returnReason: 'AC04' },
      ),
    ).toEqual({ paid: 1, returned: 1 });
    expect(await faults()).toEqual([]);
    const another = await exported2();
    expect(
      await read({ direction: 'CRDT', amount, endToEndId: another, returnReason: 'AC04', day: '2026-02-02' }),
    ).toEqual({
      returned: 1,
    });
    expect(await faults()).toEqual([]);
  });

  async function exported2() {
    const request = { currency: 'SEK', cut_off: TODAY };
    const { fingerprint } = (await call('/v2/payout-runs/preview', request)).body;
    const { id } = (await call('/v2/payout-runs', { ...request, fingerprint })).body;
    await call(`/v2/payout-runs/${id}/export`, { format: 'pain.001.001.09' });
    return (await call(`/v2/payout-runs/${id}/payouts`)).body.data[0].end_to_end_id as string;
  }

  it('of a run that was not exported match nothing, because no bank can know them', async () => {
    await read(storeInvoice());
    const request = { currency: 'SEK', cut_off: TODAY };
    const { fingerprint } = (await call('/v2/payout-runs/preview', request)).body;
    const { id } = (await call('/v2/payout-runs', { ...request, fingerprint })).body;
    const { end_to_end_id: endToEndId } = (await call(`/v2/payout-runs/${id}/payouts`)).body.data[0];
    for (const direction of ['DBIT', 'CRDT'] as const)
      expect(await read({ direction, amount: '326.30', endToEndId })).toEqual({ unmatched: 1 });
    expect((await entries())[0]).toMatchObject({ outcome: 'unmatched', reason: 'not_at_bank' });
    expect(await statusOf(id)).toEqual({ in_run: 1 });
    expect((await call(`/v2/payout-runs/${id}/export`, { format: 'pain.001.001.03' })).status).toBe(200);
    const real = { direction: 'DBIT', amount: '326.30', endToEndId, bankReference: 'B1' } as const;
    expect(await read(real)).toEqual({ paid: 1 });
    expect(await faults()).toEqual([]);
  });

  it('of another amount or currency match nothing', async () => {
    const { amount, endToEndId, runId } = await exported();
    const outcomes = await read(
      { direction: 'DBIT', amount: '326.31', endToEndId },
      { direction: 'DBIT', amount, currency: 'EUR', endToEndId },
      { direction: 'DBIT', amount, endToEndId: 'TR0000000000000000' },
    );
    expect(outcomes).toEqual({ unmatched: 3 });
    expect((await entries()).map(({ reason }: { reason: string }) => reason).sort()).toEqual(
      ['amount_differs', 'amount_differs', 'unknown_payment', null].sort(),
    );
    expect(await statusOf(runId)).toEqual({ in_run: 1 });
  });

  it('are booked and shown if the bank pays them although their run was cancelled', async () => {
    const { amount, endToEndId, runId } = await exported();
    await call(`/v2/payout-runs/${runId}/cancel`, { reason: 'Not sent' });
    expect(await read({ direction: 'DBIT', amount, endToEndId })).toEqual({ paid_unexpectedly: 1 });
    expect(await balance()).toMatchObject({ paid: { amount }, payable: { amount: '0.00' } });
    expect(await faults()).toEqual([]);
  });

  it('are rejected by a status of the payment, the block or the file, and by no other', async () => {
    const { endToEndId, messageId, runId } = await exported();
    const status = async (content: Buffer) => (await send(content)).body.outcomes;
    expect(await status(pain002(messageId, { payments: [[endToEndId, 'ACSP']] }))).toEqual({ noted: 1 });
    expect(await status(pain002('OTHER', { group: 'RJCT' }))).toEqual({ unmatched: 1 });
    expect(await status(pain002(messageId, { block: [`${messageId}-S`, 'RJCT'] }))).toEqual({ unmatched: 1 });
    expect(await statusOf(runId)).toEqual({ in_run: 1 });
    await takeMails(application.database);
    expect(await status(pain002(messageId, { block: [`${messageId}-X`, 'RJCT'] }))).toEqual({ rejected: 1 });
    expect(await statusOf(runId)).toEqual({ rejected: 1 });
    expect(await takeMails(application.database)).toHaveLength(1);
    expect(await status(pain002(messageId, { payments: [[endToEndId, 'RJCT']] }))).toEqual({ known: 1 });
    expect(await balance()).toMatchObject({ payable: { amount: '326.30' } });
    expect(await faults()).toEqual([]);
  });

  it('are not paid when the bank cancels them on request', async () => {
    const { endToEndId, messageId, runId } = await exported();
    const cancelled = pain002(messageId, { payments: [[endToEndId, 'CANC']] });
    expect((await send(cancelled)).body.outcomes).toEqual({ rejected: 1 });
    expect(await statusOf(runId)).toEqual({ rejected: 1 });
    expect(await balance()).toMatchObject({ payable: { amount: '326.30' } });
    expect(await faults()).toEqual([]);
  });
});

describe('Incoming payments', () => {
  it('pay the invoices whose numbers they name if the amount is correct', async () => {
    expect(await read({ ...storeInvoice(), amount: '1.00' })).toEqual({ unmatched: 1 });
    expect(await read({ ...storeInvoice(), currency: 'EUR' })).toEqual({ unmatched: 1 });
    expect(await read({ ...storeInvoice(), reference: 'S2026-999999' })).toEqual({ unmatched: 1 });
    expect(
      await read({ ...storeInvoice(), reference: `Betalning ${closed.store.number.replace('-', ' ')} tack` }),
    ).toEqual({
      invoice_paid: 1,
    });
    const [{ invoice_ids: ids }] = await entries();
    expect(ids).toEqual([closed.store.id]);
    // Without a reference of the bank, another movement for the same invoice requires a decision.
    expect(
      await read({ ...storeInvoice(), reference: `Betalning ${closed.store.number.replace('-', ' ')} tack` }),
    ).toEqual({
      doubtful: 1,
    });
    const [{ id, same_as_id: earlier }] = await entries();
    expect((await call(`/v2/bank-entries?outcome=doubtful`)).body.data).toMatchObject([{ id, same_as_id: earlier }]);
    const decided = await call(`/v2/bank-entries/${id}/decide`, { decision: 'another_payment' });
    expect(decided.body).toMatchObject({ outcome: 'unmatched', reason: 'already_paid' });
    expect(await faults()).toEqual([]);
  });

  it.each([
    ['split by the bank', (number: string) => `inv ${number.slice(0, 7)} ${number.slice(7)}`],
    ['in small letters with a slash', (number: string) => number.toLowerCase().replace('-', '/')],
    ['with a point', (number: string) => number.replace('-', '.')],
    ['with an underscore', (number: string) => number.replace('-', '_')],
    ['without a separator', (number: string) => number.replace('-', '')],
  ])('pay an invoice whose number is %s', async (_, written) => {
    expect(await read({ ...storeInvoice(), reference: written(closed.store.number) })).toEqual({ invoice_paid: 1 });
  });

  it('pay an invoice whose amount the bank states as instructed, or less its charges', async () => {
    const other = camt([{ ...storeInvoice(), amount: '13.00', currency: 'USD' }])
      .toString()
      .replace('</Refs>', `</Refs><AmtDtls><InstdAmt><Amt Ccy="SEK">${total(closed.store)}</Amt></InstdAmt></AmtDtls>`);
    expect((await send(Buffer.from(other))).body.outcomes).toEqual({ invoice_paid: 1 });
    await application.database.pool.query('UPDATE invoices SET paid_at = NULL');
    const less = ((closed.store.total_minor - 150) / 100).toFixed(2);
    const charged = camt([{ ...storeInvoice(), amount: less }])
      .toString()
      .replace('</Refs>', `</Refs><Chrgs><Amt Ccy="SEK">1.50</Amt></Chrgs>`);
    expect((await send(Buffer.from(charged))).body.outcomes).toEqual({ invoice_paid: 1 });
    expect((await entries())[0].charges).toEqual({ amount: '1.50', currency: 'SEK' });
  });

  it('of a statement of another account wait for a person', async () => {
    const foreign = camt([storeInvoice()])
      .toString()
      .replace('<Othr><Id>NOTPROVIDED</Id></Othr>', '<IBAN>DE89370400440532013000</IBAN>');
    expect((await send(Buffer.from(foreign))).body.outcomes).toEqual({ unmatched: 1 });
    expect((await entries())[0].reason).toBe('foreign_account');
  });

  it('that may repeat another one are known after the decision that they are the same', async () => {
    await read(storeInvoice());
    expect(await read(storeInvoice())).toEqual({ doubtful: 1 });
    const [{ id }] = await entries();
    const decide = (decision: string) => call(`/v2/bank-entries/${id}/decide`, { decision });
    expect((await decide('perhaps')).status).toBe(422);
    expect((await decide('same_payment')).body).toMatchObject({ outcome: 'known' });
    expect((await decide('another_payment')).body.error).toBe('not_doubtful');
    expect(await faults()).toEqual([]);
  });

  it('are found by amount and payer if they name none', async () => {
    const { rows } = await application.database.pool.query(
      `SELECT parties->'buyer'->>'name' AS name FROM invoices WHERE id = $1`,
      [closed.otherStore.id],
    );
    const name = rows[0].name.replaceAll('&', '&amp;');
    const payment = {
      direction: 'CRDT',
      amount: total(closed.otherStore),
      currency: 'EUR',
      reference: 'hello',
    } as const;
    expect(await read({ ...payment, party: 'Somebody else' })).toEqual({ unmatched: 1 });
    expect(
      await read({ ...payment, party: name.toUpperCase().replace('&AMP;', '&amp;') }, { ...payment, party: name }),
    ).toEqual({
      invoice_paid: 1,
      unmatched: 1,
    });
    expect(await faults()).toEqual([]);
  });

  it('are matched by hand, or set aside with a reason', async () => {
    await read({ ...storeInvoice(), reference: 'no number' }, { direction: 'DBIT', amount: '5.00', reference: 'Fee' });
    const [fee, payment] = await entries();
    const match = (id: number, invoiceIds: number[]) =>
      call(`/v2/bank-entries/${id}/match`, { invoice_ids: invoiceIds });
    expect((await match(payment.id, [closed.otherStore.id])).body.error).toBe('amount_differs');
    expect((await match(payment.id, [closed.creator[0]!.id])).body.errors).toHaveProperty(['invoice_ids.0']);
    expect((await match(fee.id, [closed.store.id])).body.error).toBe('amount_differs');
    expect((await match(payment.id, [closed.store.id])).body).toMatchObject({ outcome: 'invoice_paid' });
    expect((await match(payment.id, [closed.store.id])).body.error).toBe('not_unmatched');
    const aside = await call(`/v2/bank-entries/${fee.id}/dismiss`, { reason: 'Bank fee' });
    expect(aside.body).toMatchObject({ outcome: 'dismissed', resolve_reason: 'Bank fee' });
    expect((await call('/v2/bank-entries/999/dismiss', { reason: 'x' })).status).toBe(404);
    expect((await call('/v2/bank-entries?outcome=unmatched')).body.data).toEqual([]);
    expect((await call('/v2/bank-entries?outcome=lost')).status).toBe(422);
    expect(await faults()).toEqual([]);
  });
});

describe('A file', () => {
  it('that is invalid is refused with the reason, and changes nothing', async () => {
    expect((await send(Buffer.from('no XML'))).body.errors.file[0]).toMatch(/is no/);
    expect(await entries()).toEqual([]);
  });

  it('keeps an entry that cannot be booked with its reason, and books the others', async () => {
    const odd = { direction: 'CRDT', reference: 'odd' } as const;
    const outcomes = await read(
      { ...odd, amount: '1.001' },
      { ...odd, amount: '1', currency: 'QQQ' },
      { ...odd, amount: '1', day: '2026-02-30' },
      storeInvoice(),
    );
    expect(outcomes).toEqual({ unmatched: 3, invoice_paid: 1 });
    const reasons = (await entries()).map(({ reason }: { reason: string | null }) => reason);
    expect(reasons).toEqual([null, 'day_unknown', 'amount_unknown', 'amount_unknown']);
    expect(await faults()).toEqual([]);
  });

  it('is read once, also by concurrent requests', async () => {
    const file = camt([storeInvoice()]);
    const replies = await Promise.all([1, 2, 3].map(() => send(file)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    expect(await faults()).toEqual([]);
  });

  it('is accessible only to administrators', async () => {
    for (const role of ['creator', 'agency', 'advertiser'] as const) {
      expect((await send(camt([]), role)).status).toBe(403);
      expect((await call('/v2/bank-entries', undefined, role)).status).toBe(403);
      expect((await call('/v2/bank-entries/1/dismiss', { reason: 'x' }, role)).status).toBe(403);
      expect((await call('/v2/bank-entries/1/match', { invoice_ids: [1] }, role)).status).toBe(403);
    }
    expect((await send(camt([]), null)).status).toBe(401);
  });
});
