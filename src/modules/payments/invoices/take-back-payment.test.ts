import { describe, expect, it } from 'vitest';
import type { Role } from '../../../../tests/harness/cast.ts';
import { createClosedMarket, markPaid } from '../../../../tests/harness/closed-month.ts';
import { audit } from '../audit/audit.ts';

const { application, cast, closed } = await createClosedMarket();

const takeBack = (id: number | string, role: Role | null = 'admin') =>
  application.call({
    method: 'POST',
    url: `/v2/payments/invoices/${id}/take-back-payment`,
    ...(role === null ? {} : { as: cast.tokens[role] }),
  });
const mark = (id: number) => markPaid(application, cast, id);
const faults = async () => (await audit(application.database.db)).filter((finding) => finding.faults > 0);

describe('Reversing a payment', () => {
  it('reverses its booking, once, and lets the invoice be marked again', async () => {
    const { id } = closed.store;
    await mark(id);
    const replies = await Promise.all(Array.from({ length: 5 }, () => takeBack(id)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    expect(replies.find(({ status }) => status === 200)?.body).toMatchObject({ id, paid_at: null });
    expect(await faults()).toEqual([]);
    const bank = async () =>
      (
        await application.database.pool.query(
          `SELECT amount_minor::int AS minor FROM ledger_entries WHERE account = 'bank' AND origin_id = $1 ORDER BY id`,
          [String(id)],
        )
      ).rows.map(({ minor }) => minor);
    expect(await bank()).toEqual([-45_250, 45_250]);
    await mark(id);
    expect(await bank()).toEqual([-45_250, 45_250, -45_250]);
    expect(await faults()).toEqual([]);
  });

  it('is for administrators, and for existing invoices', async () => {
    const statuses = [];
    for (const role of [null, 'creator', 'agency', 'advertiser'] as const)
      statuses.push((await takeBack(closed.store.id, role)).status);
    expect(statuses).toEqual([401, 403, 403, 403]);
    expect([(await takeBack(999_999)).status, (await takeBack('x')).status]).toEqual([404, 404]);
  });
});
