import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { limitConcurrency } from '../../../platform/images/limit-concurrency.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { OutboundError } from '../../../platform/outbound/outbound-error.ts';
import { linkableBy } from '../../stores/index.ts';
import { type PictureType, pictureTypeOf } from './picture-type.ts';

/** A picture as the server of the store has sent it. */
export interface ProductPicture {
  mediaType: PictureType;
  content: Buffer;
}

const TIMEOUT_MS = 8_000;
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const AT_ONCE = 8;
const MAX_WAITING = 200;
/** Bytes of all pictures that one process remembers. */
const MAX_REMEMBERED_BYTES = 32 * 1024 * 1024;
const MAX_REMEMBERED = 2_000;
/** Time after which a picture is loaded again, also one that could not be loaded. */
const REMEMBERED_MS = 60 * 60_000;

/**
 * Loads pictures of products for readers, whose addresses the servers of the stores therefore do not learn. Remembers them for an hour, the least
 * recently used ones are dropped first.
 */
export class ProductPictures {
  readonly #outbound: Outbound;
  readonly #remembered = new Map<string, { picture: Promise<ProductPicture | null>; atMs: number; bytes: number }>();
  readonly #inTurn = limitConcurrency(AT_ONCE, MAX_WAITING);
  #bytes = 0;

  constructor(outbound: Outbound) {
    this.#outbound = outbound;
  }

  /**
   * Returns the picture of a product of a store to which the caller can make links.
   * @throws NotFound when there is none, or its server does not send a picture; Unavailable when too many are being loaded
   */
  async read({ db, actor, now }: Pick<Context, 'db' | 'actor' | 'now'>, productId: number): Promise<ProductPicture> {
    const { rows } = await db.execute<{ image_url: string }>(sql`
      SELECT p.image_url FROM products p JOIN stores s ON s.id = p.store_id
      WHERE p.id = ${productId} AND p.gone_at IS NULL AND p.image_url IS NOT NULL AND ${linkableBy(actor.userId, now())}`);
    const picture = rows[0] === undefined ? null : await this.#load(rows[0].image_url, now().getTime());
    if (picture === null) throw new NotFound('picture');
    return picture;
  }

  #load(url: string, atMs: number): Promise<ProductPicture | null> {
    const known = this.#remembered.get(url);
    if (known !== undefined) this.#forget(url);
    if (known !== undefined && Math.abs(atMs - known.atMs) < REMEMBERED_MS) return this.#remember(url, known);
    const picture = this.#inTurn(() => this.#fetch(url));
    const entry = { picture, atMs, bytes: 0 };
    picture.then(
      (loaded) => {
        if (this.#remembered.get(url) !== entry) return;
        this.#forget(url);
        this.#remember(url, { ...entry, bytes: loaded?.content.length ?? 0 });
      },
      () => this.#forget(url),
    );
    return this.#remember(url, entry);
  }

  #remember(url: string, entry: { picture: Promise<ProductPicture | null>; atMs: number; bytes: number }) {
    this.#remembered.set(url, entry);
    this.#bytes += entry.bytes;
    for (const oldest of this.#remembered.keys()) {
      if (this.#bytes <= MAX_REMEMBERED_BYTES && this.#remembered.size <= MAX_REMEMBERED) break;
      this.#forget(oldest);
    }
    return entry.picture;
  }

  #forget(url: string): void {
    this.#bytes -= this.#remembered.get(url)?.bytes ?? 0;
    this.#remembered.delete(url);
  }

  /** Null when the server does not send a picture. */
  async #fetch(url: string): Promise<ProductPicture | null> {
    try {
      const { status, body } = await this.#outbound.request({
        url,
        method: 'GET',
        headers: { accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif' },
        timeoutMs: TIMEOUT_MS,
        maxReplyBytes: MAX_BYTES,
        maxRedirects: MAX_REDIRECTS,
      });
      const mediaType = status === 200 ? pictureTypeOf(body) : null;
      return mediaType === null ? null : { mediaType, content: body };
    } catch (error) {
      if (error instanceof OutboundError) return null;
      throw error;
    }
  }
}
