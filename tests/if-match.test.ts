import { describe, expect, it } from 'vitest';
import { ofFields } from '../src/platform/http/record-version.ts';
import { resolveReferences } from '../src/platform/http/resolve-references.ts';
import { createPopulatedApplication, type Role } from './harness/cast.ts';

const { application, cast } = await createPopulatedApplication();
const call = (as: Role, method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, body?: unknown, ifMatch?: string) =>
  application.call({
    method,
    url,
    as: cast.tokens[as],
    body,
    ...(ifMatch === undefined ? {} : { headers: { 'if-match': ifMatch } }),
  });
/** A route of settings whose GET and PUT have the same URL. */
const settings = (as: Role, url: string, bodies: [object, object], changed: string): Versioned => ({
  as,
  read: url,
  write: url,
  bodies,
  changed,
});
const made = async (as: Role, url: string, body: object): Promise<number> => {
  const { body: reply } = await call(as, 'POST', url, body);
  return reply.data?.id ?? reply.id;
};
const CAMPAIGN = { active: true, type: 'standard', campaign_title: 'A', traffic_sources_costs: [], targets: {} };

interface Versioned {
  as: Role;
  read: string;
  write: string;
  /** PATCH unless given. */
  method?: 'PUT';
  /** Two changes of one field. */
  bodies: [object, object];
  changed: string;
}

/** Each record that has a form, with the requests that read and change it. */
const RECORDS: Record<string, () => Promise<Versioned>> = {
  campaign: async () => {
    const url = `/v2/offers/${await made('advertiser', `/v2/stores/${cast.storeId}/offers`, CAMPAIGN)}`;
    const bodies: [object, object] = [{ campaign_title: 'B' }, { campaign_title: 'C' }];
    return { as: 'advertiser', read: `${url}/definition`, write: url, bodies, changed: 'campaign_title' };
  },
  link: async () => {
    const url = 'https://cast-shop.example/if-match';
    await call('creator', 'POST', `/v2/users/${cast.ids.creator}/affiliate-links`, { url });
    const { rows } = await application.database.pool.query('SELECT id FROM links WHERE url = $1', [url]);
    const write = `/v2/affiliate-links/${rows[0].id}`;
    return {
      as: 'creator',
      read: `${write}/settings`,
      write,
      bodies: [{ title: 'B' }, { title: 'C' }],
      changed: 'title',
    };
  },
  webhook: async () => {
    const events = ['order.created'];
    const url = `/v2/webhooks/${await made('advertiser', '/v2/webhooks', { url: 'https://a.example/', events })}`;
    const bodies: [object, object] = [{ description: 'B' }, { description: 'C' }];
    return { as: 'advertiser', read: url, write: url, bodies, changed: 'description' };
  },
  postback: async () => {
    const body = { url: 'https://a.example/?c={click_id}' };
    const url = `/v2/postbacks/${await made('creator', '/v2/postbacks', body)}`;
    const bodies: [object, object] = [{ description: 'B' }, { description: 'C' }];
    return { as: 'creator', read: url, write: url, bodies, changed: 'description' };
  },
  store: async () => {
    const url = `/advertiser/stores/${cast.storeId}`;
    const bodies: [object, object] = [
      { hidden: 0, social_revenue_cpc: 11 },
      { hidden: 0, social_revenue_cpc: 12 },
    ];
    return { as: 'advertiser', read: url, write: url, bodies, changed: 'social_revenue_cpc' };
  },
  'marketplace settings': async () => {
    const url = '/v2/admin/marketplace-settings';
    const bodies: [object, object] = [{ credit_limit_eur: 901 }, { credit_limit_eur: 902 }];
    return { as: 'admin', read: url, write: url, bodies, changed: 'credit_limit_eur' };
  },
  'site settings': async () => {
    const url = '/v2/admin/site-settings';
    return { as: 'admin', read: url, write: url, bodies: [{ name: 'B' }, { name: 'C' }], changed: 'name' };
  },
  'account settings': async () =>
    settings('admin', '/v2/admin/account-settings', [{ terms_version: 'B' }, { terms_version: 'C' }], 'terms_version'),
  'credit of a store': async () => ({
    as: 'admin',
    read: `/v2/stores/${cast.storeId}/credit`,
    write: `/v2/admin/stores/${cast.storeId}/credit`,
    bodies: [{ network_daily: 5 }, { network_daily: 6 }],
    changed: 'network_daily',
  }),
  'rules of orders': async () => {
    const bodies: [object, object] = [{ counted_ways: ['server'] }, { counted_ways: ['sales_pixel'] }];
    return settings('advertiser', `/v2/advertisers/${cast.storeId}/order-rules`, bodies, 'counted_ways');
  },
  'attribution window': async () => ({
    as: 'advertiser',
    method: 'PUT',
    changed: 'attribution_window_days',
    read: `/v2/advertisers/${cast.storeId}/order-collectors/sales_pixel`,
    write: `/v2/advertisers/${cast.storeId}/attribution-window`,
    bodies: [{ attribution_window_days: 11 }, { attribution_window_days: 12 }],
  }),
  'passed parameters': async () => ({
    ...settings(
      'advertiser',
      `/v2/advertisers/${cast.storeId}/passed-parameters`,
      [{ parameters: ['utm_source'] }, { parameters: ['utm_medium'] }],
      'parameters',
    ),
    method: 'PUT',
  }),
  'public page of a store': async () => {
    const url = `/v2/stores/${cast.storeId}/public-page`;
    const page = (about: string) => ({ is_public: true, about });
    await call('advertiser', 'PUT', url, page('A'));
    return { ...settings('advertiser', url, [page('B'), page('C')], 'about'), method: 'PUT' };
  },
  user: async () => {
    const url = `/v2/admin/users/${cast.ids.creator}`;
    const bodies: [object, object] = [{ first_name: 'B' }, { first_name: 'C' }];
    return { as: 'admin', read: url, write: url, bodies, changed: 'first_name' };
  },
  'terms of a participant': async () => {
    const offer = await made('advertiser', `/v2/stores/${cast.storeId}/offers`, CAMPAIGN);
    const { rows } = await application.database.pool.query(
      `INSERT INTO participants (campaign_id, user_id, status) VALUES ($1, $2, 'accepted') RETURNING id`,
      [offer, cast.ids.creator],
    );
    const url = `/v2/offers/${offer}/participants/${rows[0].id}`;
    return {
      as: 'advertiser',
      read: `${url}?include[]=overrides`,
      write: `${url}/overrides/clicks`,
      bodies: [{ click_limit: 11 }, { click_limit: 12 }],
      changed: 'click_limit',
    };
  },
  'rates of a campaign': async () => {
    const offer = await made('advertiser', `/v2/stores/${cast.storeId}/offers`, CAMPAIGN);
    const rules = (cpa: number) => ({ rules: [{ customer: 'new', cpa }] });
    const url = `/v2/offers/${offer}/commission-rules`;
    return { ...settings('advertiser', url, [rules(0.1), rules(0.2)], 'rules'), method: 'PUT' };
  },
  'rising rates of a campaign': async () => {
    const offer = await made('advertiser', `/v2/stores/${cast.storeId}/offers`, CAMPAIGN);
    const steps = (cpa: number) => ({ steps: [{ orders: 1, cpa }] });
    const url = `/v2/offers/${offer}/rate-steps`;
    return { ...settings('advertiser', url, [steps(0.1), steps(0.2)], 'steps'), method: 'PUT' };
  },
  'bonuses of a campaign': async () => {
    const offer = await made('advertiser', `/v2/stores/${cast.storeId}/offers`, CAMPAIGN);
    const money = (amount: string) => ({ amount, currency: 'SEK' });
    const bonuses = (orders: number) => ({ tiers: [{ orders, bonus: money('10.00') }], budget: money('100.00') });
    const url = `/v2/offers/${offer}/bonus-tiers`;
    await call('advertiser', 'PUT', url, bonuses(1));
    return { ...settings('advertiser', url, [bonuses(2), bonuses(3)], 'tiers'), method: 'PUT' };
  },
  'gift of a campaign': async () => {
    const offer = await made('advertiser', `/v2/stores/${cast.storeId}/offers`, {
      ...CAMPAIGN,
      has_product_seeding: true,
    });
    const gift = (minor: number) => ({ gift: { kind: 'credit', value: { minor, currency: 'SEK' } } });
    const url = `/v2/offers/${offer}/gift`;
    return { ...settings('advertiser', url, [gift(1), gift(2)], 'gift'), method: 'PUT' };
  },
  'terms of a campaign': async () => {
    const offer = await made('advertiser', `/v2/stores/${cast.storeId}/offers`, { ...CAMPAIGN, type: 'user_accept' });
    const url = `/v2/offers/${offer}/agreement`;
    return { ...settings('advertiser', url, [{ text: 'B' }, { text: 'C' }], 'text'), method: 'PUT' };
  },
  'product feed': async () => {
    const url = `/v2/stores/${cast.storeId}/product-feed`;
    const feed = (schedule: string) => ({ url: 'https://cast-shop.example/feed.xml', format: 'xml', schedule });
    await call('advertiser', 'PUT', url, feed('manual'));
    return { ...settings('advertiser', url, [feed('daily'), feed('hourly')], 'schedule'), method: 'PUT' };
  },
  hashtags: async () => {
    const body = (hashtag: string) => ({ store_id: String(cast.storeId), hashtags: [hashtag] });
    return settings('advertiser', `/advertiser/stores/${cast.storeId}/hashtags`, [body('b'), body('c')], 'hashtags');
  },
  'URL rule': async () => {
    const read = `/v2/advertisers/${cast.storeId}/url-matching-rules`;
    const rule = (keyword: string) => ({ type: 'block', keyword });
    const id = await made('advertiser', read, rule('a'));
    return {
      as: 'advertiser',
      method: 'PUT',
      read,
      write: `${read}/${id}`,
      bodies: [rule('b'), rule('c')],
      changed: String(id),
    };
  },
  payee: async () => {
    const url = `/v2/users/${cast.ids.creator}/payee`;
    const payee = (city: string) => ({
      kind: 'person',
      legal_name: 'A',
      street: 'B',
      postal_code: '1',
      city,
      country: 'SE',
      vat_status: 'none',
    });
    await call('creator', 'PUT', url, payee('A'));
    return { ...settings('creator', url, [payee('B'), payee('C')], 'city'), method: 'PUT' };
  },
  'notification settings': async () => {
    const url = '/v2/me/notification-settings';
    // The two differ from the language before and from each other.
    return { ...settings('creator', url, [{ language: 'sv' }, { language: 'de' }], 'language'), method: 'PUT' };
  },
  'minimum payouts': async () => {
    const url = '/v2/admin/minimum-payouts';
    const minimum = (amount: string) => ({ minimum: { amount, currency: 'SEK' } });
    await call('admin', 'PUT', url, minimum('1.00'));
    return { ...settings('admin', url, [minimum('2.00'), minimum('3.00')], 'SEK'), method: 'PUT' };
  },
  deliverable: async () => {
    const offer = await made('advertiser', `/v2/stores/${cast.storeId}/offers`, CAMPAIGN);
    const { rows } = await application.database.pool.query(
      `WITH p AS (INSERT INTO participants (campaign_id, user_id, status) VALUES ($1, $2, 'accepted') RETURNING id)
       INSERT INTO deliverables (participant_id, title, instructions, due_on, created_by, created_at, updated_at)
       SELECT id, 'A', '', '2099-01-01', $3, now(), now() FROM p RETURNING id`,
      [offer, cast.ids.creator, cast.ids.advertiser],
    );
    const url = `/v2/deliverables/${rows[0].id}`;
    return { as: 'advertiser', read: url, write: url, bodies: [{ title: 'B' }, { title: 'C' }], changed: 'title' };
  },
  'campaign template': async () => {
    const offer = await made('advertiser', `/v2/stores/${cast.storeId}/offers`, CAMPAIGN);
    const templates = `/v2/stores/${cast.storeId}/campaign-templates`;
    const url = `${templates}/${await made('advertiser', templates, { name: 'A', offer_id: offer })}`;
    return { as: 'advertiser', read: url, write: url, bodies: [{ name: 'B' }, { name: 'C' }], changed: 'name' };
  },
  passkey: async () => {
    const { rows } = await application.database.pool.query(
      `INSERT INTO passkeys (user_id, credential_id, public_key, counter, backed_up, name, created_at)
       VALUES ($1, 'if-match', '', 0, false, 'A', now()) RETURNING id`,
      [cast.ids.creator],
    );
    const read = '/v2/me/passkeys';
    return {
      as: 'creator',
      read,
      write: `${read}/${rows[0].id}`,
      bodies: [{ name: 'B' }, { name: 'C' }],
      changed: String(rows[0].id),
    };
  },
  'entry of an administrators’ list': async () => {
    const url = `/v2/admin/categories/${await made('admin', '/v2/admin/categories', { name: 'A', key: 'if-match' })}`;
    return { as: 'admin', read: url, write: url, bodies: [{ name: 'B' }, { name: 'C' }], changed: 'name' };
  },
  agency: async () => {
    const url = `/v2/admin/clients/${cast.agencyId}`;
    return { as: 'admin', read: url, write: url, bodies: [{ name: 'B' }, { name: 'C' }], changed: 'name' };
  },
};

describe('If-Match', () => {
  it.each(Object.keys(RECORDS))('refuses a change over another user’s change: %s', async (kind) => {
    const { as, read, write, method = 'PATCH', bodies, changed } = await RECORDS[kind]!();
    const tagNow = async () => (await call(as, 'GET', read)).headers['etag'] as string;
    const tag = await tagNow();
    expect(tag).toMatch(/^"[\w-]{22}\.[\w-]+\.[\w-]{11}"$/);
    const replies = await Promise.all(bodies.map((body) => call(as, method, write, body, tag)));
    const [won, lost] = replies[0]!.status === 200 ? replies : [...replies].reverse();
    expect([won!.status, lost!.status, lost!.body.error, lost!.body.changed]).toEqual([
      200,
      412,
      'changed_since',
      [changed],
    ]);
    // The refusal contains the current tag, and so does the next read.
    expect(ofFields(await tagNow())).toBe(lost!.headers['etag']);
    expect(lost!.headers['etag']).not.toBe(ofFields(tag));
    expect((await call(as, method, write, bodies[1], lost!.headers['etag'] as string)).status).toBe(200);
    expect((await call(as, method, write, bodies[0])).status).toBe(200);
  });

  it('applies to the replacement of a campaign, whose position in the order may change as well', async () => {
    const { read, write } = await RECORDS.campaign!();
    const other = await made('advertiser', `/v2/stores/${cast.storeId}/offers`, CAMPAIGN);
    const { headers, body } = await call('advertiser', 'GET', read);
    const put = (title: string) =>
      call(
        'advertiser',
        ...(['PUT', write, { ...body.offer, campaign_title: title, priority_after: other }] as const),
        headers['etag'] as string,
      );
    expect((await Promise.all([put('B'), put('C')])).map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it('reveals nothing to others: they are refused before the header is read', async () => {
    const { read, write } = await RECORDS.campaign!();
    const { headers } = await call('advertiser', 'GET', read);
    const reply = await call('otherAdvertiser', 'PATCH', write, { campaign_title: 'D' }, headers['etag'] as string);
    expect([403, 404]).toContain(reply.status);
    expect(reply.headers['etag']).toBeUndefined();
  });

  it('is in the reference, with the tag and the refusal', async () => {
    const { paths } = resolveReferences((await call('admin', 'GET', '/openapi.json')).body);
    const { get, patch } = paths['/v2/webhooks/{webhook}'];
    expect(Object.keys(get.responses[200].headers)).toContain('etag');
    expect(patch.parameters).toContainEqual(expect.objectContaining({ in: 'header', name: 'if-match' }));
    expect(patch.responses[412].content['application/json'].schema.properties.error.enum).toEqual(['changed_since']);
  });
});
