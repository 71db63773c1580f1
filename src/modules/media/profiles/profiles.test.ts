import { beforeEach, describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { runWaitingJobs } from '../../../../tests/harness/jobs.ts';
import { memoryStorage } from '../../../../tests/harness/memory-storage.ts';
import { picture } from '../../../../tests/harness/pictures.ts';
import { upload } from '../../../../tests/harness/upload.ts';

import { createFileRemover } from '../../../platform/storage/remove-file.ts';

const { files, storage } = memoryStorage();
const { application, cast } = await createPopulatedApplication({ storage });
const { ids, tokens } = cast;
const query = async (text: string, values: unknown[] = []) =>
  (await application.database.pool.query(text, values)).rows;
const removeFiles = () => runWaitingJobs(application.database, [createFileRemover(storage)]);
const profileOf = (user: number) => `/v2/users/${user}/profile`;
const call = (method: 'GET' | 'PATCH' | 'DELETE', url: string, as: Role | null, body?: object, headers = {}) =>
  application.call({
    method,
    url,
    headers,
    ...(as !== null && { as: tokens[as] }),
    ...(body !== undefined && { body }),
  });
const change = (body: object, as: Role | null = 'creator', user = ids.creator) =>
  call('PATCH', profileOf(user), as, body);
const read = (as: Role | null = 'creator') => call('GET', profileOf(ids.creator), as);

const [sport, food] = await Promise.all(
  ['Sport', 'Food'].map(
    async (name) =>
      (await query('INSERT INTO categories (name, key) VALUES ($1, lower($1)) RETURNING id', [name]))[0].id as number,
  ),
);
const TEXT = {
  bio: 'I hike in the north.\n\nWith two dogs.',
  languages: ['sv', 'en'],
  topics: [sport, food],
  rates: [{ kind: 'post', amount: { minor: 250_000, currency: 'SEK' } }],
  portfolio: [{ title: 'A week in Sarek', url: 'https://anna.example/sarek' }],
};

beforeEach(async () => {
  await query('DELETE FROM creator_topics');
  await query('DELETE FROM creator_profiles');
});

describe('The profile of a creator', () => {
  it('is empty at first, and written by the creator, the agency and administrators', async () => {
    const empty = {
      picture_url: null,
      bio: '',
      languages: [],
      topics: [],
      rates: [],
      portfolio: [],
      is_listed: false,
      is_listed_for_agencies: false,
      shows_results: false,
    };
    expect((await read()).body).toMatchObject(empty);
    const { status, body } = await change(TEXT);
    expect([status, body]).toEqual([
      200,
      {
        ...(await read()).body,
        ...TEXT,
        topics: [
          { id: food, name: 'Food', key: 'food' },
          { id: sport, name: 'Sport', key: 'sport' },
        ],
      },
    ]);
    expect((await change({ bio: 'By the agency.' }, 'agency')).body).toEqual({ ...body, bio: 'By the agency.' });
    expect((await change({ topics: [], languages: [] }, 'admin')).body).toMatchObject({ topics: [], languages: [] });
    const log = await query("SELECT details FROM audit_log WHERE action = 'user.updated' ORDER BY id DESC LIMIT 1");
    expect(log).toEqual([{ details: { fields: ['languages', 'topics'] } }]);
  });

  it('states whether stores find the creator, which is recorded with each change', async () => {
    expect((await change({ is_listed: true })).body).toMatchObject({ is_listed: true, shows_results: false });
    expect((await change({ shows_results: true, bio: 'x' })).body).toMatchObject({
      is_listed: true,
      shows_results: true,
    });
    expect((await change({ bio: 'y' })).body).toMatchObject({ is_listed: true, shows_results: true });
    expect((await change({ is_listed: false })).body).toMatchObject({ is_listed: false, shows_results: true });
    const log = await query("SELECT details FROM audit_log WHERE action = 'user.updated' ORDER BY id DESC LIMIT 4");
    expect(log.map(({ details }) => details)).toEqual([
      { fields: [], is_listed: false, is_listed_for_agencies: false, shows_results: true },
      { fields: ['bio'] },
      { fields: ['bio'], is_listed: true, is_listed_for_agencies: false, shows_results: true },
      { fields: [], is_listed: true, is_listed_for_agencies: false, shows_results: false },
    ]);
  });

  it('names topics in the language of the reader, on which a change does not depend', async () => {
    await query(`UPDATE categories SET name_sv = 'Mat' WHERE id = $1`, [food]);
    await change({ topics: [food] });
    const readIn = (language: string) =>
      application.call({ url: profileOf(ids.creator), as: tokens.creator, headers: { 'accept-language': language } });
    const [swedish, german] = [await readIn('sv'), await readIn('de')];
    expect([swedish.body.topics[0].name, german.body.topics[0].name]).toEqual(['Mat', 'Food']);
    const ifMatch = { 'if-match': String(swedish.headers['etag']), 'accept-language': 'de' };
    expect((await call('PATCH', profileOf(ids.creator), 'creator', { bio: 'New.' }, ifMatch)).status).toBe(200);
    await query('UPDATE categories SET name_sv = NULL WHERE id = $1', [food]);
  });

  it('is neither read nor changed by others', async () => {
    await change(TEXT);
    const found: Record<string, number[]> = {};
    for (const as of [null, 'otherCreator', 'otherAgency', 'advertiser', 'otherAdvertiser'] as const)
      found[`${as}`] = [
        (await read(as)).status,
        (await change({ bio: 'x' }, as)).status,
        (await call('DELETE', `${profileOf(ids.creator)}/picture`, as)).status,
      ];
    const hidden = [404, 404, 404];
    expect(found).toEqual({
      null: [401, 401, 401],
      otherCreator: hidden,
      otherAgency: hidden,
      advertiser: hidden,
      otherAdvertiser: hidden,
    });
    expect((await read()).body.bio).toBe(TEXT.bio);
  });

  it.each([
    ['bio', { bio: 'x'.repeat(2_001) }],
    ['languages.0', { languages: ['xx'] }],
    ['topics.1', { topics: [sport, 999_999] }],
    ['rates.0.amount.minor', { rates: [{ kind: 'post', amount: { minor: 0, currency: 'SEK' } }] }],
    ['rates.0.amount.currency', { rates: [{ kind: 'post', amount: { minor: 1, currency: 'ABC' } }] }],
    ['rates.1.kind', { rates: [TEXT.rates[0], { kind: 'post', amount: { minor: 1, currency: 'EUR' } }] }],
    ['portfolio.0.url', { portfolio: [{ title: 'x', url: 'javascript:alert(1)' }] }],
    ['portfolio', { portfolio: Array.from({ length: 13 }, () => TEXT.portfolio[0]) }],
    ['email', { email: 'other@x.test' }],
  ])('is refused with a wrong %s', async (field, wrong) => {
    const { status, body } = await change(wrong);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect((await read()).body.bio).toBe('');
  });

  it('is not overwritten by a form that was opened before another change', async () => {
    const etag = String((await read()).headers.etag);
    await change({ bio: 'By the agency.' }, 'agency');
    const late = await call('PATCH', profileOf(ids.creator), 'creator', { bio: 'Late.' }, { 'if-match': etag });
    expect([late.status, late.body.error]).toEqual([412, 'changed_since']);
    expect((await read()).body.bio).toBe('By the agency.');
  });

  it('keeps each change of several at the same time', async () => {
    await Promise.all([
      change({ bio: 'At once.' }),
      change({ languages: ['sv'] }, 'agency'),
      change({ rates: TEXT.rates }, 'admin'),
    ]);
    expect((await read()).body).toMatchObject({ bio: 'At once.', languages: ['sv'], rates: TEXT.rates });
  });
});

describe('The picture of a creator', () => {
  const send = (content: Buffer, as: Role | null = 'creator') =>
    upload(application, {
      url: `${profileOf(ids.creator)}/picture`,
      as: as === null ? null : tokens[as],
      content,
      field: 'picture',
    });
  const keyOf = (url: string) => new URL(url).pathname.slice('/files/'.length);

  it('is stored, replaced and removed, and its file ends with it', async () => {
    const { status, body } = await send(await picture('jpeg', { width: 60, height: 40 }));
    expect([status, [...files.keys()]]).toEqual([200, [keyOf(body.picture_url)]]);
    const { body: next } = await send(await picture('png', { width: 30, height: 30 }), 'agency');
    await removeFiles();
    expect([...files.keys()]).toEqual([keyOf(next.picture_url)]);
    expect((await call('DELETE', `${profileOf(ids.creator)}/picture`, 'creator')).body.picture_url).toBe(null);
    await removeFiles();
    expect([...files.keys()]).toEqual([]);
  });

  it('is refused from others, and if it is not a picture', async () => {
    const content = await picture('png', { width: 10, height: 10 });
    const statuses = [];
    for (const as of [null, 'otherCreator', 'otherAgency', 'advertiser'] as const)
      statuses.push((await send(content, as)).status);
    expect(statuses).toEqual([401, 404, 404, 404]);
    const { status, body } = await send(Buffer.from('<svg onload="alert(1)">'));
    expect([status, Object.keys(body.errors)]).toEqual([422, ['picture']]);
    expect(await query('SELECT FROM creator_profiles WHERE picture_key IS NOT NULL')).toEqual([]);
  });
});

describe('The profile of a person', () => {
  it('is in the export of their data, and ends with its picture when the person is erased', async () => {
    const { SECTIONS } = await import('../../accounts/own-data/sections.ts');
    const { eraseUser } = await import('../../accounts/erasing/erase-user.ts');
    const person = await application.market.user();
    const as = await application.tokenOf(person);
    await application.call({ method: 'PATCH', url: profileOf(person), as, body: TEXT });
    const content = await picture('png', { width: 10, height: 10 });
    await upload(application, { url: `${profileOf(person)}/picture`, as, content, field: 'picture' });
    const { db } = application.database;
    const section = SECTIONS.find(({ name }) => name === 'creator_profile')!;
    const { rows } = await db.execute(section.rows(person));
    expect(rows).toMatchObject([
      {
        bio: TEXT.bio,
        languages: TEXT.languages,
        topics: ['Food', 'Sport'],
        rates: [{ kind: 'post', minor: 250_000, currency: 'SEK' }],
        portfolio: TEXT.portfolio,
      },
    ]);
    expect(files.has(String(rows[0]!.picture_key))).toBe(true);
    await eraseUser({ db, now: () => new Date() }, { userId: person, actorId: null });
    await removeFiles();
    expect(files.has(String(rows[0]!.picture_key))).toBe(false);
    for (const table of ['creator_profiles', 'creator_topics'])
      expect(await query(`SELECT FROM ${table} WHERE user_id = $1`, [person])).toEqual([]);
    expect(await query("SELECT FROM audit_log WHERE details::text LIKE '%Sarek%'")).toEqual([]);
  });
});
