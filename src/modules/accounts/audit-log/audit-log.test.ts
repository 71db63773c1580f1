import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { writeAudit } from '../audit.ts';

const { application, cast } = await createPopulatedApplication();
const query = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;
beforeAll(async () => {
  const { db } = application.database;
  const { admin, advertiser } = cast.ids;
  const did = (actorId: number | null, action: string, subjectKind: string, subjectId: number | null, day: string) =>
    db.transaction(async (tx) => {
      await writeAudit(tx, { actorId, action, subjectKind, subjectId, details: { by: '=HYPERLINK("x")' } });
      await tx.execute(`UPDATE audit_log SET at = '${day}T12:00:00Z' WHERE id = (SELECT max(id) FROM audit_log)`);
    });
  await query('DELETE FROM audit_log');
  await did(admin, 'store.updated', 'store', cast.storeId, '2030-01-01');
  await did(advertiser, 'store.updated', 'store', cast.storeId, '2030-01-02');
  await did(advertiser, 'store.paused', 'store', cast.otherStoreId, '2030-01-03');
  await did(null, 'user.created', 'user', cast.ids.creator, '2030-01-04');
});

const LOG = '/v2/admin/audit-log';
const get = (url: string, as = cast.tokens.admin) => application.call({ url, as });
const daysOf = async (url: string, as?: string) =>
  (await get(url, as)).body.data.map(({ at }: { at: string }) => Number(at.slice(8, 10)));

describe('The audit log', () => {
  it('is read by administrators, the newest first, page by page', async () => {
    const { status, body } = await get(`${LOG}?size=2`);
    expect([status, body.data]).toEqual([
      200,
      [
        {
          id: expect.any(Number),
          at: '2030-01-04T12:00:00.000Z',
          actor: null,
          store_key: null,
          action: 'user.created',
          subject_kind: 'user',
          subject_id: cast.ids.creator,
          subject_name: expect.any(String),
          details: { by: '=HYPERLINK("x")' },
        },
        expect.objectContaining({ actor: { id: cast.ids.advertiser, username: expect.any(String) } }),
      ],
    ]);
    expect(await daysOf(`${LOG}?size=2&page=2`)).toEqual([2, 1]);
    expect((await application.call({ url: LOG })).status).toBe(401);
    for (const as of [cast.tokens.creator, cast.tokens.agency, cast.tokens.advertiser])
      expect((await get(LOG, as)).status).toBe(403);
  });

  it('is filtered by actor, action, subject and time', async () => {
    expect(await daysOf(`${LOG}?actor_id=${cast.ids.advertiser}`)).toEqual([3, 2]);
    expect(await daysOf(`${LOG}?action=store.updated`)).toEqual([2, 1]);
    expect(await daysOf(`${LOG}?subject_kind=store&subject_id=${cast.otherStoreId}`)).toEqual([3]);
    expect(await daysOf(`${LOG}?from=2030-01-02T12:00:00Z&to=2030-01-03T12:00:00Z`)).toEqual([2]);
    expect(await daysOf(`${LOG}?action=nothing.such`)).toEqual([]);
    const wrong = await get(`${LOG}?actor_id=x&from=yesterday&size=1000&subject_id=1`);
    expect(Object.keys(wrong.body.errors).sort()).toEqual(['actor_id', 'from', 'size']);
    expect((await get(`${LOG}?subject_id=1`)).body.errors).toHaveProperty('subject_kind');
  });

  it('can be exported, with formulas in texts disabled', async () => {
    const reply = await application.app.inject({
      url: `${LOG}?format=csv&action=store.updated`,
      headers: { authorization: cast.tokens.admin },
    });
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="audit-log-\d{4}-\d{2}-\d{2}\.csv"$/);
    const lines = reply.body.trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain('Actor ID');
    expect(lines[1]).toContain('store.updated');
  });

  it('of a store is visible to its members', async () => {
    const url = `/v2/stores/${cast.storeId}/audit-log`;
    expect(await daysOf(url, cast.tokens.advertiser)).toEqual([2, 1]);
    expect(await daysOf(`${url}?actor_id=${cast.ids.admin}`, cast.tokens.advertiser)).toEqual([1]);
    // A filter cannot extend the log beyond its scope.
    const asked = await get(`${url}?subject_kind=user`, cast.tokens.advertiser);
    expect(
      asked.status === 422 || asked.body.data.every((row: { subject_kind: string }) => row.subject_kind === 'store'),
    ).toBe(true);
    expect((await get(url, cast.tokens.otherAdvertiser)).status).toBeGreaterThanOrEqual(403);
    expect((await application.call({ url })).status).toBe(401);
  });

  it('contains failed sign-ins with a hash of the address, known or not', async () => {
    const [{ email }] = (await query('SELECT email FROM users WHERE id = $1', cast.ids.creator)) as [{ email: string }];
    for (const tried of [email.toUpperCase(), 'Nobody@example.test'])
      await application.call({ method: 'POST', url: '/v2/sessions', body: { email: tried, password: 'wrong' } });
    const { body } = await get(`${LOG}?action=sign_in.failed`);
    const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
    expect(body.data).toMatchObject([
      { actor: null, subject_id: null, details: { address_hash: hashOf('nobody@example.test'), by: 'password' } },
      {
        actor: null,
        subject_id: cast.ids.creator,
        details: { address_hash: hashOf(email.toLowerCase()), by: 'password' },
      },
    ]);
    expect(JSON.stringify(body).toLowerCase()).not.toContain('nobody@');
  });
});
