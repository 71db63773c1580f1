import { createHash } from 'node:crypto';
import type pg from 'pg';
import sharp from 'sharp';
import type { FileStorage } from '../platform/storage/storage.ts';
import { insertRows } from './insert.ts';
import type { DemoLink } from './links.ts';
import type { People } from './people.ts';
import { CREATORS } from './personas.ts';
import { Chance } from './random.ts';
import type { Timeline } from './timeline.ts';

const SEED = 20_240_301;
const [WIDTH, HEIGHT] = [270, 360];
/** Number of different pictures. Creators share their content, each in its own file. */
const PICTURES = 8;

type Kind = 'social' | 'shortvideo' | 'video' | 'image';

interface Stage {
  people: People;
  links: readonly DemoLink[];
  time: Timeline;
  storage: FileStorage;
}

/** Publishes the creators' media with their links: posts, stories, videos on a platform, and pictures on blogs. */
export async function publishMedia(client: pg.ClientBase, { people, links, time, storage }: Stage): Promise<void> {
  const chance = new Chance(SEED);
  const pictures = await drawPictures(chance);
  const linkIds = links.map(({ id }) => id);
  const { rows } = await client.query<{ link_id: number; store_id: number }>(
    'SELECT id AS link_id, store_id FROM links WHERE id = ANY ($1)',
    [linkIds],
  );
  const storeOf = new Map(rows.map(({ link_id, store_id }) => [link_id, store_id]));
  const media = links.map((link, at) => {
    const { username, blog } = CREATORS[link.creator];
    const published = new Date(Math.min(link.madeAtMs + chance.below(20) * 3_600_000, time.nowMs));
    const picture = pictures[at % PICTURES]!;
    const seen = seenAs(kindAt(at, blog), { username, at, picture });
    return {
      user_id: people.users[link.creator],
      store_id: storeOf.get(link.id) ?? null,
      link_id: link.id,
      ...seen,
      bytes: seen.file_key === null ? null : picture.length,
      favorite: chance.next() < 0.3,
      // One in six media is hidden from the store.
      show_store: at % 6 !== 5,
      published_at: published,
      created_at: published,
      updated_at: published,
    };
  });
  const kept = media.map(
    ({ file_key }, at) => file_key && storage.put(file_key, pictures[at % PICTURES]!, 'image/jpeg'),
  );
  await Promise.all(kept);
  await insertRows(client, 'user_media', media);
  await client.query(`UPDATE links SET kind = 'tag' WHERE id = ANY ($1)`, [linkIds]);
}

/** Videos are at a platform and all other media at ours. Pictures of blogs carry the blog's name. */
function seenAs(kind: Kind, { username, at, picture }: { username: string; at: number; picture: Buffer }) {
  const hash = createHash('sha256').update(`demo ${at} `).update(picture).digest('hex');
  return {
    media_type: kind,
    media_id: kind === 'video' ? `demo-${username}-${at}` : null,
    username: kind === 'image' ? `${username}.blog.example` : username,
    content_type: kind === 'video' ? null : 'image/jpeg',
    file_key: kind === 'video' ? null : `media/${hash}.jpg`,
    href: kind === 'video' ? `https://video.example/watch/demo-${username}-${at}` : null,
  };
}

function kindAt(at: number, hasBlog: boolean): Kind {
  const kinds: readonly Kind[] = hasBlog
    ? ['social', 'shortvideo', 'image', 'video']
    : ['social', 'shortvideo', 'video'];
  return kinds[at % kinds.length]!;
}

async function drawPictures(chance: Chance): Promise<Buffer[]> {
  const raw = { width: WIDTH, height: HEIGHT, channels: 3 } as const;
  const drawn = Array.from({ length: PICTURES }, () => landscape(chance));
  return Promise.all(drawn.map((pixels) => sharp(pixels, { raw }).jpeg({ quality: 80 }).toBuffer()));
}

type Colour = readonly [red: number, green: number, blue: number];

/** Draws a sun over hills in random colours, as one byte each of red, green and blue per pixel. */
function landscape(chance: Chance): Buffer {
  const tint = (least: number) => least + chance.below(90);
  const sky: Colour = [tint(150), tint(150), tint(160)];
  const hill: Colour = [tint(40), tint(60), tint(40)];
  const sun: Colour = [250, 225 - chance.below(60), 120];
  const [sunX, sunY, waves] = [40 + chance.below(190), 50 + chance.below(90), 60 + chance.below(60)];
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const isSun = (x - sunX) ** 2 + (y - sunY) ** 2 < 900;
      const isHill = y > HEIGHT * 0.6 + 25 * Math.sin(x / waves + sunX);
      const shade = isSun ? 1 : 1 - (y / HEIGHT) * 0.35;
      const [red, green, blue] = isHill ? hill : isSun ? sun : sky;
      pixels.set([red * shade, green * shade, blue * shade], (y * WIDTH + x) * 3);
    }
  }
  return pixels;
}
