import { beforeEach, describe, expect, it } from 'vitest';
import { type Cast, createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { blackPng } from '../../../../tests/harness/pictures.ts';
import { upload } from '../../../../tests/harness/upload.ts';

const { application, cast } = await createPopulatedApplication();
beforeEach(async () => {
  await application.database.pool.query(
    `UPDATE site_settings SET name = 'Tributary', accent = '#0b6e79', logo_key = NULL, terms = '', introduction = ''`,
  );
});

const URL = '/v2/admin/site-settings';
const change = (body: unknown, as: keyof Cast['tokens'] | null = 'admin') =>
  application.call({ method: 'PATCH', url: URL, body, ...(as === null ? {} : { as: cast.tokens[as] }) });
const page = async (url: string) => (await application.app.inject({ url, headers: { accept: 'text/html' } })).body;

describe('The settings of the public pages', () => {
  it('are for administrators', async () => {
    for (const [as, status] of [
      [null, 401],
      ['creator', 403],
      ['advertiser', 403],
      ['agency', 403],
    ] as const) {
      expect((await change({ name: 'Mine' }, as)).status).toBe(status);
      const read = await application.call({ url: URL, ...(as === null ? {} : { as: cast.tokens[as] }) });
      expect(read.status).toBe(status);
    }
    expect((await application.call({ url: '/v2/site' })).body.name).toBe('Tributary');
  });

  it('apply name and colour to the pages, and keep omitted fields', async () => {
    const { status, body } = await change({ name: 'Nordljus <Market>', accent: '#ffcc00', terms: 'Be kind.' });
    expect([status, body]).toMatchObject([200, { name: 'Nordljus <Market>', accent: '#ffcc00', terms: 'Be kind.' }]);
    expect((await change({ introduction: 'For runners.' })).body).toMatchObject({ name: 'Nordljus <Market>' });
    const front = await page('/');
    expect(front).toContain('<title>Nordljus &lt;Market&gt;</title>');
    expect(front).toContain('For runners.');
    expect(front).toContain('<a href="/terms">Terms</a>');
    expect(await page('/terms')).toContain('<p>Be kind.</p>');
    expect(await page('/site.css')).toContain('--fill:#ffcc00;--on-fill:#000000');
    expect((await application.call({ url: '/v2/site' })).body).toMatchObject({
      name: 'Nordljus <Market>',
      accent: '#ffcc00',
      terms_url: 'http://tributary.test/terms',
      privacy_url: null,
      sign_up: 'open',
      currencies: expect.arrayContaining(['SEK']),
    });
    const { rows } = await application.database.pool.query(
      `SELECT details FROM audit_log WHERE action = 'site.settings_changed' ORDER BY id LIMIT 1`,
    );
    expect(rows[0].details).toEqual({ fields: ['name', 'accent', 'terms'] });
  });

  it('change the stylesheet’s address', async () => {
    const address = async () => /\/site\.css\?v=\w+/.exec(await page('/'))![0];
    const before = await address();
    await change({ accent: '#123456' });
    expect(await address()).not.toBe(before);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'x'.repeat(65) }, 'name'],
    [{ accent: 'red' }, 'accent'],
    [{ accent: '#0B6E79;}' }, 'accent'],
    [{ terms: 'x'.repeat(50_001) }, 'terms'],
    [{ imprint: null }, 'imprint'],
  ])('refuse %j', async (body, field) => {
    const reply = await change(body);
    expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([422, [field]]);
  });

  it('include a logo, which is served until it is removed', async () => {
    const logo = { url: `${URL}/logo`, field: 'logo', content: await blackPng({ width: 40, height: 40 }) };
    expect((await upload(application, { ...logo, as: cast.tokens.creator })).status).toBe(403);
    const { status, body } = await upload(application, { ...logo, as: cast.tokens.admin });
    expect([status, body.logo_url]).toEqual([200, expect.stringMatching(/\/files\/logos\/\w{64}\.png$/)]);
    const key = body.logo_url.replace('http://tributary.test/files/', '');
    expect(await page('/')).toContain(`<img src="/files/${key}" alt="">`);
    const orphaned = async () => {
      const sql = `SELECT find_orphaned_files(ARRAY[$1], now(), now()) AS key`;
      return (await application.database.pool.query(sql, [key])).rows;
    };
    expect(await orphaned()).toEqual([]);
    const removed = await application.call({ method: 'DELETE', url: `${URL}/logo`, as: cast.tokens.admin });
    expect(removed.body.logo_url).toBeNull();
    expect(await orphaned()).toEqual([{ key }]);
    const text = { ...logo, content: Buffer.from('no picture'), as: cast.tokens.admin };
    expect((await upload(application, text)).body.errors).toHaveProperty('logo');
  });
});
