import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { takeMails } from '../../../../tests/harness/mailbox.ts';
import type { CampaignType, ParticipantStatus } from '../participants/transitions.ts';
import { notifyParticipants } from './notify-participants.ts';

/** Quotas are per month, so no test may cross the end of a month. */
const now = () => new Date('2030-05-15T12:00:00Z');

const { application, cast } = await createPopulatedApplication({ now });
const rows = async (text: string, values: unknown[] = []) => (await application.database.pool.query(text, values)).rows;
// Addresses without an account are written to in the store's language.
await rows(`UPDATE stores SET locale = 'en_GB' WHERE id = $1`, [cast.storeId]);
/** The creator's address. */
const creator = (await rows('SELECT email FROM users WHERE id = $1', [cast.ids.creator]))[0].email;

beforeEach(async () => {
  await rows('DELETE FROM store_mails');
  await quotaOf(100);
  await takeMails(application.database);
});

const quotaOf = (limit: number) =>
  rows('UPDATE stores SET email_quota_monthly = $2 WHERE id = $1', [cast.storeId, limit]);
const send = (method: 'POST' | 'PUT' | 'PATCH', url: string, body: object, role: Role = 'advertiser') =>
  application.call({ method, url, as: cast.tokens[role], body });
const mails = () => takeMails(application.database);
const addressees = async () => (await mails()).map(({ to }) => to).sort();
const used = async () => {
  const url = `/v2/advertisers/${cast.storeId}/email-quota`;
  return (await application.call({ url, as: cast.tokens.advertiser })).body.used;
};

/** Creates a campaign of the cast's store. */
async function campaign(type: CampaignType) {
  const id = await application.market.campaign({ storeId: cast.storeId, type });
  const found = await rows(`UPDATE campaigns SET campaign_title = 'Spring' WHERE id = $1 RETURNING token`, [id]);
  return { id, targets: `/v2/offers/${id}/targets`, page: `The code of the campaign is ${found[0].token}.` };
}

/** Creates a participant with this status in a new campaign. */
async function participant(type: CampaignType, status: ParticipantStatus, userId = cast.ids.creator) {
  const { id: campaignId, page } = await campaign(type);
  const id = await application.market.participant({ campaignId, userId, status });
  await rows('UPDATE participants SET applied_at = now() WHERE id = $1', [id]);
  const url = `/v2/offers/${campaignId}/participants/${id}/update-status`;
  return { campaignId, page, move: (to: ParticipantStatus, role?: Role) => send('PATCH', url, { status: to }, role) };
}

describe('An invitation', () => {
  it.each(['user_accept', 'store_accept'] as const)(
    'of a %s campaign is sent to users and e-mail addresses once',
    async (type) => {
      const { targets, page } = await campaign(type);
      const body = {
        user_ids: [cast.ids.creator],
        emails: ['ann@people.example'],
        social_media_identifiers: ['insta_ann'],
        user_tag_ids: [await application.market.userTag({ userIds: [cast.ids.otherCreator] })],
      };
      expect((await send('POST', targets, body)).status).toBe(201);
      const sent = await mails();
      expect(sent.map(({ to }) => to).sort()).toEqual([creator, 'ann@people.example'].sort());
      for (const { subject, text } of sent) {
        expect(subject).toBe('Invitation to a campaign');
        expect(text).toContain('\nInvitation to the campaign "Spring"\n');
        expect(text.split('\n')).toContain(page);
        expect(text).toContain('invites you to take part');
      }
      expect(await used()).toBe(2);
      await send('POST', targets, { ...body, emails: ['ANN@people.example', 'bea@people.example'] });
      expect(await addressees()).toEqual(['bea@people.example']);
    },
  );

  it('is not sent to a declined address without an account, and the store’s audit log records it', async () => {
    const { targets } = await campaign('user_accept');
    const emails = ['ann@people.example', 'bea@people.example'];
    expect((await send('POST', targets, { emails })).status).toBe(201);
    const ann = (await mails()).find(({ to }) => to === 'ann@people.example')!;
    expect(ann.text).toContain(ann.unsubscribeUrl);
    await application.app.inject({ method: 'POST', url: new URL(ann.unsubscribeUrl!).pathname });

    const next = await campaign('user_accept');
    expect((await send('POST', next.targets, { emails })).status).toBe(201);
    expect(await addressees()).toEqual(['bea@people.example']);
    const [participant] = await rows(
      'SELECT id FROM participants WHERE campaign_id = $1 AND pre_registered_email = $2',
      [next.id, 'ann@people.example'],
    );
    expect(await rows(`SELECT subject_id, details FROM audit_log WHERE action = 'offer.mail_declined'`)).toEqual([
      { subject_id: cast.storeId, details: { offer: next.id, news: 'invited', participants: [participant.id] } },
    ]);
    await rows('DELETE FROM declined_addresses');
  });

  it('is sent when a campaign is created or changed, to the invited participants', async () => {
    const body = {
      active: true,
      campaign_title: 'Autumn',
      type: 'user_accept',
      traffic_sources_costs: [],
      targets: { emails: ['ann@people.example'] },
    };
    const made = await send('POST', `/v2/stores/${cast.storeId}/offers`, body);
    const [first] = await mails();
    expect(first).toMatchObject({ to: 'ann@people.example', subject: 'Invitation to a campaign' });
    expect(first!.text).toContain(`The code of the campaign is ${made.body.data.token}.\n`);
    const targets = { emails: ['ann@people.example', 'bea@people.example'] };
    await send('PATCH', `/v2/offers/${made.body.data.id}`, { targets });
    expect(await addressees()).toEqual(['bea@people.example']);
  });

  it('is sent to suggested users only after the store invites them, and never for a standard campaign', async () => {
    for (const type of ['suggestion', 'standard'] as const) {
      const { targets } = await campaign(type);
      await send('POST', targets, { user_ids: [cast.ids.creator], emails: ['ann@people.example'] });
    }
    expect(await mails()).toEqual([]);
    const { move } = await participant('suggestion', 'suggestion');
    expect((await move('open')).status).toBe(200);
    expect((await mails()).map(({ to, subject }) => [to, subject])).toEqual([[creator, 'Invitation to a campaign']]);
  });

  it("is sent once to an address that is both a user's and a target, and not to a suspended user's", async () => {
    await application.market.user({ email: 'Suspended@people.example', suspended: true });
    const { targets } = await campaign('user_accept');
    const emails = [creator.toUpperCase(), 'suspended@people.example'];
    expect((await send('POST', targets, { user_ids: [cast.ids.creator], emails })).status).toBe(201);
    expect(await addressees()).toEqual([creator]);
    expect(await used()).toBe(1);
  });

  it('is not sent when the request is refused', async () => {
    const { targets } = await campaign('user_accept');
    const refused = await send('POST', targets, { emails: ['ann@people.example'], client_ids: [999_999_999] });
    expect([refused.status, await mails(), await used()]).toEqual([422, [], 0]);
  });

  it('is sent when a target is changed', async () => {
    const { targets } = await campaign('user_accept');
    const added = await send('POST', targets, { client_ids: [cast.agencyId] });
    expect(await mails()).toEqual([]);
    await send('PUT', `${targets}/${added.body.data[0].id}`, { email: 'ann@people.example' });
    expect(await addressees()).toEqual(['ann@people.example']);
  });
});

describe('The store’s decision', () => {
  it.each([
    ['applied', 'accepted', 'You were accepted for a campaign', 'has accepted you'],
    ['second_prio', 'accepted', 'You were accepted for a campaign', 'has accepted you'],
    ['applied', 'store_denied', 'Your application to a campaign', 'has declined your application'],
    ['second_prio', 'store_denied', 'Your application to a campaign', 'has declined your application'],
  ] as const)('%s to %s is sent by mail', async (from, to, subject, says) => {
    const { move, page } = await participant('store_accept', from);
    expect((await move(to)).status).toBe(200);
    const [mail, ...more] = await mails();
    expect([mail?.to, mail?.subject, more]).toEqual([creator, subject, []]);
    expect(mail?.text).toContain(says);
    expect(mail?.text.split('\n')).toContain(page);
    expect(await used()).toBe(1);
  });

  it.each([
    ['store_accept', 'open', 'applied', 'creator'],
    ['store_accept', 'applied', 'open', 'creator'],
    ['user_accept', 'open', 'accepted', 'creator'],
    ['user_accept', 'open', 'accepted', 'admin'],
    ['user_accept', 'open', 'denied', 'creator'],
    ['store_accept', 'applied', 'second_prio', 'advertiser'],
    ['store_accept', 'accepted', 'done', 'advertiser'],
    ['store_accept', 'accepted', 'applied', 'advertiser'],
    ['suggestion', 'suggestion', 'store_denied', 'advertiser'],
  ] as const)('no mail is sent in %s from %s to %s by %s', async (type, from, to, role) => {
    const { move } = await participant(type, from);
    expect((await move(to, role)).status).toBe(200);
    expect([await mails(), await used()]).toEqual([[], 0]);
  });

  it('is also sent for the legacy API', async () => {
    for (const [path, says] of [
      ['accept', 'has accepted you'],
      ['deny', 'has declined your application'],
    ]) {
      const { campaignId } = await participant('store_accept', 'applied');
      const url = `/stores/${cast.storeId}/offers/${campaignId}/users/${cast.ids.creator}/${path}`;
      expect((await send('PATCH', url, {})).status).toBe(200);
      const [mail, ...more] = await mails();
      expect([mail?.to, more]).toEqual([creator, []]);
      expect(mail?.text).toContain(says);
    }
  });

  it('is not sent to suspended users, or when the transition is refused', async () => {
    const suspended = await application.market.user({ suspended: true });
    const { move } = await participant('store_accept', 'applied', suspended);
    expect((await move('accepted')).status).toBe(200);
    const other = await participant('store_accept', 'open');
    expect((await other.move('accepted')).status).toBe(400);
    expect([await mails(), await used()]).toEqual([[], 0]);
  });

  it('keeps titles and names on one line', async () => {
    const { move, campaignId } = await participant('store_accept', 'applied');
    await rows(`UPDATE campaigns SET campaign_title = E' Spring\\r\\nBcc: all\\t!' WHERE id = $1`, [campaignId]);
    await move('accepted');
    const [mail] = await mails();
    expect(mail?.subject).toBe('You were accepted for a campaign');
    expect(mail?.text).toContain('\nYou were accepted for the campaign "Spring Bcc: all !"\n');
    expect(mail?.text).not.toContain('\nBcc');
  });
});

describe('The store’s quota', () => {
  it('limits the mails, not the campaign: participants are added and changed, and the log reports missing mails', async () => {
    await quotaOf(2);
    const { id, targets } = await campaign('user_accept');
    const emails = ['a', 'b', 'c', 'd'].map((name) => `${name}@people.example`);
    expect((await send('POST', targets, { emails })).status).toBe(201);
    expect(await addressees()).toEqual(['a@people.example', 'b@people.example']);
    expect(await rows('SELECT FROM participants WHERE campaign_id = $1', [id])).toHaveLength(4);
    const { move, campaignId } = await participant('store_accept', 'applied');
    expect((await move('accepted')).body.status).toBe('accepted');
    expect([await mails(), await used()]).toEqual([[], 2]);

    const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const [{ id: participantId }] = await rows('SELECT id FROM participants WHERE campaign_id = $1', [campaignId]);
    const { db } = application.database;
    const ctx = { db, now, log, publicUrl: 'http://tributary.test' };
    await notifyParticipants(ctx, { participantIds: [participantId], news: 'accepted' });
    expect(log.warn).toHaveBeenCalledExactlyOnceWith(
      { store: cast.storeId, news: 'accepted', wanted: 1, granted: 0 },
      expect.any(String),
    );
  });

  it('is exact for concurrent transitions', async () => {
    await quotaOf(3);
    const { id: campaignId } = await campaign('store_accept');
    const participants = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const userId = await application.market.user();
        return application.market.participant({ campaignId, userId, status: 'applied' });
      }),
    );
    const url = (id: number) => `/v2/offers/${campaignId}/participants/${id}/update-status`;
    const replies = await Promise.all(participants.map((id) => send('PATCH', url(id), { status: 'accepted' })));
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect([(await mails()).length, await used()]).toEqual([3, 3]);
  });

  it('does not deadlock with a change of the order of campaigns', async () => {
    const { move, campaignId } = await participant('store_accept', 'applied');
    const orderer = await application.database.pool.connect();
    try {
      await orderer.query('BEGIN');
      await orderer.query('SELECT FROM stores WHERE id = $1 FOR NO KEY UPDATE', [cast.storeId]);
      expect((await move('accepted')).status).toBe(200);
      await orderer.query('UPDATE campaigns SET priority = priority - 1 WHERE id = $1', [campaignId]);
      await orderer.query('COMMIT');
    } finally {
      orderer.release(true);
    }
    expect(await addressees()).toEqual([creator]);
  });
});
