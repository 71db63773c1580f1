import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { unique } from '../../../../tests/harness/unique.ts';
import { purgeAgencyInvitations } from './invite-to-join.ts';

const { application, cast } = await createPopulatedApplication();
const { market, database } = application;
const { tokens, ids } = cast;
const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const call = (method: Method, url: string, as: string | null, body?: object) =>
  application.call({ method, url, ...(as !== null && { as }), ...(body !== undefined && { body }) });
const DAY = 86_400_000;

/** A creator with an address of their own, who is found by agencies unless stated otherwise. */
async function creator({
  forStores = false,
  forAgencies = true,
  agencyId,
}: {
  forStores?: boolean;
  forAgencies?: boolean;
  agencyId?: number;
} = {}) {
  const email = `${unique()}@secret-address.example`.toLowerCase();
  const id = await market.user({ email, ...(agencyId !== undefined && { agencyId }) });
  await query('UPDATE users SET display_name = $2 WHERE id = $1', id, `Creator ${id}`);
  await query(
    `INSERT INTO creator_profiles (user_id, is_listed, is_listed_for_agencies, updated_at) VALUES ($1, $2, $3, now())`,
    id,
    forStores,
    forAgencies,
  );
  return { id, email, as: await application.tokenOf(id) };
}

/** An agency of its own, so that the limits of a day do not meet. */
async function agency({ role = 'owner' }: { role?: string } = {}) {
  const [id, owner, colleague] = [await market.agency(), await market.user(), await market.user()];
  await market.representative(id, owner);
  await market.representative(id, colleague);
  await query('UPDATE agency_members SET role = $3 WHERE agency_id = $1 AND user_id = $2', id, colleague, role);
  const [as, asColleague] = [await application.tokenOf(owner), await application.tokenOf(colleague)];
  const url = (rest = '') => `/v2/clients/${id}/creator-invitations${rest}`;
  return {
    id,
    owner,
    as,
    asColleague,
    url,
    invite: (body: object, by: string | null = as) => call('POST', url(), by, body),
    sent: async (by = as) => (await call('GET', url('?size=100'), by)).body.data as SentOne[],
  };
}
interface SentOne {
  id: number;
  creator: { id: number; name: string } | null;
  email: string | null;
  status: string;
}
const received = async ({ id, as }: { id: number; as: string }) => {
  const { status, body } = await call('GET', `/v2/users/${id}/agency-invitations`, as);
  expect(status).toBe(200);
  return body.data as { id: number; client: { id: number }; user_share: number }[];
};
const answer = ({ id, as }: { id: number; as: string }, invitation: number, what: 'accept' | 'decline', by = as) =>
  call('POST', `/v2/users/${id}/agency-invitations/${invitation}/${what}`, by);
const agencyOf = async (id: number) => (await query('SELECT agency_id FROM users WHERE id = $1', id))[0].agency_id;

describe('The invitation of a found creator', () => {
  it('is accepted by the creator, whom the agency represents from then on', async () => {
    const [one, us] = [await creator(), await agency()];
    expect((await call('GET', `/v2/clients/${us.id}/users/${one.id}`, us.as)).status).toBe(404);
    expect((await us.invite({ user_ids: [one.id] })).body).toEqual({
      invited_user_ids: [one.id],
      skipped_user_ids: [],
    });
    const [invitation] = await received(one);
    expect(invitation).toMatchObject({
      client: { id: us.id },
      user_share_now: 0.7,
      user_share: 0.7,
      is_paid_by_client: false,
    });
    expect(await agencyOf(one.id)).toBeNull();
    expect((await answer(one, invitation!.id, 'accept')).status).toBe(204);
    expect(await agencyOf(one.id)).toBe(us.id);
    expect((await call('GET', `/v2/clients/${us.id}/users/${one.id}`, us.as)).status).toBe(200);
    expect(await us.sent()).toMatchObject([{ creator: { id: one.id, name: `Creator ${one.id}` }, status: 'accepted' }]);
    expect(await received(one)).toEqual([]);
    expect((await answer(one, invitation!.id, 'accept')).status).toBe(404);
    const news = await query(`SELECT message, user_id FROM notifications WHERE user_id = ANY ($1) ORDER BY id`, [
      one.id,
      us.owner,
    ]);
    expect(news).toEqual([
      { message: 'agency_invited', user_id: one.id },
      { message: 'agency_invitation_answered', user_id: us.owner },
    ]);
    const log = await query(
      `SELECT actor_id, action, details FROM audit_log WHERE subject_kind = 'user' AND subject_id = $1 AND action LIKE 'invite.%'`,
      one.id,
    );
    expect(log).toEqual([
      { actor_id: one.id, action: 'invite.accepted', details: { creator_invitation: invitation!.id, client: us.id } },
    ]);
  });

  it('shows the creator what would change about money', async () => {
    const [one, us] = [await creator(), await agency()];
    await query('UPDATE agencies SET user_share = 0.55, own_payment_system = true WHERE id = $1', us.id);
    await us.invite({ user_ids: [one.id] });
    expect(await received(one)).toMatchObject([{ user_share_now: 0.7, user_share: 0.55, is_paid_by_client: true }]);
  });

  it('never discloses the address of the creator: in no reply, list, audit log or notification of the agency', async () => {
    const [one, two, us] = [await creator(), await creator(), await agency()];
    const seen: unknown[] = [(await us.invite({ user_ids: [one.id, two.id] })).body];
    seen.push(await us.sent(), (await call('GET', `/v2/clients/${us.id}/creators?size=100`, us.as)).body);
    await answer(two, (await received(two))[0]!.id, 'decline');
    seen.push(
      await us.sent(),
      (await call('GET', `/v2/clients/${us.id}/audit-log`, us.as)).body,
      (await call('GET', '/v2/me/notifications', us.as)).body,
      await query(`SELECT details FROM audit_log WHERE subject_kind = 'client' AND subject_id = $1`, us.id),
      await query('SELECT data, path, mail_to FROM notifications WHERE user_id = $1', us.owner),
      await query('SELECT email FROM agency_invitations WHERE agency_id = $1', us.id),
    );
    expect(JSON.stringify(seen)).not.toContain('secret-address');
    // The control: an address that the agency has given is in its list.
    await us.invite({ emails: [one.email] });
    expect(JSON.stringify(await us.sent())).toContain(one.email);
  });

  it('reaches nobody who does not consent to agencies, who has withdrawn, belongs to the agency, or does not exist', async () => {
    const us = await agency();
    const [open, storesOnly, withdrawn, ours] = [
      await creator(),
      await creator({ forStores: true, forAgencies: false }),
      await creator(),
      await creator({ agencyId: us.id }),
    ];
    const list = (await call('POST', `/v2/clients/${us.id}/creator-lists`, us.as, { name: 'x' })).body.id;
    await call('POST', `/v2/clients/${us.id}/creator-lists/${list}/members`, us.as, {
      user_ids: [open.id, withdrawn.id],
    });
    // Withdrawn between the search and the invitation.
    await call('PATCH', `/v2/users/${withdrawn.id}/profile`, withdrawn.as, { is_listed_for_agencies: false });
    const everybody = [open, storesOnly, withdrawn, ours].map(({ id }) => id);
    expect((await us.invite({ user_ids: [...everybody, 999_999_999], list_id: list })).body).toEqual({
      invited_user_ids: [open.id],
      skipped_user_ids: [storesOnly.id, withdrawn.id, ours.id, 999_999_999],
    });
    expect((await us.invite({ list_id: list })).body.invited_user_ids).toEqual([open.id]);
    for (const one of [storesOnly, withdrawn, ours]) expect(await received(one)).toEqual([]);
    expect((await us.sent()).map((one) => one.creator?.id)).toEqual([open.id]);
    const other = await agency();
    expect((await other.invite({ list_id: list })).status).toBe(404);
  });

  it('is sent by representatives who may manage, and administrators', async () => {
    const one = await creator();
    const statuses: Record<string, unknown[]> = {};
    for (const role of ['owner', 'manager', 'finance', 'read_only']) {
      const us = await agency({ role });
      const sent = await us.invite({ user_ids: [one.id] }, us.asColleague);
      const listed = await call('GET', us.url(), us.asColleague);
      statuses[role] = [sent.body.error ?? sent.status, listed.status];
    }
    expect(statuses).toEqual({
      owner: [200, 200],
      manager: [200, 200],
      finance: ['insufficient_role', 200],
      read_only: ['insufficient_role', 200],
    });
    const us = await agency();
    for (const as of ['creator', 'agency', 'otherAgency', 'advertiser'] as Role[])
      expect([
        as,
        (await us.invite({ user_ids: [one.id] }, tokens[as])).status,
        (await call('GET', us.url(), tokens[as])).status,
        (await call('DELETE', us.url('/1'), tokens[as])).status,
      ]).toEqual([as, 404, 404, 404]);
    expect((await us.invite({ user_ids: [one.id] }, null)).status).toBe(401);
    expect((await us.invite({ user_ids: [one.id] }, tokens.admin)).status).toBe(200);
  });

  it('names a wrong field', async () => {
    const us = await agency();
    for (const [field, body] of [
      ['user_ids.0', { user_ids: [0] }],
      ['user_ids', { user_ids: Array.from({ length: 101 }, (_, at) => at + 1) }],
      ['emails.0', { emails: ['x'] }],
      ['list_id', { list_id: 'x' }],
    ] as const) {
      const refused = await us.invite(body);
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [field]]);
    }
  });

  it('counts in the limit of a day together with other invitations, also of several requests at once', async () => {
    const us = await agency();
    const made: number[] = [];
    for (let at = 0; at < 22; at += 1) made.push((await creator()).id);
    expect((await us.invite({ user_ids: made.slice(0, 21) })).body.error).toBe('too_many_invites');
    expect(await us.sent()).toEqual([]);
    expect((await us.invite({ user_ids: made.slice(0, 10) })).status).toBe(200);
    // Repeating it uses nothing.
    expect((await us.invite({ user_ids: made.slice(0, 10) })).status).toBe(200);
    const both = await Promise.all([
      us.invite({ user_ids: made.slice(10, 16) }),
      us.invite({ user_ids: made.slice(16, 22) }),
    ]);
    expect(both.map(({ status, body }) => body.error ?? status).sort()).toEqual([200, 'too_many_invites']);
    expect(await us.sent()).toHaveLength(16);
    const represent = (email: string) => call('POST', `/v2/clients/${us.id}/invites`, us.as, { email });
    const results: unknown[] = [];
    for (let at = 0; at < 5; at += 1) {
      const { status, body } = await represent(`${unique()}@people.example`);
      results.push(body.error ?? status);
    }
    expect(results).toEqual([201, 201, 201, 201, 'too_many_invites']);
  });

  it('is limited further while nobody has approved the agency', async () => {
    const us = await agency();
    await query('UPDATE agencies SET from_sign_up = true WHERE id = $1', us.id);
    const made: number[] = [];
    for (let at = 0; at < 6; at += 1) made.push((await creator()).id);
    expect((await us.invite({ user_ids: made })).body.error).toBe('too_many_invites');
    expect((await us.invite({ user_ids: made.slice(0, 5) })).status).toBe(200);
    expect((await us.invite({ user_ids: made.slice(5) })).body.error).toBe('too_many_invites');
  });

  it('is revoked by the agency until it is answered, and by no other', async () => {
    const [one, two, us, other] = [await creator(), await creator(), await agency(), await agency()];
    await us.invite({ user_ids: [one.id, two.id] });
    const [ofTwo, ofOne] = await us.sent();
    expect((await call('DELETE', other.url(`/${ofOne!.id}`), other.as)).status).toBe(404);
    expect((await call('DELETE', us.url(`/${ofOne!.id}`), other.as)).status).toBe(404);
    const before = (await received(one))[0]!.id;
    expect((await call('DELETE', us.url(`/${ofOne!.id}`), us.as)).status).toBe(204);
    expect((await call('DELETE', us.url(`/${ofOne!.id}`), us.as)).status).toBe(204);
    expect([await received(one), (await answer(one, before, 'accept')).status]).toEqual([[], 404]);
    await answer(two, ofTwo!.id, 'accept');
    expect((await call('DELETE', us.url(`/${ofTwo!.id}`), us.as)).body.error).toBe('invitation_answered');
    expect(await agencyOf(two.id)).toBe(us.id);
  });
});

describe('The answer to an invitation of an agency', () => {
  it('is given by the creator in person: not by the agency, an administrator, another creator or a token issued to another', async () => {
    const us = await agency();
    const current = await agency();
    const [one, stranger] = [await creator({ agencyId: current.id }), await creator()];
    await us.invite({ user_ids: [one.id] });
    const { id } = (await received(one))[0]!;
    const tries: Record<string, unknown[]> = {};
    for (const [who, as] of [
      ['inviting agency', us.as],
      ['own agency', current.as],
      ['stranger', stranger.as],
      ['admin', tokens.admin],
    ] as const)
      tries[who] = [
        (await call('GET', `/v2/users/${one.id}/agency-invitations`, as)).status,
        (await answer(one, id, 'accept', as)).status,
        (await answer(one, id, 'decline', as)).status,
      ];
    expect(tries).toEqual({
      'inviting agency': [404, 404, 404],
      'own agency': [403, 403, 403],
      stranger: [404, 404, 404],
      admin: [403, 403, 403],
    });
    expect((await call('GET', `/v2/users/${one.id}/agency-invitations`, null)).status).toBe(401);
    // The invitation of another person is not found under the own path.
    expect((await answer(stranger, id, 'accept')).status).toBe(404);
    expect(await agencyOf(stranger.id)).toBeNull();
  });

  it('is no acceptance for a creator with an agency, whom an administrator moves', async () => {
    const [us, current] = [await agency(), await agency()];
    const one = await creator({ agencyId: current.id });
    await us.invite({ user_ids: [one.id] });
    const { id } = (await received(one))[0]!;
    expect((await answer(one, id, 'accept')).body.error).toBe('has_agency');
    expect(await agencyOf(one.id)).toBe(current.id);
    await query('UPDATE users SET agency_id = NULL WHERE id = $1', one.id);
    expect((await answer(one, id, 'accept')).status).toBe(204);
  });

  it('joins one agency when two invitations are accepted at once', async () => {
    const [a, b, one] = [await agency(), await agency(), await creator()];
    await a.invite({ user_ids: [one.id] });
    await b.invite({ user_ids: [one.id] });
    const open = await received(one);
    const replies = await Promise.all(open.map(({ id }) => answer(one, id, 'accept')));
    expect(replies.map(({ status, body }) => body?.error ?? status).sort()).toEqual([204, 'has_agency']);
    expect([a.id, b.id]).toContain(await agencyOf(one.id));
  });

  it('keeps the agency away for 90 days when it is a refusal, and others not', async () => {
    const [us, other, one] = [await agency(), await agency(), await creator()];
    await us.invite({ user_ids: [one.id] });
    await answer(one, (await received(one))[0]!.id, 'decline');
    expect((await us.invite({ user_ids: [one.id] })).body).toEqual({
      invited_user_ids: [],
      skipped_user_ids: [one.id],
    });
    expect((await other.invite({ user_ids: [one.id] })).body.invited_user_ids).toEqual([one.id]);
    expect(await us.sent()).toMatchObject([{ status: 'declined' }]);
    await query(
      `UPDATE agency_invitations SET expires_at = expires_at - interval '121 days', answered_at = answered_at - interval '91 days' WHERE agency_id = $1`,
      us.id,
    );
    await purgeAgencyInvitations({ db: database.db, now: () => new Date() });
    expect(await us.sent()).toEqual([]);
    expect((await us.invite({ user_ids: [one.id] })).body.invited_user_ids).toEqual([one.id]);
  });

  it('is not possible after 30 days, when the agency can invite again', async () => {
    const [us, one] = [await agency(), await creator()];
    await us.invite({ user_ids: [one.id] });
    const { id } = (await received(one))[0]!;
    await query(`UPDATE agency_invitations SET expires_at = $2 WHERE id = $1`, id, new Date(Date.now() - DAY));
    expect([await received(one), (await answer(one, id, 'accept')).status]).toEqual([[], 404]);
    expect(await us.sent()).toMatchObject([{ status: 'expired' }]);
    expect((await call('GET', us.url('?status=expired'), us.as)).body.data).toHaveLength(1);
    expect((await call('GET', us.url('?status=pending'), us.as)).body.data).toHaveLength(0);
    await us.invite({ user_ids: [one.id] });
    expect((await answer(one, (await received(one))[0]!.id, 'accept')).status).toBe(204);
  });
});

describe('The invitation of an address', () => {
  it('has the same replies and uses the same limit, whether or not an account has the address', async () => {
    const [us, known] = [await agency(), await creator({ forAgencies: false })];
    const unknown = `${unique()}@nobody.example`.toLowerCase();
    const replies = [await us.invite({ emails: [known.email] }), await us.invite({ emails: [unknown] })];
    expect(replies.map(({ status, body }) => [status, body])).toEqual(
      Array.from({ length: 2 }, () => [200, { invited_user_ids: [], skipped_user_ids: [] }]),
    );
    const shown = (await us.sent()).map(({ id: _, email, ...rest }) => [email, rest]);
    expect(shown.map(([email]) => email)).toEqual([unknown, known.email]);
    expect(
      new Set(shown.map(([, rest]) => JSON.stringify({ ...(rest as object), created_at: '', expires_at: '' }))).size,
    ).toBe(1);
    const used = await query(
      `SELECT details->>'count' AS count, details->'creators' AS creators FROM audit_log WHERE subject_kind = 'client' AND subject_id = $1 AND action = 'invite.sent'`,
      us.id,
    );
    expect(used).toEqual(Array.from({ length: 2 }, () => ({ count: '1', creators: [] })));
  });

  it('is found by the person once they have proven the address, and by nobody before', async () => {
    const us = await agency();
    const email = `${unique()}@people.example`.toLowerCase();
    await us.invite({ emails: [email.toUpperCase(), email] });
    expect(await us.sent()).toMatchObject([{ email, creator: null, status: 'pending' }]);
    const id = await market.user({ email });
    const as = await application.tokenOf(id);
    await query('UPDATE users SET email_unproven = true WHERE id = $1', id);
    expect(await received({ id, as })).toEqual([]);
    await query('UPDATE users SET email_unproven = false WHERE id = $1', id);
    const [invitation] = await received({ id, as });
    expect((await answer({ id, as }, invitation!.id, 'accept')).status).toBe(204);
    expect(await agencyOf(id)).toBe(us.id);
    expect(await us.sent()).toMatchObject([{ email, creator: null, status: 'accepted' }]);
  });

  it('is never one of an administrator, whom no agency represents', async () => {
    const us = await agency();
    const [{ email }] = await query('SELECT email FROM users WHERE id = $1', ids.admin);
    await us.invite({ emails: [email] });
    expect(await received({ id: ids.admin, as: tokens.admin })).toEqual([]);
    const [{ id }] = (await us.sent()) as [SentOne];
    expect((await answer({ id: ids.admin, as: tokens.admin }, id, 'accept')).status).toBe(404);
    expect(await agencyOf(ids.admin)).toBeNull();
  });

  it('is not accepted by the mechanism of representatives, so that nobody becomes one', async () => {
    const [us, one] = [await agency(), await creator()];
    await us.invite({ user_ids: [one.id] });
    await us.invite({ emails: [one.email] });
    await answer(one, (await received(one))[0]!.id, 'accept');
    const members = await query('SELECT user_id FROM agency_members WHERE agency_id = $1', us.id);
    expect(members.map(({ user_id }) => user_id)).not.toContain(one.id);
    expect((await call('GET', `/v2/clients/${us.id}/users`, one.as)).status).toBe(404);
  });

  it('ends with the account of the person, who has it in the export of their data', async () => {
    const { eraseUser } = await import('../../accounts/erasing/erase-user.ts');
    const { SECTIONS } = await import('../../accounts/own-data/sections.ts');
    const [us, one] = [await agency(), await creator()];
    await us.invite({ user_ids: [one.id], emails: [one.email] });
    const section = SECTIONS.find(({ name }) => name === 'agency_invitations')!;
    const { rows } = await database.db.execute(section.rows(one.id));
    expect(rows.map((row) => row['email']).sort()).toEqual([one.email, null].sort());
    await eraseUser({ db: database.db, now: () => new Date() }, { userId: one.id, actorId: null });
    expect(await us.sent()).toEqual([]);
  });
});
