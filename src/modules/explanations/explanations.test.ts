import { describe, expect, it } from 'vitest';
import type { Role } from '../../../tests/harness/cast.ts';
import { createClosedMarket } from '../../../tests/harness/closed-month.ts';
import { clickRecorder } from '../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../platform/calendar.ts';
import { packDeviceCountry } from '../clicks/device-country.ts';

const { application, cast, closed } = await createClosedMarket();
const { pool } = application.database;
const first = async (query: string) => (await pool.query(query, [cast.storeId])).rows[0].id;
/** Clicks of `creator` at the cast's store: one in the closed month, and later ones of a capped campaign. */
const click = await first('SELECT id FROM clicks WHERE store_id = $1 ORDER BY id LIMIT 1');
const order = await first('SELECT id FROM orders WHERE store_id = $1');
const payment = await first('SELECT id FROM one_time_payments WHERE store_id = $1');

interface Step {
  rule: string;
  inputs: Record<string, unknown>;
  result: string;
  because: string;
}
const read = (url: string, role: Role | null = 'admin') =>
  application.call({ url, ...(role === null ? {} : { as: cast.tokens[role] }) });
const stepsOf = (body: { steps: Step[] }, rule: string) => body.steps.filter((step) => step.rule === rule);
const paths = () => [
  `/v2/clicks/${click}/explanation`,
  `/v2/orders/${order}/explanation`,
  `/v2/one-time-payments/${payment}/explanation`,
];

/** The status that each role receives for a line of an invoice. */
const INVOICE_READERS = [
  ['admin', 'store', 200],
  ['advertiser', 'store', 200],
  ['creator', 'store', 404],
  ['agency', 'store', 404],
  ['otherAdvertiser', 'store', 404],
  [null, 'store', 401],
  ['creator', 'creator', 200],
  ['agency', 'creator', 200],
  ['otherCreator', 'creator', 404],
  ['advertiser', 'creator', 404],
  ['agency', 'agency', 200],
  ['otherAgency', 'agency', 404],
  ['creator', 'agency', 404],
] as const;

describe('who reads explanations', () => {
  it.each([
    ['admin', 200],
    ['advertiser', 200],
    ['creator', 200],
    ['agency', 200],
    ['otherAdvertiser', 404],
    ['otherCreator', 404],
    ['otherAgency', 404],
    [null, 401],
  ] as const)('%s: %s', async (role, status) => {
    const replies = await Promise.all(paths().map((path) => read(path, role)));
    expect(replies.map((reply) => reply.status)).toEqual([status, status, status]);
  });

  it.each(INVOICE_READERS)('%s, of a line of the %s’s invoice: %s', async (role, kind, status) => {
    const invoice = { store: closed.store, creator: closed.creator[0]!, agency: closed.agency[0]! }[kind];
    expect((await read(`/v2/invoices/${invoice.id}/lines/1/explanation`, role)).status).toBe(status);
  });

  it.each(INVOICE_READERS)('%s, of the lines of the %s’s invoice: %s', async (role, kind, status) => {
    const invoice = { store: closed.store, creator: closed.creator[0]!, agency: closed.agency[0]! }[kind];
    const { status: answered, body } = await read(`/v2/invoices/${invoice.id}/lines`, role);
    expect(answered).toBe(status);
    if (status !== 200) return;
    expect(body.invoice).toMatchObject({ id: invoice.id, number: invoice.number, total_minor: invoice.total_minor });
    const sum = body.data.reduce((all: number, one: { amount_minor: number }) => all + one.amount_minor, 0);
    expect([sum, sum + body.invoice.vat_minor]).toEqual([body.invoice.net_minor, invoice.total_minor]);
    const explained = await read(`/v2/invoices/${invoice.id}/lines/${body.data[0].line}/explanation`, role);
    expect(Object.values(explained.body.amounts)).toContain(body.data[0].amount_minor);
  });

  it('of the lines of an invoice after a given line: the remaining ones', async () => {
    const url = `/v2/invoices/${closed.store.id}/lines`;
    const { body } = await read(url, 'advertiser');
    expect((await read(`${url}?after=1`, 'advertiser')).body.data).toEqual(body.data.slice(1));
    const refused = await read(`${url}?after=x`, 'advertiser');
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['after']]);
  });

  it('of a missing record: nobody', async () => {
    const missing = [
      '/v2/clicks/x/explanation',
      '/v2/clicks/01890000-0000-7000-8000-000000000000/explanation',
      '/v2/orders/999999999/explanation',
      '/v2/orders/x/explanation',
      '/v2/one-time-payments/0/explanation',
      `/v2/invoices/${closed.store.id}/lines/99/explanation`,
      `/v2/invoices/${closed.store.id}/lines/0/explanation`,
    ];
    const replies = await Promise.all(missing.map((path) => read(path)));
    expect(replies.map(({ status }) => status)).toEqual(missing.map(() => 404));
    const { status, body } = await read(`/v2/invoices/${closed.store.id}/lines/1/explanation?after=x`);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['after']]);
  });
});

describe('the readers of explanations', () => {
  it('the platform sees all amounts, which add up', async () => {
    const { body } = await read(paths()[0]!);
    expect(body).toMatchObject({
      subject: { kind: 'click', id: click },
      outcome: 'counted',
      currency: 'SEK',
      amounts: { store: 400, creator: 210, agency: 30, platform: 160 },
      omitted: [],
    });
    expect(stepsOf(body, 'creator_share')[0]).toMatchObject({
      inputs: { base_minor: 300, share_ppm: 700_000, share_from: 'default' },
      result: '210',
      because: expect.stringContaining('3.00 SEK × 0.7, rounded down once, is 2.10 SEK'),
    });
    expect(stepsOf(body, 'booked').map(({ inputs }) => inputs.invoice_number)).toEqual(
      expect.arrayContaining([closed.store.number]),
    );
  });

  it('receive the sentences in the language of the request, with the same values', async () => {
    const in_ = (url: string, language: string) =>
      application.call({ url, as: cast.tokens.admin, headers: { 'accept-language': language } });
    const line = `/v2/invoices/${closed.store.id}/lines/1/explanation`;
    for (const path of [...paths(), line]) {
      const english = (await read(path)).body;
      expect((await in_(path, '*')).body).toEqual(english);
      expect((await in_(path, 'fr-FR, nb;q=0.8')).body).toEqual(english);
      for (const language of ['sv-SE, en;q=0.5', 'en;q=0.3, de']) {
        const { body, headers } = await in_(path, language);
        expect(headers.vary).toContain('accept-language');
        const withoutSentences = ({ steps, summary: _, ...rest }: { steps: Step[]; summary: string }) => ({
          ...rest,
          steps: steps.map(({ because: _, ...step }) => step),
        });
        expect(withoutSentences(body)).toEqual(withoutSentences(english));
        const unchanged = body.steps.filter(({ because }: Step, at: number) => because === english.steps[at].because);
        expect(unchanged).toEqual([]);
        expect(body.summary).not.toBe(english.summary);
      }
    }
    const [swedish, german] = await Promise.all(['sv-SE', 'de-DE'].map((language) => in_(paths()[0]!, language)));
    expect(stepsOf(swedish!.body, 'creator_share')[0]!.because).toBe(
      'Kreatörens andel: 3,00 kr × 0,7, avrundat nedåt en gång, är 2,10 kr; ingen anger någon, så plattformens standardandel gäller.',
    );
    expect(stepsOf(german!.body, 'classification')[0]!.because).toBe(
      'Eine Person ist dem Link an diesem Tag zum ersten Mal gefolgt, und nichts spricht dagegen.',
    );
    for (const url of [`/v2/stores/${cast.storeId}/clicks`, `/v2/users/${cast.ids.creator}/click-reasons`]) {
      const { body } = await in_(`${url}?from=2026-01-01&to=2026-01-31`, 'sv');
      expect(body.data[0].reason).toBe(
        'En person följde länken för första gången den dagen, och inget talar emot det.',
      );
    }
  });

  it('a store sees what it pays, not what others earn', async () => {
    for (const path of paths().slice(0, 2)) {
      const { body } = await read(path, 'advertiser');
      expect(body.amounts).toMatchObject({ creator: null, agency: null, platform: null });
      expect(body.amounts.store).toBeGreaterThan(0);
      expect(body.omitted).toEqual(expect.arrayContaining(['creator_amount', 'agency_amount', 'platform_amount']));
      expect(JSON.stringify(body)).not.toMatch(/share_ppm|share_from|agency_id/);
      expect(stepsOf(body, 'booked').every(({ inputs }) => inputs.part === 'cost')).toBe(true);
    }
  });

  it('a creator sees their own earnings, but not the store’s cost or the agency’s share', async () => {
    for (const path of paths().slice(0, 2)) {
      const { body } = await read(path, 'creator');
      expect(body.amounts).toMatchObject({ store: null, agency: null, platform: null });
      expect(body.amounts.creator).toBeGreaterThan(0);
      expect(body.omitted).toEqual(expect.arrayContaining(['store_amount', 'agency_amount', 'platform_amount']));
      expect(JSON.stringify(body)).not.toMatch(/invoice_c|"bill"|agency_share/);
      expect(stepsOf(body, 'booked').every(({ inputs }) => inputs.part === 'user')).toBe(true);
    }
  });

  it('an agency sees its own share and the creator’s', async () => {
    const { body } = await read(paths()[0]!, 'agency');
    expect(body.amounts).toEqual({ store: null, creator: 210, agency: 30, platform: null });
  });

  it('of a line lists its bookings', async () => {
    const { body } = await read(`/v2/invoices/${closed.store.id}/lines/1/explanation`, 'advertiser');
    const sum = body.items.data.reduce((total: number, item: { amount_minor: number }) => total + item.amount_minor, 0);
    expect([body.amounts.store, body.items.next_after]).toEqual([sum, null]);
    expect(stepsOf(body, 'sum')[0]!.result).toBe(String(sum));
  });
});

describe('the candidates of a click', () => {
  it('are shown with the figures of the caps at that moment, only to the store', async () => {
    const { market, database } = application;
    const storeId = await market.store();
    await market.member(storeId, cast.ids.advertiser);
    await market.price({ storeId, cpcMinor: 100 });
    const capped = await market.campaign({ storeId, maxClicks: 1, priority: 90 });
    await market.price({ storeId, campaignId: capped, cpcMinor: 200 });
    const over = await market.campaign({ storeId, validUntil: new Date('2026-01-01T00:00:00Z'), priority: 95 });
    await market.price({ storeId, campaignId: over, cpcMinor: 300 });
    const foreign = await market.campaign({ storeId, onlyUserId: cast.ids.otherCreator });
    await database.pool.query(`UPDATE campaigns SET created_at = '2025-01-01' WHERE store_id = $1`, [storeId]);
    const { code } = await market.link({ userId: cast.ids.creator, storeId });
    await clickRecorder(
      database,
      createCalendar('UTC'),
    )([1, 2].map((second) => ({ code, at: new Date(`2026-02-02T10:00:0${second}Z`) })));
    const { rows } = await database.pool.query('SELECT id FROM clicks WHERE store_id = $1 ORDER BY id', [storeId]);
    const [first, second] = await Promise.all(rows.map(({ id }) => read(`/v2/clicks/${id}/explanation`, 'advertiser')));
    const summary = ({ body }: { body: { steps: Step[] } }) =>
      stepsOf(body, 'candidate').map(({ inputs, result }) => [inputs.campaign_id, result]);
    expect(summary(first!)).toEqual([
      [over, 'passed_over'],
      [capped, 'applied'],
      [null, 'not_reached'],
    ]);
    expect(summary(second!)).toEqual([
      [over, 'passed_over'],
      [capped, 'passed_over'],
      [null, 'applied'],
    ]);
    expect(stepsOf(second!.body, 'candidate')[1]).toMatchObject({
      inputs: { max_clicks: 1, clicks_used: 1 },
      because: expect.stringContaining('the maximum number of clicks of the campaign is reached'),
    });
    expect(stepsOf(second!.body, 'audience').map(({ inputs }) => inputs.campaign_id)).toEqual([foreign]);
    const { body } = await read(`/v2/clicks/${rows[1].id}/explanation`, 'creator');
    expect(body.omitted).toEqual(expect.arrayContaining(['campaign_caps', 'other_campaigns']));
    expect(JSON.stringify(body)).not.toMatch(/clicks_used|max_clicks|"audience"/);
  });
});

describe('lists of clicks', () => {
  const range = 'from=2026-01-01&to=2026-01-31';

  it.each([
    ['stores', 'admin', 200],
    ['stores', 'advertiser', 200],
    ['stores', 'otherAdvertiser', 403],
    ['stores', 'creator', 403],
    ['stores', null, 401],
    ['users', 'creator', 200],
    ['users', 'agency', 200],
    ['users', 'advertiser', 404],
    ['users', 'otherCreator', 404],
    ['users', null, 401],
  ] as const)('of %s, %s: %s', async (kind, role, status) => {
    const owner = kind === 'stores' ? cast.storeId : cast.ids.creator;
    const urls = [`/v2/${kind}/${owner}/clicks?${range}`, `/v2/${kind}/${owner}/click-reasons?${range}`];
    expect((await Promise.all(urls.map((url) => read(url, role)))).map((reply) => reply.status)).toEqual([
      status,
      status,
    ]);
  });

  it('show each click once over their pages, with amounts of the reader', async () => {
    const walked: string[] = [];
    let after: string | null = '';
    while (after !== null) {
      const query: string = after === '' ? '' : `&after=${after}`;
      const { body } = await read(`/v2/stores/${cast.storeId}/clicks?${range}&size=2${query}`, 'advertiser');
      for (const row of body.data) {
        walked.push(row.id);
        expect(row).toMatchObject({ class: 'counted', cost_minor: 400, terms: 'store_prices' });
        expect(row).not.toHaveProperty('earned_minor');
      }
      after = body.meta.next_after;
    }
    const { rows } = await application.database.pool.query(
      `SELECT id FROM clicks WHERE store_id = $1 AND day BETWEEN '2026-01-01' AND '2026-01-31' ORDER BY id DESC`,
      [cast.storeId],
    );
    expect(walked).toEqual(rows.map(({ id }) => id));
    const { body } = await read(`/v2/users/${cast.ids.creator}/clicks?${range}`, 'creator');
    expect(body.data).toHaveLength(5);
    expect(body.data[0]).not.toHaveProperty('cost_minor');
  });

  it('count reasons in groups', async () => {
    const { code, id } = await application.market.link({
      userId: cast.ids.creator,
      storeId: cast.storeId,
      url: 'https://cast-shop.example/shoes/red?x=1',
    });
    const at = new Date('2026-01-20T10:00:00Z');
    await clickRecorder(
      application.database,
      createCalendar('UTC'),
    )([
      { code, at, visitor: 'one' },
      { code, at, visitor: 'one' },
      { code, at, class: 1 },
    ]);
    const url = `/v2/users/${cast.ids.creator}/click-reasons?${range}&link_id=${id}`;
    const { body } = await read(`${url}&group_by=landing_path`, 'creator');
    const summary = body.data.map((row: Record<string, unknown>) => [row.group, row.class, row.clicks]);
    expect(summary).toEqual([
      ['/shoes/red', 'counted', 1],
      ['/shoes/red', 'bot', 1],
      ['/shoes/red', 'duplicate', 1],
    ]);
    const refused = await read(`${url}&group_by=none&classes[]=bot&classes[]=duplicate`, 'creator');
    expect(refused.body.data).toHaveLength(2);
  });

  it('are filtered, grouped and exported by device and country', async () => {
    const { code, id } = await application.market.link({ userId: cast.ids.creator, storeId: cast.storeId });
    const at = new Date('2026-01-21T10:00:00Z');
    await clickRecorder(
      application.database,
      createCalendar('UTC'),
    )([
      { code, at, deviceCountry: packDeviceCountry(2, 'SE') },
      { code, at, deviceCountry: packDeviceCountry(2, 'NO') },
      { code, at, deviceCountry: packDeviceCountry(1, 'SE'), class: 1 },
      { code, at, deviceCountry: packDeviceCountry(3, null) },
      { code, at },
    ]);
    const query = `${range}&link_id=${id}`;
    for (const [url, role] of [
      [`/v2/users/${cast.ids.creator}`, 'creator'],
      [`/v2/stores/${cast.storeId}`, 'advertiser'],
    ] as const) {
      const groups = async (by: string) =>
        (await read(`${url}/click-reasons?${query}&group_by=${by}`, role)).body.data
          .map((row: Record<string, unknown>) => [row.group, row.class, row.clicks].join(' '))
          .sort();
      expect(await groups('device')).toEqual([' counted 1', 'desktop bot 1', 'mobile counted 2', 'tablet counted 1']);
      expect(await groups('country')).toEqual([' counted 2', 'NO counted 1', 'SE bot 1', 'SE counted 1']);
      const listed = async (which: string) =>
        (await read(`${url}/clicks?${query}&${which}`, role)).body.data.map(
          (row: Record<string, unknown>) => `${row.device} ${row.country}`,
        );
      expect((await listed('')).sort()).toEqual(['desktop SE', 'mobile NO', 'mobile SE', 'null null', 'tablet null']);
      expect(await listed('device=tablet')).toEqual(['tablet null']);
      expect((await listed('country=SE')).sort()).toEqual(['desktop SE', 'mobile SE']);
      expect(await listed('country=SE&device=mobile')).toEqual(['mobile SE']);
      const file = await application.app.inject({
        url: `${url}/click-reasons?${query}&group_by=country&country=NO&format=csv`,
        headers: { authorization: cast.tokens[role] },
      });
      expect(file.headers['content-type']).toContain('text/csv');
      expect(file.body.split('\r\n')[1]).toMatch(/^NO,counted,.*,1$/);
      const german = await application.app.inject({
        url: `${url}/click-reasons?${query}&group_by=country&country=NO&format=csv&lang=de`,
        headers: { authorization: cast.tokens[role] },
      });
      expect(german.body.split('\r\n')[0]).toBe('\ufeffGruppe,Klasse,Grund,Klicks');
      expect(german.body.split('\r\n')[1]).toMatch(/^NO,counted,"?Eine Person ist dem Link .*,1$/);
    }
  });

  it.each([
    ['from=2026-01-02&to=2026-01-01', 'from'],
    ['device=phone', 'device'],
    ['country=se', 'country'],
    ['from=2025-01-02&to=2026-01-01', 'to'],
    ['from=x', 'from'],
    ['classes[]=unknown', 'classes.0'],
    ['after=x', 'after'],
    ['size=1000', 'size'],
  ])('name the field of ?%s', async (query, field) => {
    const { status, body } = await read(`/v2/stores/${cast.storeId}/clicks?${query}`, 'advertiser');
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
  });

  it('do not reveal sub-ids of creators to a store', async () => {
    expect((await read(`/v2/stores/${cast.storeId}/click-reasons?group_by=sub1`, 'advertiser')).status).toBe(422);
  });
});
