import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { resolveReferences } from '../../../platform/http/resolve-references.ts';

const NOW = new Date('2030-06-15T22:30:00Z');
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const { application, cast } = await createPopulatedApplication({ now: () => NOW, timeZone: 'Europe/Stockholm' });

const run = (text: string, ...values: unknown[]) => application.database.pool.query(text, values);
const fetch = (query: string, role: Role = 'admin', method: 'GET' | 'HEAD' = 'GET') =>
  application.app.inject({ method, url: `/v2/offers${query}`, headers: { authorization: cast.tokens[role] } });

/** Returns the lines of the CSV file below its header. */
async function csv(query: string, role: Role = 'admin'): Promise<string[][]> {
  const { statusCode, body } = await fetch(`${query}&format=csv`, role);
  expect([query, statusCode]).toEqual([query, 200]);
  return (parseCsv(body) as string[][]).slice(1);
}

const idsOf = (rows: string[][]) => rows.map(([id]) => Number(id));

describe('GET /v2/offers?format=…', () => {
  it("is a download, named by the day in the platform's time zone", async () => {
    const file = await fetch('?format=csv');
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="campaigns-2030-06-16.csv"',
      'x-content-type-options': 'nosniff',
    });
    expect((await fetch('?format=xlsx')).headers).toMatchObject({
      'content-type': XLSX,
      'content-disposition': 'attachment; filename="campaigns-2030-06-16.xlsx"',
    });
    expect((await fetch('?format=pdf')).json().errors).toEqual({ format: [expect.any(String)] });
    const head = await fetch('?format=csv', 'admin', 'HEAD');
    expect([head.statusCode, head.body, head.headers['content-type']]).toEqual([200, '', file.headers['content-type']]);
  });

  it('has the same authorization as the list', async () => {
    const own = await application.market.campaign({ storeId: cast.storeId });
    const foreign = await application.market.campaign({ storeId: cast.otherStoreId });
    const base = `?advertiser_id=${cast.storeId}`;
    expect((await application.call({ url: '/v2/offers?format=csv' })).status).toBe(401);
    expect((await fetch('?format=csv', 'advertiser')).statusCode).toBe(422);
    for (const role of ['otherAdvertiser', 'creator', 'agency'] as const)
      expect((await fetch(`${base}&format=xlsx`, role)).statusCode).toBe(403);
    expect(idsOf(await csv(`${base}&or_id=${foreign}`, 'advertiser'))).toEqual([own]);
    expect(idsOf(await csv('?', 'admin'))).toEqual([foreign, own]);
  });

  it('describes a campaign with amounts in major units and without formulas', async () => {
    const { market } = application;
    const storeId = await market.store({ currency: 'SEK' });
    const id = await market.campaign({
      storeId,
      type: 'store_accept',
      priority: 7,
      maxClicks: 100,
      maxMoneyMinor: 250_050,
      perUserLimit: true,
      validFrom: new Date('2030-06-01T00:00:00Z'),
      validUntil: new Date('2030-06-30T21:59:59.999Z'),
    });
    await market.price({ storeId, campaignId: id, cpcMinor: 125 });
    await run(
      `UPDATE campaigns SET name = '-inside', campaign_title = '=cmd|calc', campaign_text = E'Walk,\\n"far"', created_at = '2030-05-01',
        updated_at = '2030-05-02' WHERE id = $1`,
      id,
    );
    await run(
      'UPDATE prices SET cpa = 0.125, cpo_minor = 4000, minimum_order_minor = 30000 WHERE campaign_id = $1',
      id,
    );
    await run('INSERT INTO campaign_spend (campaign_id, clicks, spent_minor) VALUES ($1, 3, 375)', id);
    const { rows } = await run('SELECT token FROM campaigns WHERE id = $1', id);
    const columns: [string, string, unknown][] = [
      ['Campaign', String(id), id],
      ['Title', "'=cmd|calc", '=cmd|calc'],
      ['Text', 'Walk,\n"far"', 'Walk,\n"far"'],
      ['Internal name', "'-inside", '-inside'],
      ['Type', 'store_accept', 'store_accept'],
      ['Status', 'active', 'active'],
      ['Store', String(storeId), storeId],
      ['Priority', '7', 7],
      ['Valid from (UTC)', '2030-06-01T00:00:00Z', new Date('2030-06-01T00:00:00Z')],
      ['Valid until (UTC)', '2030-06-30T21:59:59Z', expect.any(Date)],
      ['Currency', 'SEK', 'SEK'],
      ['Price of a click', '1.25', 1.25],
      ['Price of a social click', '1.25', 1.25],
      ['Part of an order', '0.125', 0.125],
      ['Part of an order after a social click', '0.125', 0.125],
      ['Fixed amount of an order', '40.00', 40],
      ['Fixed amount of an order after a social click', '40.00', 40],
      ['Minimum value of an order', '300.00', 300],
      ['Clicks', '3', 3],
      ['Most clicks', '100', 100],
      ['Spent', '3.75', 3.75],
      ['Most to spend', '2500.50', 2500.5],
      ['Limits for each participant', 'true', true],
      ['Product seeding', 'false', false],
      ['One-time payment', 'false', false],
      ['Token', rows[0].token, rows[0].token],
      [
        'Picture',
        'http://tributary.test/files/placeholder/logo.svg',
        'http://tributary.test/files/placeholder/logo.svg',
      ],
      ['Made (UTC)', '2030-05-01T00:00:00Z', new Date('2030-05-01T00:00:00Z')],
      ['Changed (UTC)', '2030-05-02T00:00:00Z', new Date('2030-05-02T00:00:00Z')],
    ];
    const query = `?advertiser_id=${storeId}&format=`;
    const lines = parseCsv((await fetch(`${query}csv`)).body);
    expect(lines).toEqual([columns.map(([header]) => header), columns.map(([, text]) => text)]);
    const { sheets } = await readXlsx((await fetch(`${query}xlsx`)).rawPayload);
    expect(sheets.map(({ name }) => name)).toEqual(['campaigns']);
    expect(sheets[0]!.rows).toEqual([columns.map(([header]) => header), columns.map(([, , value]) => value)]);
  });

  it("contains the whole list in several batches, with the list's filters and order, for any page", async () => {
    const store = await application.market.store();
    await run(
      `INSERT INTO campaigns (store_id, token, type, priority, active) SELECT $1, gen_random_uuid(), 'standard', 1 + g % 7, g % 5 <> 0
      FROM generate_series(1, 1203) g`,
      store,
    );
    const ids = async (order: string) =>
      (await run(`SELECT id FROM campaigns WHERE store_id = $1 AND active ORDER BY ${order}`, store)).rows.map(
        ({ id }) => id,
      );
    const base = `?advertiser_id=${store}&statuses[]=active`;
    expect(idsOf(await csv(base))).toEqual(await ids('id DESC'));
    expect(idsOf(await csv(`${base}&sort_by=priority:asc&page=3&size=5`))).toEqual(await ids('priority, id'));
    const { sheets } = await readXlsx((await fetch(`${base}&format=xlsx&sort_by=id:asc`)).rawPayload);
    expect(sheets[0]!.rows.slice(1).map(([id]) => id)).toEqual(await ids('id'));
    expect(await csv(`${base}&query=nothing`)).toEqual([]);
  });

  it('is documented beside the page', async () => {
    const body = resolveReferences((await application.call({ url: '/openapi.json' })).body);
    const { content } = body.paths['/v2/offers'].get.responses['200'];
    expect(Object.keys(content).sort()).toEqual(['application/json', XLSX, 'text/csv']);
    expect(content['application/json'].schema.properties.data.items.properties.token.type).toBe('string');
    expect(JSON.stringify(content)).not.toContain('x-kind');
  });
});
