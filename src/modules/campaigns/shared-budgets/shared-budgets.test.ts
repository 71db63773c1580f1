import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES } from '../../../../tests/harness/cast.ts';

const { application, cast } = await createPopulatedApplication();
const { tokens, storeId } = cast;
const query = async (text: string, values: unknown[] = []) =>
  (await application.database.pool.query(text, values)).rows;
const send = (
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  url: string,
  body?: object,
  as = tokens.advertiser,
) => application.call({ method, url, as, ...(body === undefined ? {} : { body }) });
const BUDGETS = `/v2/stores/${storeId}/shared-budgets`;
const whole = (fields: object) => ({
  active: true,
  campaign_title: 'One',
  type: 'standard',
  traffic_sources_costs: [],
  targets: {},
  ...fields,
});
const create = (fields: object) => send('POST', `/v2/stores/${storeId}/offers`, whole(fields));
const budgetsWith = async (title: string) =>
  (await send('GET', `${BUDGETS}?size=100`)).body.data.filter((budget: { title: string }) => budget.title === title);

let titles = 0;
/** A title, and two campaigns that share a budget of 5 with it, of which 2 are spent. */
async function pool() {
  titles += 1;
  const title = `Pool ${titles}`;
  const first = await create({ shared_budget: { title, amount: 5 } });
  const [{ id }] = await budgetsWith(title);
  const second = await create({ shared_budget_id: id });
  await query('UPDATE shared_budgets SET spent_minor = 200 WHERE id = $1', [id]);
  return { id: id as number, title, first: first.body.data.id as number, second: second.body.data.id as number };
}

describe('A campaign that has a shared budget', () => {
  it.each(['PATCH', 'PUT'] as const)('changes it with %s for all campaigns, as often as it is sent', async (method) => {
    const { id, title, first, second } = await pool();
    const shared = { shared_budget: { title, amount: 10 } };
    for (let n = 0; n < 3; n += 1) {
      const reply = await send(method, `/v2/offers/${first}`, method === 'PUT' ? whole(shared) : shared);
      expect(reply.status).toBe(200);
    }
    expect(await budgetsWith(title)).toEqual([
      {
        id,
        title,
        amount: 10,
        spent: 2,
        currency: 'SEK',
        offers: [
          { id: first, title: 'One' },
          { id: second, title: 'One' },
        ],
      },
    ]);
  });

  it('renames it', async () => {
    const { id, first } = await pool();
    await send('PATCH', `/v2/offers/${first}`, { shared_budget: { title: `Renamed ${id}`, amount: 5 } });
    expect(await budgetsWith(`Renamed ${id}`)).toMatchObject([{ id, amount: 5, spent: 2 }]);
  });

  it('gets another one with `shared_budget_id: null`, and repeating that changes nothing', async () => {
    const { id, first, second } = await pool();
    const other = { shared_budget_id: null, shared_budget: { title: `Other ${id}`, amount: 7 } };
    for (let n = 0; n < 2; n += 1) expect((await send('PATCH', `/v2/offers/${first}`, other)).status).toBe(200);
    expect(await budgetsWith(`Other ${id}`)).toMatchObject([{ amount: 7, spent: 0, offers: [{ id: first }] }]);
    expect((await send('GET', `/v2/offers/${second}/definition`)).body.offer.shared_budget_id).toBe(id);
  });
});

describe('A campaign without a shared budget', () => {
  it('gets the budget of the store with the title and the amount', async () => {
    const { id, title } = await pool();
    const joined = await create({ shared_budget: { title: title.toUpperCase(), amount: 5 } });
    expect(joined.status).toBe(201);
    expect(await budgetsWith(title)).toMatchObject([{ id, offers: [{}, {}, { id: joined.body.data.id }] }]);
  });

  it('is refused one with the title and another amount', async () => {
    const { title } = await pool();
    const refused = await create({ shared_budget: { title, amount: 6 } });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['shared_budget.amount']]);
  });

  it('shares one new budget with campaigns that are created at the same time', async () => {
    titles += 1;
    const title = `Together ${titles}`;
    const replies = await Promise.all([1, 2, 3, 4].map(() => create({ shared_budget: { title, amount: 5 } })));
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const budgets = await budgetsWith(title);
    expect(budgets).toHaveLength(1);
    expect(budgets[0].offers).toHaveLength(4);
  });
});

describe('A shared budget', () => {
  it('is changed, and keeps what is not given and what is spent', async () => {
    const { id, title } = await pool();
    const reply = await send('PATCH', `${BUDGETS}/${id}`, { amount: 12.5 });
    expect([reply.status, reply.body]).toMatchObject([200, { id, title, amount: 12.5, spent: 2 }]);
    const renamed = await send('PATCH', `${BUDGETS}/${id}`, { title: `${title} b` });
    expect(renamed.body).toMatchObject({ title: `${title} b`, amount: 12.5 });
    const [audited] = await query(
      `SELECT details FROM audit_log WHERE action = 'shared_budget.changed' AND (details->>'budget')::bigint = $1 ORDER BY id LIMIT 1`,
      [id],
    );
    expect(audited.details).toMatchObject({ amountMinor: 1_250, was: 500 });
  });

  it('is changed by concurrent campaigns and by itself without a deadlock, to one of the amounts', async () => {
    const { id, title, first, second } = await pool();
    const amounts = [20, 21, 22, 23, 24, 25];
    const replies = await Promise.all(
      amounts.map((amount, n) =>
        n % 3 === 0
          ? send('PATCH', `${BUDGETS}/${id}`, { amount })
          : send('PATCH', `/v2/offers/${n % 3 === 1 ? first : second}`, {
              max_clicks: n,
              shared_budget: { title, amount },
            }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(amounts.map(() => 200));
    const [budget] = await budgetsWith(title);
    expect(amounts).toContain(budget.amount);
    expect(await budgetsWith(title)).toHaveLength(1);
  });

  it('cannot get the title of another one, or an amount that the currency does not have', async () => {
    const [{ id }, { title }] = [await pool(), await pool()];
    expect((await send('PATCH', `${BUDGETS}/${id}`, { title })).body.errors).toHaveProperty('title');
    expect((await send('PATCH', `${BUDGETS}/${id}`, { amount: 0.001 })).body.errors).toHaveProperty('amount');
    expect((await send('PATCH', `${BUDGETS}/${id}`, { amount: -1 })).status).toBe(422);
  });

  it('is deleted once no campaign uses it', async () => {
    const { id, title, first, second } = await pool();
    const refused = await send('DELETE', `${BUDGETS}/${id}`);
    expect([refused.status, refused.body.error]).toEqual([400, 'budget_in_use']);
    await send('PATCH', `/v2/offers/${first}`, { shared_budget_id: null });
    expect((await send('DELETE', `/v2/offers/${second}`)).status).toBeLessThan(300);
    expect((await send('DELETE', `${BUDGETS}/${id}`)).status).toBe(204);
    expect(await budgetsWith(title)).toEqual([]);
    expect((await send('DELETE', `${BUDGETS}/${id}`)).status).toBe(404);
  });

  it('is changed and deleted only by members of its store and administrators', async () => {
    for (const role of ROLES) {
      const { id } = await pool();
      const isAllowed = role === 'advertiser' || role === 'admin';
      expect((await send('PATCH', `${BUDGETS}/${id}`, { amount: 6 }, tokens[role])).status).toBe(isAllowed ? 200 : 403);
      expect((await send('DELETE', `${BUDGETS}/${id}`, undefined, tokens[role])).status).toBe(isAllowed ? 400 : 403);
    }
    const { id } = await pool();
    expect((await application.call({ method: 'PATCH', url: `${BUDGETS}/${id}`, body: {} })).status).toBe(401);
    const elsewhere = `/v2/stores/${cast.otherStoreId}/shared-budgets/${id}`;
    expect((await send('PATCH', elsewhere, { amount: 6 }, tokens.otherAdvertiser)).status).toBe(404);
    expect((await send('DELETE', elsewhere, undefined, tokens.otherAdvertiser)).status).toBe(404);
  });
});
