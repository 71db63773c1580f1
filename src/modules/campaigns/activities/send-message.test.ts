import { beforeEach, describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { takeMails } from '../../../../tests/harness/mailbox.ts';

let clock = new Date('2030-05-15T12:00:00Z');
const now = () => clock;
const { application, cast } = await createPopulatedApplication({ now });
const rows = async (text: string, values: unknown[] = []) => (await application.database.pool.query(text, values)).rows;
const { ids, storeId } = cast;
const addressOf = async (role: Role) =>
  (await rows('SELECT email FROM users WHERE id = $1', [ids[role]]))[0].email as string;
const mails = () => takeMails(application.database, { now });

beforeEach(async () => {
  await rows('DELETE FROM store_mails');
  await rows('DELETE FROM notifications');
  await rows('DELETE FROM notification_settings');
  await rows('UPDATE stores SET email_quota_monthly = 100 WHERE id = $1', [storeId]);
  await mails();
});

/** Creates a participation of the cast's creator in a campaign of the cast's store. */
async function participation() {
  const campaignId = await application.market.campaign({ storeId, type: 'store_accept' });
  await rows(`UPDATE campaigns SET campaign_title = 'Spring' WHERE id = $1`, [campaignId]);
  const id = await application.market.participant({ campaignId, userId: ids.creator, status: 'accepted' });
  return { id, campaignId };
}
const write = async (id: number, role: Role, comment = 'Hello') => {
  const url = `/v2/offer-users/${id}/comments`;
  const reply = await application.call({ method: 'POST', url, as: cast.tokens[role], body: { comment } });
  expect(reply.status).toBe(201);
  return reply.body.id as number;
};
const read = (id: number, role: Role) =>
  application.call({ url: `/v2/offer-users/${id}/activities`, as: cast.tokens[role] });
const notified = () =>
  rows('SELECT user_id, message, path, mail FROM notifications ORDER BY message, user_id') as Promise<
    { user_id: number; message: string; path: string; mail: string }[]
  >;
const conversation = async (id: number) =>
  (
    await rows('SELECT store_unread, creator_unread, last_comment_id FROM conversations WHERE participant_id = $1', [
      id,
    ])
  )[0];

describe('A message', () => {
  it('of a store is mailed to the creator with its text, and its agency finds it in the console', async () => {
    const { id } = await participation();
    await write(id, 'advertiser', 'Which size?\n\nhttps://evil.example/\nSubject: x');
    const found = await notified();
    expect(found.map(({ user_id, message, mail }) => [user_id, message, mail])).toEqual([
      [ids.agency, 'message_copied', 'none'],
      [ids.creator, 'store_message', 'due'],
    ]);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: await addressOf('creator'), subject: 'A message from a store' });
    const lines = mail!.text.split('\n');
    expect(lines).toEqual(expect.arrayContaining(['> Which size?', '>', '> https://evil.example/', '> Subject: x']));
    expect(lines).toContain(`http://tributary.test/console/creator/messages?open=${id}`);
    expect(mail!.unsubscribeUrl).toMatch(/\/v2\/unsubscribe\//);
    expect(mail!.text).not.toContain('<img');
    expect((await rows('SELECT kind FROM store_mails')).map(({ kind }) => kind)).toEqual(['store_message']);
  });

  it('of a creator is mailed to the members of the store who manage campaigns, and costs no quota', async () => {
    const { id } = await participation();
    const reader = await application.market.user();
    await application.market.member(storeId, reader);
    await rows(`UPDATE store_members SET role = 'read_only' WHERE user_id = $1`, [reader]);
    await write(id, 'creator', 'Size 39.');
    const found = await notified();
    expect(found.map(({ user_id, message }) => [user_id, message])).toEqual([
      [ids.agency, 'message_copied'],
      [ids.advertiser, 'message_received'],
    ]);
    const [mail] = await mails();
    expect(mail!.to).toBe(await addressOf('advertiser'));
    expect(mail!.text).toContain('> Size 39.');
    expect(await rows('SELECT FROM store_mails')).toEqual([]);
  });

  it('of an agency reaches both sides, and not the agency', async () => {
    const { id } = await participation();
    await write(id, 'agency');
    expect((await notified()).map(({ user_id }) => user_id).sort()).toEqual([ids.creator, ids.advertiser].sort());
  });

  it('is mailed at once only if the author has not written in the last hour', async () => {
    const { id } = await participation();
    await write(id, 'creator');
    await write(id, 'creator', 'And another.');
    expect((await mails()).length).toBe(1);
    clock = new Date(clock.getTime() + 61 * 60_000);
    await write(id, 'creator', 'Later.');
    expect((await mails()).map(({ text }) => text.includes('> Later.'))).toEqual([true]);
  });

  it('beyond the store’s quota, and to a creator who has turned such mails off, is found in the console only', async () => {
    const [one, other] = [await participation(), await participation()];
    await rows('UPDATE stores SET email_quota_monthly = 0 WHERE id = $1', [storeId]);
    await write(one.id, 'advertiser');
    await rows('UPDATE stores SET email_quota_monthly = 5 WHERE id = $1', [storeId]);
    const settings = { mail: { messages: false } };
    const url = '/v2/me/notification-settings';
    await application.call({ method: 'PUT', url, as: cast.tokens.creator, body: settings });
    await write(other.id, 'advertiser');
    expect(await mails()).toEqual([]);
    expect((await notified()).filter(({ message }) => message === 'store_message').length).toBe(2);
    expect(await rows('SELECT FROM store_mails')).toEqual([]);
  });

  it('that is deleted before its mail is written is not mailed', async () => {
    const { id } = await participation();
    const comment = await write(id, 'creator');
    const url = `/v2/offer-users/${id}/comments/${comment}`;
    await application.call({ method: 'DELETE', url, as: cast.tokens.creator });
    expect(await mails()).toEqual([]);
  });

  it('is not sent to a creator who is suspended or erased', async () => {
    const { id } = await participation();
    await rows('UPDATE users SET suspended_at = now() WHERE id = $1', [ids.creator]);
    await write(id, 'advertiser');
    await rows('UPDATE users SET suspended_at = NULL WHERE id = $1', [ids.creator]);
    expect((await notified()).map(({ user_id }) => user_id)).toEqual([ids.agency]);
    expect(await mails()).toEqual([]);
  });

  it('is unread for the other side until a person of it reads the conversation', async () => {
    const { id } = await participation();
    await write(id, 'advertiser');
    const last = await write(id, 'agency');
    expect(await conversation(id)).toEqual({ store_unread: 1, creator_unread: 2, last_comment_id: last });
    await read(id, 'admin');
    await read(id, 'agency');
    expect(await conversation(id)).toMatchObject({ store_unread: 1, creator_unread: 2 });
    await read(id, 'advertiser');
    expect(await conversation(id)).toMatchObject({ store_unread: 0, creator_unread: 2 });
    await read(id, 'creator');
    expect(await conversation(id)).toMatchObject({ creator_unread: 0 });
  });
});
