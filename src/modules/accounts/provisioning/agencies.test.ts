import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { adminOf, tally } from '../../../../tests/harness/admin.ts';
import { createPopulatedApplication, ROLES } from '../../../../tests/harness/cast.ts';
import { unique } from '../../../../tests/harness/unique.ts';

const { application, cast } = await createPopulatedApplication();
const admin = adminOf(application, cast.tokens.admin);

const makeAgency = (values: object = {}) => admin.make('clients', { name: unique(), client_id: unique(), ...values });
const query = async (text: string, values: unknown[] = []) =>
  (await application.database.pool.query(text, values)).rows;

describe('A client’s secret', () => {
  it('is returned once, at the creation, and only its hash is stored', async () => {
    const agency = await makeAgency();
    expect(agency.client_secret).toMatch(/^trc_[\w-]{43}$/);
    const replies = [
      (await admin.get(`clients/${agency.id}`)).body,
      (await admin.patch(`clients/${agency.id}`, { name: 'Another' })).body,
      ...(await admin.get(`clients?query=${agency.id}`)).body.data,
    ];
    expect(replies.map((reply) => reply.client_secret)).toEqual(replies.map(() => '<CLIENT_SECRET>'));
    const [row] = await query('SELECT * FROM agencies WHERE id = $1', [agency.id]);
    expect(row.client_secret_hash).toEqual(createHash('sha256').update(agency.client_secret).digest());
    const { id: _, client_secret_hash: __, ...rest } = row;
    expect(JSON.stringify(rest)).not.toContain(agency.client_secret);
  });

  it('can be replaced; the new one is also returned once', async () => {
    const agency = await makeAgency();
    const rotated = await admin.post(`clients/${agency.id}/rotate-secret`);
    expect(rotated.status).toBe(200);
    expect(rotated.body.client_secret).toMatch(/^trc_[\w-]{43}$/);
    expect(rotated.body.client_secret).not.toBe(agency.client_secret);
    const [row] = await query('SELECT client_secret_hash FROM agencies WHERE id = $1', [agency.id]);
    expect(row.client_secret_hash).toEqual(createHash('sha256').update(rotated.body.client_secret).digest());
  });

  it('is in no entry of the audit log, which names the field', async () => {
    const agency = await makeAgency();
    const rotated = await admin.post(`clients/${agency.id}/rotate-secret`);
    const entries = await query(
      `SELECT details::text FROM audit_log WHERE subject_kind = 'client' AND subject_id = $1`,
      [agency.id],
    );
    expect(entries).toHaveLength(2);
    for (const { details } of entries) {
      expect(details).toContain('"client_secret"');
      expect(details).not.toContain('trc_');
      for (const { client_secret } of [agency, rotated.body]) {
        expect(details).not.toContain(createHash('sha256').update(client_secret).digest('hex'));
      }
    }
  });

  it('cannot be chosen by the caller', async () => {
    const { id } = await makeAgency();
    const reply = await admin.patch(`clients/${id}`, { client_secret: 'mine' });
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ['client_secret']]);
  });

  it('is rotated only by administrators, for an existing client', async () => {
    const { id } = await makeAgency();
    const url = `/v2/admin/clients/${id}/rotate-secret`;
    expect((await application.call({ method: 'POST', url })).status).toBe(401);
    for (const role of ROLES.filter((one) => one !== 'admin')) {
      expect((await application.call({ method: 'POST', url, as: cast.tokens[role] })).status).toBe(403);
    }
    for (const none of ['9007199254740991', '0', 'x']) {
      const reply = await admin.post(`clients/${none}/rotate-secret`);
      expect([reply.status, reply.body.message]).toEqual([404, 'No query results for client.']);
    }
  });
});

describe('A client’s id', () => {
  it('is unique', async () => {
    const { client_id: agency_id } = await makeAgency();
    const other = await makeAgency();
    for (const reply of [
      await admin.post('clients', { name: 'x', client_id: agency_id }),
      await admin.patch(`clients/${other.id}`, { client_id: agency_id }),
    ]) {
      expect([reply.status, reply.body.errors]).toEqual([422, { client_id: ['has already been taken'] }]);
    }
    expect((await admin.patch(`clients/${other.id}`, { client_id: other.client_id })).status).toBe(200);
  });

  it('belongs to one client, also with concurrent requests', async () => {
    const agency_id = unique();
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => admin.post('clients', { name: 'x', client_id: agency_id })),
    );
    expect(tally(replies)).toEqual({ 201: 1, 422: 11 });
    expect(replies.find(({ status }) => status === 422)!.body.errors).toEqual({
      client_id: ['has already been taken'],
    });
  });
});

describe('A client’s shares', () => {
  const SAYS = ['must not be more than 1 together with the other share'];

  it('add up to at most the whole', async () => {
    expect(await makeAgency({ user_share: 0.7, client_share: 0.3 })).toMatchObject({ user_share: 0.7 });
    const refused = await admin.post('clients', {
      name: 'x',
      client_id: unique(),
      user_share: 0.700001,
      client_share: 0.3,
    });
    expect([refused.status, refused.body.errors]).toEqual([422, { user_share: SAYS, client_share: SAYS }]);
  });

  it('add up to at most the whole after a change of one of them', async () => {
    const { id } = await makeAgency({ user_share: 0.7, client_share: 0.3 });
    const refused = await admin.patch(`clients/${id}`, { client_share: 0.300001 });
    expect([refused.status, refused.body.errors]).toEqual([422, { client_share: SAYS }]);
    expect((await admin.patch(`clients/${id}`, { user_share: null })).status).toBe(200);
    expect((await admin.patch(`clients/${id}`, { client_share: 1 })).body).toMatchObject({ client_share: 1 });
    expect((await admin.patch(`clients/${id}`, { user_share: 0.000001 })).status).toBe(422);
  });

  it('add up to at most the whole after concurrent changes of both', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await makeAgency();
      const replies = await Promise.all([
        admin.patch(`clients/${id}`, { user_share: 0.9 }),
        admin.patch(`clients/${id}`, { client_share: 0.9 }),
      ]);
      expect(tally(replies)).toEqual({ 200: 1, 422: 1 });
    }
  });
});

describe('A client’s default revenue tier', () => {
  it('is one of the client’s own tiers', async () => {
    const [agency, other] = [await makeAgency(), await makeAgency()];
    const [own, foreign, common] = [
      await admin.make('revenue-tiers', { name: 'Own', client_id: agency.id }),
      await admin.make('revenue-tiers', { name: 'Foreign', client_id: other.id }),
      await admin.make('revenue-tiers', { name: 'Common' }),
    ];
    for (const { id } of [foreign, common]) {
      const reply = await admin.patch(`clients/${agency.id}`, { default_revenue_tier_id: id });
      expect([reply.status, reply.body.errors]).toEqual([
        422,
        { default_revenue_tier_id: ['must be the id of a revenue tier of this client'] },
      ]);
    }
    const kept = await admin.patch(`clients/${agency.id}`, { default_revenue_tier_id: own.id });
    expect([kept.status, kept.body.default_revenue_tier_id]).toEqual([200, own.id]);
    const inUse = await admin.remove(`revenue-tiers/${own.id}`);
    expect([inUse.status, inUse.body.error]).toEqual([400, 'in_use']);
  });
});

describe('A client that is in use', () => {
  it.each<[string, (id: number) => Promise<unknown>]>([
    ['by a creator', (agencyId) => application.market.user({ agencyId })],
    ['by a representative', (id) => application.market.representative(id, cast.ids.otherAgency)],
    ['by a tier', (agencyId) => application.market.tier({ agencyId })],
    [
      'by a blocklist',
      (id) => query('INSERT INTO blocklist (store_id, agency_id) VALUES ($1, $2)', [cast.storeId, id]),
    ],
  ])('%s is not deleted', async (_, use) => {
    const { id } = await makeAgency();
    await use(id);
    const reply = await admin.remove(`clients/${id}`);
    expect([reply.status, reply.body.error]).toEqual([400, 'in_use']);
    expect((await admin.get(`clients/${id}`)).status).toBe(200);
  });
});

describe('All errors of a client', () => {
  it('are reported at once', async () => {
    const { client_id: agency_id } = await makeAgency();
    const none = 2 ** 53 - 1;
    const reply = await admin.post('clients', {
      name: 'x',
      client_id: agency_id,
      store_group_id: none,
      default_revenue_tier_id: none,
      user_share: 0.1234567,
    });
    expect([reply.status, Object.keys(reply.body.errors).sort()]).toEqual([
      422,
      ['client_id', 'default_revenue_tier_id', 'store_group_id', 'user_share'],
    ]);
  });
});
