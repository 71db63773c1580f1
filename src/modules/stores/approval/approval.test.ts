import { describe, expect, it } from 'vitest';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { takeMails } from '../../../../tests/harness/mailbox.ts';
import { unique } from '../../../../tests/harness/unique.ts';
import { warnNearLimit } from '../credit/warn-near-limit.ts';

const { application, cast } = await createPopulatedApplication();

const newHost = () =>
  `a${unique()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')}.example`;
const admin = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object, as = cast.tokens.admin) =>
  application.call({ method, url: `/v2/admin/${path}`, as, ...(body && { body }) });
const query = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;

/** Registers a store with a domain as the other creator. */
async function registered(name = `Shop ${unique()}`, as = cast.tokens.otherCreator) {
  const host = newHost();
  const body = { name, domains: [[host]], country: 'SE', currency: 'SEK', language: 'sv' };
  const reply = await application.call({ method: 'POST', url: '/v2/stores', as, body });
  return { id: reply.body.id as number, host, reply };
}

describe('a store that a user registers', () => {
  it('waits in the administrators’ queue, with an unchanged reply', async () => {
    const { id, host, reply } = await registered('Röd Räv');
    expect([reply.status, reply.body]).toEqual([201, { id, name: 'Röd Räv' }]);
    const queue = await admin('GET', `stores?approval=pending&query=${id}`);
    expect(queue.body.data).toMatchObject([{ id, approval: 'pending', domains: [host], unproven_domains: [host] }]);
    expect((await admin('GET', `stores?approval=approved&query=${id}`)).body.data).toEqual([]);
  });

  it('is not seen by creators, sends no mail and promises nothing', async () => {
    const { id } = await registered();
    const creator = cast.tokens.creator;
    const listed = await application.call({ url: `/v2/stores?query=${id}`, as: creator });
    expect(listed.body.data).toEqual([]);
    const invite = await application.call({
      method: 'POST',
      url: `/v2/advertisers/${id}/invites`,
      as: cast.tokens.otherCreator,
      body: { email: 'colleague@example.test' },
    });
    expect([invite.status, invite.body.error]).toEqual([400, 'store_pending']);
    await application.market.link({ userId: cast.ids.creator, storeId: id });
    const campaignId = await application.market.campaign({ storeId: id, type: 'user_accept' });
    await application.market.participant({ campaignId, userId: cast.ids.creator });
    const paid = await application.call({
      method: 'POST',
      url: `/stores/${id}/user/${cast.ids.creator}/oneTimePayment`,
      as: cast.tokens.otherCreator,
      body: { comment: 'A bonus', payment_date: new Date().toISOString().slice(0, 10), user_earnings: 100_000 },
    });
    expect([paid.status, paid.body.error]).toEqual([400, 'store_pending']);
    const joined = await application.call({
      method: 'POST',
      url: `/v2/offer-by-token/${(await query('SELECT token FROM campaigns WHERE id = $1', campaignId))[0].token}/users/${cast.ids.otherCreator}/join`,
      as: cast.tokens.otherCreator,
    });
    expect([joined.status, joined.body.error]).toEqual([400, 'store_inactive']);
  });

  it('may not have a name that contains an address, unless it is its own domain', async () => {
    for (const name of ['https://nike.com', 'www.nike', 'Nike.com Bonus', 'nike。com', 'See nike.com/offers'])
      expect([name, (await registered(name)).reply.body.errors]).toEqual([name, { name: [expect.any(String)] }]);
    for (const name of ['Dr. Martens', 'H&M', 'No. 7', 'St.Ives'])
      expect((await registered(name)).reply.status).toBe(201);
  });

  it('is shown beside those with a similar name', async () => {
    const { id: nike } = await registered('Nikelia', cast.tokens.admin);
    for (const name of ['NIKELIA Official Bonus', 'Nіkеlia', 'Ni-ke-lia!', 'N1kelia', 'Nikkelia', 'Ｎｉｋｅｌｉａ']) {
      const { id } = await registered(name);
      const { body } = await admin('GET', `stores/${id}/approval`);
      expect([name, body.similar_stores.some((one: { id: number }) => one.id === nike)]).toEqual([name, true]);
    }
    const { id } = await registered('Something else');
    expect((await admin('GET', `stores/${id}/approval`)).body.similar_stores).toEqual([]);
  });

  it('is decided about with the facts of its registration, each with its check', async () => {
    const host = newHost();
    const billing = {
      company_name: `Fakta ${unique()} AB`,
      street: 'Gatan 1',
      postal_code: '111 22',
      city: 'Stockholm',
    };
    const register = (domain: string, vat_number: string) =>
      application.call({
        method: 'POST',
        url: '/v2/stores',
        as: cast.tokens.otherCreator,
        body: {
          name: `Fakta ${unique()}`,
          domains: [[domain]],
          country: 'SE',
          currency: 'SEK',
          language: 'sv',
          billing: { ...billing, vat_number },
        },
      });
    const first = (await register(host, 'SE 559000-0001 01')).body.id as number;
    const facts = (await admin('GET', `stores/${first}/approval`)).body;
    expect(facts).toMatchObject({
      registered_by: { id: cast.ids.otherCreator, email: expect.stringContaining('@'), is_email_proven: true },
      currency: 'SEK',
      url: `https://${host}/`,
      billing: { ...billing, country: 'SE', is_complete: true },
      vat_number_check: 'valid',
      domains: [{ host, standing: 'unproven' }],
      rates: { general: null, social: null },
    });
    const second = (await register(newHost(), 'SE559000000101')).body.id as number;
    await query("INSERT INTO store_domains (store_id, host, token) VALUES ($1, $2, 'x')", second, host);
    await query("UPDATE stores SET approval = 'rejected', approval_reason = 'No.' WHERE id = $1", first);
    const { resembling_stores: similar } = (await admin('GET', `stores/${second}/approval`)).body;
    expect(similar.find(({ store }: { store: { id: number } }) => store.id === first)).toMatchObject({
      approval: 'rejected',
      likenesses: ['domain', 'company', 'vat_number'],
    });
    const third = (await register(newHost(), '12')).body.id as number;
    expect((await admin('GET', `stores/${third}/approval`)).body.vat_number_check).toBe('invalid');
    await query(
      'INSERT INTO prices (store_id, source, cpc_minor, invoice_cpc_minor, invoice_cpa) VALUES ($1, 0, 100, 130, 0.05)',
      third,
    );
    expect((await admin('GET', `stores/${third}/approval`)).body.rates).toEqual({
      general: { invoice_cpc: { minor: 130, currency: 'SEK' }, invoice_cpa: 0.05, invoice_cpo: null },
      social: null,
    });
  });

  it('is approved at once when an administrator registers it or registration is open, and refused when it is closed', async () => {
    const approvalOf = async (id: number) => (await query('SELECT approval FROM stores WHERE id = $1', id))[0].approval;
    expect(await approvalOf((await registered(undefined, cast.tokens.admin)).id)).toBe('approved');
    const settings = (store_registration: string) => admin('PATCH', 'marketplace-settings', { store_registration });
    expect((await settings('open')).body).toMatchObject({ store_registration: 'open', network_store_daily: 30 });
    expect(await approvalOf((await registered()).id)).toBe('approved');
    await settings('closed');
    const { reply } = await registered();
    expect([reply.status, reply.body.error]).toEqual([400, 'registration_closed']);
    expect((await registered(undefined, cast.tokens.admin)).reply.status).toBe(201);
    await settings('approval');
    expect((await settings('ajar')).body.errors).toEqual({ store_registration: [expect.any(String)] });
    expect((await admin('GET', 'marketplace-settings', undefined, cast.tokens.advertiser)).status).toBe(403);
  });
});

describe('a decision', () => {
  it('is mailed to the members, logged, and can be changed', async () => {
    const { id, host } = await registered('Blå Berg');
    await takeMails(application.database);
    const approved = await admin('POST', `stores/${id}/approve`, { consent_to_domains: true, reason: 'Known.' });
    expect([approved.status, approved.body]).toMatchObject([
      200,
      {
        store: { id },
        approval: 'approved',
        reason: 'Known.',
        decided_by: { id: cast.ids.admin },
        domains: [{ host, standing: 'consented' }],
      },
    ]);
    const rejected = await admin('POST', `stores/${id}/reject`, { reason: 'It imitates\nanother shop.' });
    expect(rejected.body).toMatchObject({ approval: 'rejected', reason: 'It imitates\nanother shop.' });
    const mails = await takeMails(application.database);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your store is approved', 'Your store is not approved']);
    expect(mails.map(({ text }) => text.split('\n')[2])).toEqual([
      'The store "Blå Berg" is approved',
      'The store "Blå Berg" is not approved',
    ]);
    expect(mails[1]!.text).toContain('Reason given by the marketplace: It imitates another shop.');
    const log = await query(
      "SELECT action, actor_id, details FROM audit_log WHERE subject_kind = 'store' AND subject_id = $1 AND action ~ 'approved|rejected' ORDER BY id",
      id,
    );
    expect(log).toMatchObject([
      {
        action: 'store.approved',
        actor_id: cast.ids.admin,
        details: { before: 'pending', reason: 'Known.', domains: [host] },
      },
      { action: 'store.rejected', details: { before: 'approved' } },
    ]);
    // Repeating the decision notifies nobody.
    await admin('POST', `stores/${id}/reject`, { reason: 'Still.' });
    expect(await takeMails(application.database)).toEqual([]);
  });

  it('without consent leaves domains unproven; a rejected store leaves its domains to others', async () => {
    const { id, host } = await registered();
    expect((await admin('POST', `stores/${id}/approve`, {})).body.domains).toMatchObject([{ standing: 'unproven' }]);
    await admin('POST', `stores/${id}/reject`, { reason: 'No.' });
    const body = { name: 'Its owner', domains: [[host]], country: 'SE', currency: 'SEK', language: 'sv' };
    const owner = await application.call({ method: 'POST', url: '/v2/stores', as: cast.tokens.creator, body });
    expect(owner.status).toBe(201);
  });

  it('is read by the members of the store, without the administrator and the similar stores', async () => {
    const { id } = await registered();
    const read = (as: string, of = id) => application.call({ url: `/v2/stores/${of}/approval`, as });
    const keys = ['approval', 'decided_at', 'reason', 'registered_at'];
    const before = await read(cast.tokens.otherCreator);
    expect([before.status, before.body]).toMatchObject([
      200,
      { approval: 'pending', reason: null, decided_at: null, registered_at: expect.any(String) },
    ]);
    expect(Object.keys(before.body).sort()).toEqual(keys);
    await admin('POST', `stores/${id}/reject`, { reason: 'Unknown company.' });
    const after = (await read(cast.tokens.otherCreator)).body;
    expect(after).toMatchObject({ approval: 'rejected', reason: 'Unknown company.', decided_at: expect.any(String) });
    expect(Object.keys(after).sort()).toEqual(keys);
    expect((await read(cast.tokens.admin)).body).toEqual(after);
    const refused = [await read(''), await read(cast.tokens.advertiser), await read(cast.tokens.agency)];
    expect(refused.map(({ status }) => status)).toEqual([401, 403, 403]);
    expect((await read(cast.tokens.admin, 999_999)).status).toBe(404);
  });

  it('is made by an administrator, about an existing store, with a reason', async () => {
    const { id } = await registered();
    for (const as of [cast.tokens.otherCreator, cast.tokens.advertiser, cast.tokens.agency])
      for (const path of ['approve', 'reject'])
        expect((await admin('POST', `stores/${id}/${path}`, { reason: 'Mine.' }, as)).status).toBe(403);
    expect((await admin('POST', `stores/${id}/approve`, {}, '')).status).toBe(401);
    expect((await admin('POST', 'stores/999999/approve', {})).status).toBe(404);
    expect((await admin('POST', `stores/${id}/reject`, {})).body.errors).toEqual({ reason: [expect.any(String)] });
    expect((await admin('GET', `stores/${id}/approval`)).body.approval).toBe('pending');
  });
});

describe('the credit of a store', () => {
  const creditOf = async (id: number, as = cast.tokens.admin) =>
    application.call({ url: `/v2/stores/${id}/credit`, as });

  it('is that of the marketplace, unless an administrator sets another or a payment set-up is verified', async () => {
    const { id } = await registered();
    const rate = Number(
      (
        await query("SELECT units_per_eur AS rate FROM exchange_rates WHERE currency = 'SEK' ORDER BY day DESC LIMIT 1")
      )[0].rate,
    );
    const usual = Math.floor(10_000 * 100 * rate);
    expect((await creditOf(id)).body).toMatchObject({
      currency: 'SEK',
      incurred_minor: 0,
      limit_minor: usual,
      own_limit_minor: null,
    });
    await query(
      "INSERT INTO payment_setups (store_id, provider, setup_id, set_at, method_id, method) VALUES ($1, 'manual', 'x', now(), 'm', '{}')",
      id,
    );
    expect((await creditOf(id)).body.limit_minor).toBe(usual);
    await query(
      "INSERT INTO payment_setups (store_id, provider, setup_id, set_at, method_id, method) VALUES ($1, 'stripe', 'x', now(), 'm', '{}')",
      id,
    );
    expect((await creditOf(id)).body.limit_minor).toBe(10 * usual);
    const set = await admin('PATCH', `stores/${id}/credit`, { own_limit_minor: 5_000, network_daily: 3 });
    expect(set.body).toMatchObject({
      limit_minor: 5_000,
      own_limit_minor: 5_000,
      network_daily: 3,
      network_minute: null,
    });
    const own = (own_limit: unknown, rest = {}) => admin('PATCH', `stores/${id}/credit`, { own_limit, ...rest });
    const kronor = (minor: number) => ({ minor, currency: 'SEK' });
    expect((await own(kronor(6_000))).body).toMatchObject({ limit: kronor(6_000), own_limit: kronor(6_000) });
    for (const [limit, rest, field] of [
      [{ minor: 1, currency: 'EUR' }, {}, 'own_limit.currency'],
      [kronor(-1), {}, 'own_limit.minor'],
      [kronor(1), { own_limit_minor: 1 }, 'own_limit_minor'],
    ] as const)
      expect(Object.keys((await own(limit, rest)).body.errors)).toEqual([field]);
    expect((await creditOf(id)).body.own_limit).toEqual(kronor(6_000));
    expect((await own(null)).body.own_limit).toBe(null);
    await admin('PATCH', `stores/${id}/credit`, { own_limit_minor: 7_000 });
    await admin('PATCH', `stores/${id}/credit`, { own_limit_minor: null });
    await admin('PATCH', 'marketplace-settings', { verified_credit_limit_eur: 200_000 });
    expect((await creditOf(id)).body).toMatchObject({ limit_minor: 20 * usual, network_daily: 3 });
    await admin('PATCH', 'marketplace-settings', { verified_credit_limit_eur: 100_000 });
    expect((await admin('PATCH', `stores/${id}/credit`, { own_limit_minor: -1 })).body.errors).toEqual({
      own_limit_minor: [expect.any(String)],
    });
    expect((await admin('PATCH', `stores/${id}/credit`, {}, cast.tokens.otherCreator)).status).toBe(403);
    expect((await creditOf(id, cast.tokens.otherCreator)).status).toBe(200);
    expect((await creditOf(id, cast.tokens.creator)).status).toBe(403);
    expect((await creditOf(id, '')).status).toBe(401);
  });

  const promise = (storeId: number, minor: number, userId = cast.ids.creator) =>
    application.call({
      method: 'POST',
      url: `/stores/${storeId}/user/${userId}/oneTimePayment`,
      as: cast.tokens.admin,
      body: { comment: 'A bonus', payment_date: new Date().toISOString().slice(0, 10), user_earnings: minor },
    });

  it('covers one-time payments exactly, also when promised concurrently; paid amounts are available again', async () => {
    const storeId = await application.market.store({ creditMinor: 1_000 });
    const replies = await Promise.all(Array.from({ length: 8 }, () => promise(storeId, 300)));
    expect(replies.map(({ status, body }) => (status === 200 ? 'paid' : body.error)).sort()).toEqual([
      ...Array(5).fill('credit_limit'),
      ...Array(3).fill('paid'),
    ]);
    expect((await creditOf(storeId)).body.incurred_minor).toBe(900);
    await query("INSERT INTO payment_periods (month) VALUES ('2025-01-01') ON CONFLICT DO NOTHING");
    const [{ id }] = await query(
      `INSERT INTO invoices (kind, number, store_id, month, currency, net_minor, vat_minor, total_minor, payment_date)
       VALUES ('store', $1, $2, '2025-01-01', 'SEK', 600, 150, 750, '2025-02-01') RETURNING id`,
      unique(),
      storeId,
    );
    await query('UPDATE invoices SET paid_at = now() WHERE id = $1', id);
    expect((await creditOf(storeId)).body.incurred_minor).toBe(300);
    await query('UPDATE invoices SET paid_at = NULL WHERE id = $1', id);
    expect((await creditOf(storeId)).body.incurred_minor).toBe(900);
  });

  it('refuses new terms that cost money when it is used up, and nothing else', async () => {
    const storeId = await application.market.store({ creditMinor: 0 });
    const campaign = (traffic_sources_costs: object[], active = true) =>
      application.call({
        method: 'POST',
        url: `/v2/stores/${storeId}/offers`,
        as: cast.tokens.admin,
        body: { active, campaign_title: 'A campaign', type: 'standard', traffic_sources_costs, targets: {} },
      });
    const refused = await campaign([{ source: 0, cpc: 100 }]);
    expect([refused.status, refused.body.error]).toEqual([400, 'credit_limit']);
    const [free, paused] = [await campaign([{ source: 0, cpc: 0 }]), await campaign([{ source: 0, cpc: 100 }], false)];
    expect([free.status, paused.status]).toEqual([201, 201]);
  });

  it('is mailed to the members once at 80 %, and again after they have paid', async () => {
    const storeId = await application.market.store({ creditMinor: 1_000 });
    await application.market.member(storeId, cast.ids.otherAdvertiser);
    const ctx = { db: application.database.db, now: () => new Date() };
    const notices = async () => {
      await warnNearLimit(ctx);
      return (await takeMails(application.database))
        .filter(({ subject }) => subject.includes('is close to'))
        .map(({ text }) => text);
    };
    await promise(storeId, 700);
    expect(await notices()).toEqual([]);
    await promise(storeId, 100);
    expect(await notices()).toEqual([
      expect.stringContaining('has unpaid and promised costs of SEK 8.00. Its credit limit is SEK 10.00.'),
    ]);
    expect(await notices()).toEqual([]);
    await query('SELECT add_store_exposure($1, -700)', storeId);
    await promise(storeId, 700);
    expect(await notices()).toHaveLength(1);
  });

  it('pays no member of the store', async () => {
    const storeId = await application.market.store();
    const member = await application.market.user();
    await application.market.member(storeId, member);
    const { status, body } = await promise(storeId, 100, member);
    expect([status, body.error]).toEqual([400, 'own_store']);
  });
});
