import { sql } from 'drizzle-orm';
import type { Calendar } from '../../../platform/calendar.ts';
import type { Database } from '../../../platform/database/database.ts';
import { handler, type JobHandler } from '../../../platform/jobs/handler.ts';
import { enqueueAll, jobKind } from '../../../platform/jobs/job.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { MAX_OBSERVATIONS } from './figures.ts';

/** How the interface of YouTube is called (docs/configuration.md). */
export interface YouTubeSettings {
  /** Without a slash at the end. */
  url: string;
  key: string;
}

const reading = jobKind<{ publicationIds: number[] }>('read_youtube_figures');

/** How long the figures of a video are read after its publication, in days. */
const READ_DAYS = 60;
/** The most videos of one request to YouTube. */
const VIDEOS_AT_ONCE = 50;
/** The most videos of one round; the next round, an hour later, continues. */
const MAX_AT_ONCE = 2_000;
const TIMEOUT_MS = 20_000;
const MAX_REPLY_BYTES = 1_000_000;
/** A little shorter than a day: a repeated or late job records nothing twice, and the round of the next day may be earlier in the day. */
const SAME_READING_HOURS = 20;

/**
 * Requests the figures of videos at YouTube that were published in the last 60 days and were not requested on this day.
 * @returns the number of videos
 */
export async function requestYouTubeFigures(
  { db, now }: { db: Database; now: () => Date },
  calendar: Calendar,
): Promise<number> {
  const today = calendar.dayOf(now().getTime());
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      UPDATE publications b SET figures_requested_on = ${today}::date
      FROM (SELECT id FROM publications WHERE platform = 'youtube' AND url IS NOT NULL AND published_on > ${today}::date - ${READ_DAYS}::int
        AND (figures_requested_on IS NULL OR figures_requested_on < ${today}::date)
        ORDER BY id LIMIT ${MAX_AT_ONCE} FOR UPDATE SKIP LOCKED) due
      WHERE b.id = due.id RETURNING b.id`);
    const ids = rows.map(({ id }) => id);
    const batches = Array.from({ length: Math.ceil(ids.length / VIDEOS_AT_ONCE) }, (_, batch) => ({
      publicationIds: ids.slice(batch * VIDEOS_AT_ONCE, (batch + 1) * VIDEOS_AT_ONCE),
    }));
    await enqueueAll(tx, reading, batches);
    return ids.length;
  });
}

/** The id of the video that an address at YouTube names; null: none. */
export function videoIdOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { hostname, pathname, searchParams } = new URL(url);
  const [, first = '', second = ''] = pathname.split('/');
  const id =
    hostname === 'youtu.be'
      ? first
      : first === 'watch'
        ? (searchParams.get('v') ?? '')
        : OF_PATH.has(first)
          ? second
          : '';
  return /^[\w-]{11}$/.test(id) ? id : null;
}

const OF_PATH: ReadonlySet<string> = new Set(['shorts', 'live', 'embed', 'v']);

/** What YouTube counts of a video. */
interface Counts {
  views: number | null;
  likes: number | null;
  comments: number | null;
}

/**
 * Reads figures at YouTube and records them as observations of the platform. A refusal of YouTube, such as an exhausted quota, fails the job, which is
 * repeated later and shown to administrators.
 */
export function createYouTubeReader({
  db,
  now,
  outbound,
  settings,
}: {
  db: Database;
  now: () => Date;
  outbound: Outbound;
  settings: YouTubeSettings;
}): JobHandler {
  return handler(reading, async ({ publicationIds }, { signal }) => {
    const { rows } = await db.execute<{ id: number; url: string }>(sql`
      SELECT id, url FROM publications WHERE id = ANY (${sql.param(publicationIds)}::bigint[]) AND platform = 'youtube' AND url IS NOT NULL`);
    const videos = rows.flatMap(({ id, url }) => {
      const video = videoIdOf(url);
      return video === null ? [] : [{ id, url, video }];
    });
    if (videos.length === 0) return;
    const found = await readStatistics(outbound, settings, {
      ids: [...new Set(videos.map(({ video }) => video))],
      signal,
    });
    const observed = videos.flatMap(({ id, url, video }) => {
      const counts = found.get(video);
      return counts === undefined || Object.values(counts).every((count) => count === null)
        ? []
        : [{ id, url, ...counts }];
    });
    await record(db, now(), observed);
  });
}

/** The address is compared, because a correction may have changed it meanwhile. */
async function record(
  db: Database,
  at: Date,
  observed: readonly (Counts & { id: number; url: string })[],
): Promise<void> {
  await db.execute(sql`
    INSERT INTO publication_figures (publication_id, views, likes, comments, measured_at, source, recorded_at)
    SELECT b.id, o.views, o.likes, o.comments, ${at.toISOString()}, 'platform', ${at.toISOString()}
    FROM json_to_recordset(${JSON.stringify(observed)}) AS o (id bigint, url text, views bigint, likes bigint, comments bigint)
    JOIN publications b ON b.id = o.id AND b.url = o.url
    WHERE (SELECT count(*) FROM publication_figures f WHERE f.publication_id = b.id) < ${MAX_OBSERVATIONS}
      AND NOT EXISTS (SELECT FROM publication_figures f WHERE f.publication_id = b.id AND f.source = 'platform'
        AND f.measured_at > ${at.toISOString()}::timestamptz - make_interval(hours => ${SAME_READING_HOURS}))`);
}

/**
 * Asks YouTube for the statistics of videos. Videos that are private or removed are not in the result.
 * @throws Error with YouTube's reason; OutboundError when it does not reply
 */
async function readStatistics(
  outbound: Outbound,
  { url, key }: YouTubeSettings,
  { ids, signal }: { ids: readonly string[]; signal: AbortSignal },
): Promise<ReadonlyMap<string, Counts>> {
  const { status, body } = await outbound.request({
    url: `${url}/youtube/v3/videos?part=statistics&maxResults=${VIDEOS_AT_ONCE}&id=${ids.join(',')}`,
    method: 'GET',
    // In a header, so that the key is in no log of addresses.
    headers: { 'x-goog-api-key': key, accept: 'application/json' },
    timeoutMs: TIMEOUT_MS,
    maxReplyBytes: MAX_REPLY_BYTES,
    signal,
  });
  const reply = parsed(body);
  if (status !== 200) throw new Error(`YouTube refuses to read figures: ${status} ${reasonOf(reply)}`);
  const items: unknown = (reply as { items?: unknown } | null)?.items;
  if (!Array.isArray(items)) throw new Error('YouTube has replied with something else than a list of videos');
  return new Map(
    items.flatMap((item: { id?: unknown; statistics?: Record<string, unknown> } | null) => {
      if (typeof item?.id !== 'string' || typeof item.statistics !== 'object' || item.statistics === null) return [];
      const { viewCount, likeCount, commentCount } = item.statistics;
      return [
        [item.id, { views: countOf(viewCount), likes: countOf(likeCount), comments: countOf(commentCount) }] as const,
      ];
    }),
  );
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

const MAX_REASON = 100;

/** YouTube's word for a refusal, such as `quotaExceeded`; its sentence may contain the key. */
function reasonOf(reply: unknown): string {
  const { error } = (reply ?? {}) as { error?: { errors?: { reason?: unknown }[] } };
  const reason = Array.isArray(error?.errors) ? error.errors[0]?.reason : undefined;
  return typeof reason === 'string' && /^\w+$/.test(reason) ? reason.slice(0, MAX_REASON) : 'without a reason';
}

/** Counts are texts of digits. A hidden one is missing. */
const countOf = (text: unknown): number | null =>
  typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : null;
