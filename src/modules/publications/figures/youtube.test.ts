import { describe, expect, it } from 'vitest';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { openHttpPeer } from '../../../../tests/harness/peers/http-peer.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { createOutbound } from '../../../platform/outbound/outbound.ts';
import { createYouTubeReader, requestYouTubeFigures, videoIdOf } from './youtube.ts';

let clock = new Date('2030-05-15T12:00:00.000Z');
const now = () => clock;
const { application, cast } = await createPopulatedApplication({ now });
const { market, database } = application;
const { db } = database;
const rows = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;
const KEY = 'AIzaSyD-0123456789abcdef';
const outbound = createOutbound({ allow: ['127.0.0.0/8'] });
const calendar = createCalendar('Europe/Stockholm');
const facts = { id: '1', askedAt: clock, signal: new AbortController().signal };

/** A video id that no other test has. */
let made = 0;
function newVideo(): string {
  made += 1;
  return `video${String(made).padStart(6, '0')}`;
}

/** A publication at an address, which was published on a day. @returns its id */
async function published(url: string | null, day = '2030-05-14', platform = 'youtube'): Promise<number> {
  const campaignId = await market.campaign({ storeId: cast.storeId, type: 'user_accept' });
  const participantId = await market.participant({ campaignId, userId: cast.ids.creator, status: 'accepted' });
  const [{ id }] = await rows(
    `INSERT INTO deliverables (participant_id, title, instructions, due_on, status, created_by, created_at, updated_at)
     VALUES ($1, 'Video', '', '2030-05-20', 'published', $2, $3, $3) RETURNING id`,
    participantId,
    cast.ids.advertiser,
    clock,
  );
  const [publication] = await rows(
    `INSERT INTO publications (deliverable_id, participant_id, url, platform, is_on_proven_channel, published_on, disclosure, reported_by, reported_at, updated_at)
     VALUES ($1, $2, $3, $4, true, $5, 'spoken', $6, $7, $7) RETURNING id`,
    id,
    participantId,
    url,
    platform,
    day,
    cast.ids.creator,
    clock,
  );
  return publication.id;
}

const figuresOf = (publication: number) =>
  rows(
    'SELECT views, likes, comments, shares, source, recorded_by FROM publication_figures WHERE publication_id = $1 ORDER BY id',
    publication,
  );

/** YouTube, which knows these videos. */
async function youTube(known: Record<string, object>) {
  const peer = await openHttpPeer(({ target }) => {
    const asked = new URL(target, 'http://youtube').searchParams.get('id')!.split(',');
    const items = asked.flatMap((id) => (known[id] === undefined ? [] : [{ id, statistics: known[id] }]));
    return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ items }) };
  });
  const reader = createYouTubeReader({ db, now, outbound, settings: { url: peer.url, key: KEY } });
  return { peer, read: (...publicationIds: number[]) => reader.run({ publicationIds }, facts) };
}

/** The publications whose figures are requested now, job by job. */
async function requested(): Promise<number[][]> {
  await rows(
    "DELETE FROM graphile_worker._private_jobs WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'read_youtube_figures')",
  );
  await requestYouTubeFigures({ db, now }, calendar);
  const jobs = await rows(
    "SELECT j.payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = 'read_youtube_figures' ORDER BY j.id",
  );
  return jobs.map(({ payload }) => payload.publicationIds);
}

describe('The address of a video', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10', 'dQw4w9WgXcQ'],
    ['https://youtu.be/dQw4w9WgXcQ?si=x', 'dQw4w9WgXcQ'],
    ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
    ['https://www.youtube.com/live/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
    ['https://www.youtube.com/@someone', null],
    ['https://www.youtube.com/watch?v=short', null],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ,abcdefghijk', null],
    ['not an address', null],
  ])('%s names %s', (url, id) => {
    expect(videoIdOf(url)).toBe(id);
  });
});

describe('The figures of videos', () => {
  it('are recorded as observations of the platform, with the key in a header', async () => {
    const [one, two, gone] = [newVideo(), newVideo(), newVideo()];
    const { peer, read } = await youTube({
      [one]: { viewCount: '1200', likeCount: '34', commentCount: '5', favoriteCount: '0' },
      // Hidden likes, and comments that are turned off.
      [two]: { viewCount: '7' },
    });
    const ids = [
      await published(`https://youtu.be/${one}`),
      await published(`https://www.youtube.com/watch?v=${two}`),
      await published(`https://youtu.be/${gone}`),
      await published('https://www.youtube.com/@someone'),
      await published('https://posts.example/1', '2030-05-14', 'other'),
    ];
    await read(...ids);
    const found = await Promise.all(ids.map(figuresOf));
    const none = { shares: null, source: 'platform', recorded_by: null };
    expect(found).toEqual([
      [{ views: 1200, likes: 34, comments: 5, ...none }],
      [{ views: 7, likes: null, comments: null, ...none }],
      [],
      [],
      [],
    ]);
    expect(peer.requests).toHaveLength(1);
    expect(peer.requests[0]!.headers['x-goog-api-key']).toBe(KEY);
    expect(peer.requests[0]!.target).not.toContain(KEY);
    // A repeated job records nothing again.
    await read(...ids);
    expect(await figuresOf(ids[0]!)).toHaveLength(1);
    const { body } = await application.call({ url: `/v2/publications/${ids[0]}`, as: cast.tokens.advertiser });
    expect(body.figures).toMatchObject({ views: 1200, source: 'platform' });
  });

  it('are requested once a day, for 60 days, in batches of 50', async () => {
    await rows("UPDATE publications SET figures_requested_on = '2999-01-01'");
    const first = await published(`https://youtu.be/${newVideo()}`, '2030-03-17');
    await published(`https://youtu.be/${newVideo()}`, '2030-03-16');
    await published(null);
    await published('https://posts.example/1', '2030-05-14', 'other');
    expect(await requested()).toEqual([[first]]);
    expect(await requested()).toEqual([]);
    // It is the next day in Stockholm.
    clock = new Date('2030-05-15T22:30:00.000Z');
    const others = await Promise.all(Array.from({ length: 51 }, () => published(`https://youtu.be/${newVideo()}`)));
    const batches = await requested();
    expect(batches.map(({ length }) => length)).toEqual([50, 1]);
    expect(batches.flat().sort((a, b) => a - b)).toEqual(others.sort((a, b) => a - b));
    clock = new Date('2030-05-15T12:00:00.000Z');
  });

  it('are requested once by two processes at the same time', async () => {
    await rows("UPDATE publications SET figures_requested_on = '2999-01-01'");
    await published(`https://youtu.be/${newVideo()}`);
    const counts = await Promise.all([1, 2].map(() => requestYouTubeFigures({ db, now }, calendar)));
    expect(counts.sort()).toEqual([0, 1]);
  });

  it.each([
    [{ status: 403, body: JSON.stringify({ error: { errors: [{ reason: 'quotaExceeded' }] } }) }, /403 quotaExceeded$/],
    [{ status: 400, body: `{"error":{"errors":[{"reason":"<${KEY}>"}]}}` }, /400 without a reason$/],
    [{ status: 500, body: '<html>' }, /500 without a reason$/],
    [{ status: 200, body: '[]' }, /something else than a list/],
    [{ status: 302, headers: { location: 'http://169.254.169.254/' }, body: '' }, /302 without a reason$/],
  ])('fail with the reason of %j, and are read by the next attempt', async (failure, reason) => {
    const video = newVideo();
    const { peer, read } = await youTube({ [video]: { viewCount: '3', likeCount: '-1', commentCount: 'many' } });
    const id = await published(`https://youtu.be/${video}`);
    peer.failNext(failure);
    const error = await read(id).then(
      () => null,
      (thrown: Error) => thrown.message,
    );
    expect(error).toMatch(reason);
    expect(error).not.toContain(KEY);
    expect(await figuresOf(id)).toEqual([]);
    await read(id);
    expect(await figuresOf(id)).toMatchObject([{ views: 3, likes: null, comments: null }]);
  });

  it('do not keep the creator from removing a publication, unlike figures of the creator', async () => {
    const video = newVideo();
    const { read } = await youTube({ [video]: { viewCount: '3' } });
    const ids = [await published(`https://youtu.be/${video}`), await published(`https://youtu.be/${video}`)];
    await read(...ids);
    const as = cast.tokens.creator;
    const own = { measured_at: '2030-05-15T11:00:00.000Z', views: 2 };
    await application.call({ method: 'POST', url: `/v2/publications/${ids[1]}/figures`, as, body: own });
    const replies = await Promise.all(
      ids.map((id) => application.call({ method: 'DELETE', url: `/v2/publications/${id}`, as })),
    );
    expect(replies.map(({ status }) => status)).toEqual([204, 400]);
    expect(await figuresOf(ids[0]!)).toEqual([]);
    expect(await figuresOf(ids[1]!)).toHaveLength(2);
  });

  it('of an address that was corrected meanwhile are not recorded', async () => {
    const video = newVideo();
    const id = await published(`https://youtu.be/${video}`);
    const peer = await openHttpPeer(() => ({
      status: 200,
      body: JSON.stringify({ items: [{ id: video, statistics: { viewCount: '9' } }] }),
    }));
    const slow = {
      ...outbound,
      request: async (request: Parameters<typeof outbound.request>[0]) => {
        await rows('UPDATE publications SET url = $2 WHERE id = $1', id, `https://youtu.be/${newVideo()}`);
        return outbound.request(request);
      },
    };
    const settings = { url: peer.url, key: KEY };
    await createYouTubeReader({ db, now, outbound: slow, settings }).run({ publicationIds: [id] }, facts);
    expect(await figuresOf(id)).toEqual([]);
  });
});
