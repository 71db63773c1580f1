import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../tests/harness/database.ts';
import { createMarket } from '../../../../tests/harness/market.ts';
import { INFLUENCERS } from './import-influencers.ts';
import { MEDIA } from './import-media.ts';
import { type RefusedRow, runImport } from './run-import.ts';

const database = await createTestDatabase();
const market = createMarket(database.pool);
const folder = await mkdtemp(path.join(tmpdir(), 'tributary-imports-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;

async function importing(what: 'media' | 'influencers', content: string | object[], ending = 'csv') {
  const file = path.join(folder, `a.${ending}`);
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  const refused: RefusedRow[] = [];
  const progress: number[] = [];
  const listeners = {
    onProgress: (read: number) => void progress.push(read),
    onRefused: (row: RefusedRow) => void refused.push(row),
  };
  const done = (result: object) => ({
    ...result,
    faults: refused.map(({ row, field, sentence }) => [row, field, sentence]),
    progress,
  });
  return what === 'media'
    ? done(await runImport(database.db, file, MEDIA, listeners))
    : done(await runImport(database.db, file, INFLUENCERS, listeners));
}

async function userOf(email: string) {
  return market.user({ email });
}

const snapshot = async () => [
  await run('SELECT * FROM influencers ORDER BY user_id'),
  await run('SELECT * FROM social_accounts ORDER BY id'),
  await run('SELECT * FROM user_media ORDER BY id'),
];

describe('influencers import', () => {
  it('imports user data, and changes nothing when repeated', async () => {
    const [ann, bo] = [await userOf('Ann@people.example'), await userOf('bo@people.example')];
    const csv = [
      'user_email,user_id,is_business,work_status,locale,avg_stories,performance,branding,data_downloaded_at,social_account,followers,blog',
      'ann@PEOPLE.example,,1,full_time,sv_SE,21.5,1.4212,0.7,2025-01-31T12:00:00Z,ann,84300,ann.blog.example',
      `,${bo},false,,,,0.5,,,bo,12,`,
      `,${bo},,,de_DE,,0.6,,,bo_again,30,`,
    ].join('\n');
    expect(await importing('influencers', csv)).toEqual({ read: 3, written: 2, refused: 0, faults: [], progress: [3] });
    const facts = `SELECT user_id, is_business, work_status, locale, average_stories, performance, branding, data_downloaded_at, followers
      FROM influencers WHERE user_id = ANY ($1) ORDER BY user_id`;
    expect(await run(facts, [ann, bo])).toEqual([
      {
        user_id: ann,
        is_business: true,
        work_status: 'full_time',
        locale: 'sv_SE',
        average_stories: '21.50',
        performance: '1.4212',
        branding: '0.7000',
        data_downloaded_at: new Date('2025-01-31T12:00:00Z'),
        followers: 84_300,
      },
      {
        user_id: bo,
        is_business: false,
        work_status: '',
        locale: 'de_DE',
        average_stories: null,
        performance: '0.6000',
        branding: null,
        data_downloaded_at: null,
        followers: 42,
      },
    ]);
    expect(
      await run('SELECT type, identifier, is_valid FROM social_accounts WHERE user_id = $1 ORDER BY type', ann),
    ).toEqual([
      { type: 'blog', identifier: 'ann.blog.example', is_valid: true },
      { type: 'social', identifier: 'ann', is_valid: true },
    ]);
    const before = await snapshot();
    expect(await importing('influencers', csv)).toMatchObject({ read: 3, written: 0, refused: 0 });
    expect(await snapshot()).toEqual(before);
  });

  it('updates the given fields and keeps the others', async () => {
    const id = await userOf('cy@people.example');
    await importing(
      'influencers',
      [{ user_id: id, work_status: 'part_time', performance: 1, social_account: 'cy', followers: 5 }],
      'json',
    );
    const more = [
      { user_id: id, performance: 2, branding: null },
      { user_id: id, social_account: 'CY', followers: 9 },
    ];
    expect(await importing('influencers', more, 'json')).toMatchObject({ written: 1, refused: 0 });
    expect(await run('SELECT work_status, performance, followers FROM influencers WHERE user_id = $1', id)).toEqual([
      { work_status: 'part_time', performance: '2.0000', followers: 9 },
    ]);
    expect(await run('SELECT identifier FROM social_accounts WHERE user_id = $1', id)).toEqual([{ identifier: 'cy' }]);
  });

  it('imports valid rows and reports the errors of the others', async () => {
    const id = await userOf('di@people.example');
    const lines = [
      { user_id: id, performance: 'much', locale: 'Swedish', colour: 'red' },
      { user_email: 'nobody@people.example' },
      { performance: 1 },
      { user_id: id, user_email: 'di@people.example' },
      { user_id: id, followers: 7 },
      { user_id: id, work_status: 'a\0b' },
      { user_id: id, work_status: 'full_time' },
      { user_id: 2 ** 53 - 1 },
    ];
    const { faults, ...result } = await importing(
      'influencers',
      lines.map((line) => JSON.stringify(line)).join('\n'),
      'jsonl',
    );
    expect(result).toEqual({ read: 8, written: 1, refused: 7, progress: [8] });
    expect(faults).toEqual([
      [1, 'colour', 'is not a known field'],
      [1, 'locale', expect.stringMatching(/locale such as/)],
      [1, 'performance', 'must be a number'],
      [3, 'user_id', 'is required, or user_email'],
      [4, 'user_email', 'must not stand beside user_id'],
      [5, 'followers', 'goes with social_account'],
      [6, 'work_status', expect.stringMatching(/NUL/)],
      [2, 'user_email', 'must be that of a user who exists'],
      [8, 'user_id', 'must be that of a user who exists'],
    ]);
    expect(await run('SELECT work_status FROM influencers WHERE user_id = $1', id)).toEqual([
      { work_status: 'full_time' },
    ]);
  });

  it('keeps the rows before the point where the file is damaged', async () => {
    const id = await userOf('ed@people.example');
    await expect(importing('influencers', `[{"user_id":${id}},{"user_id":`, 'json')).rejects.toThrow(
      /ends within row 2/,
    );
    expect(await run('SELECT FROM influencers WHERE user_id = $1', id)).toHaveLength(1);
  });
});

describe('media import', () => {
  it('imports external media, and changes nothing when repeated', async () => {
    const [userId, storeId] = [await userOf('fi@people.example'), await market.store()];
    const link = await market.link({ userId, storeId });
    const csv = [
      'user_email,media_type,media_id,href,content_type,username,tag_id,favorite,show_store,published_at',
      'fi@people.example,video,dQw4,,,fitube,,,,2025-01-31T12:00:00Z',
      `fi@people.example,social,,https://cdn.example/p1.webp,image/webp,figram,${link.id},1,1,`,
      'fi@people.example,image,i1,https://blog.example/i1.jpg,image/jpeg,fi.blog,,,,',
    ].join('\n');
    expect(await importing('media', csv)).toMatchObject({ read: 3, written: 3, refused: 0, faults: [] });
    const facts = `SELECT media_type, media_id, href, content_type, username, link_id, store_id, favorite, show_store, published_at
      FROM user_media WHERE user_id = $1 ORDER BY id`;
    const none = { media_id: null, href: null, content_type: null, link_id: null, store_id: null, published_at: null };
    expect(await run(facts, userId)).toEqual([
      {
        ...none,
        media_type: 'video',
        media_id: 'dQw4',
        username: 'fitube',
        favorite: false,
        show_store: false,
        published_at: new Date('2025-01-31T12:00:00Z'),
      },
      {
        ...none,
        media_type: 'social',
        href: 'https://cdn.example/p1.webp',
        content_type: 'image/webp',
        username: 'figram',
        link_id: link.id,
        store_id: storeId,
        favorite: true,
        show_store: true,
      },
      {
        ...none,
        media_type: 'image',
        media_id: 'i1',
        href: 'https://blog.example/i1.jpg',
        content_type: 'image/jpeg',
        username: 'fi.blog',
        favorite: false,
        show_store: false,
      },
    ]);
    expect(await run('SELECT kind FROM links WHERE id = $1', link.id)).toEqual([{ kind: 'tag' }]);
    const before = await snapshot();
    expect(await importing('media', csv)).toMatchObject({ read: 3, written: 0, refused: 0 });
    expect(await snapshot()).toEqual(before);
  });

  it('updates an existing medium with the last of several rows', async () => {
    const userId = await userOf('gu@people.example');
    const media = { user_id: userId, media_type: 'video', media_id: 'v1', username: 'gu' };
    await importing('media', [{ ...media, favorite: true }], 'json');
    const more = [
      { ...media, username: 'gunilla' },
      { ...media, username: 'gun' },
    ];
    expect(await importing('media', more, 'json')).toMatchObject({ read: 2, written: 1 });
    expect(await run('SELECT username, favorite FROM user_media WHERE user_id = $1', userId)).toEqual([
      { username: 'gun', favorite: true },
    ]);
  });

  it('keeps a value of an earlier row that a later row omits', async () => {
    const userId = await userOf('ho@people.example');
    const media = { user_id: userId, media_type: 'video', media_id: 'v1', username: 'ho' };
    await importing(
      'media',
      [
        { ...media, favorite: true, show_store: false },
        { ...media, show_store: true },
      ],
      'json',
    );
    expect(await run('SELECT favorite, show_store FROM user_media WHERE user_id = $1', userId)).toEqual([
      { favorite: true, show_store: true },
    ]);
  });

  it('reports the error of each refused row', async () => {
    const userId = await userOf('hy@people.example');
    const foreign = await market.link({ userId: await market.user(), storeId: await market.store() });
    const film = { user_id: userId, media_type: 'video', media_id: 'v1', username: 'hy' };
    const { faults, ...result } = await importing(
      'media',
      [
        { user_id: userId },
        { ...film, media_type: 'social' },
        { ...film, media_type: 'story', content_type: 'text/html', href: 'javascript:alert(1)' },
        { ...film, tag_id: foreign.id },
        film,
      ],
      'json',
    );
    expect(result).toMatchObject({ read: 5, written: 1, refused: 4 });
    expect(faults).toEqual([
      [1, 'media_type', 'is required'],
      [1, 'username', 'is required'],
      [1, 'href', 'is required'],
      [1, 'content_type', 'is required'],
      [2, 'href', 'is required'],
      [2, 'content_type', 'is required'],
      [3, 'media_type', expect.stringMatching(/one of social/)],
      [3, 'href', expect.stringMatching(/http/)],
      [3, 'content_type', expect.stringMatching(/media type/)],
      [4, 'tag_id', 'must be the id of a link of the creator’s'],
    ]);
  });

  it('imports a long file in batches', async () => {
    const userId = await userOf('io@people.example');
    const rows = Array.from({ length: 2_500 }, (_, at) => `${userId},video,v${at},io`);
    const csv = ['user_id,media_type,media_id,username', ...rows].join('\n');
    expect(await importing('media', csv)).toMatchObject({
      read: 2_500,
      written: 2_500,
      progress: [1_000, 2_000, 2_500],
    });
  });
});
