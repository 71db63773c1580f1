import type { Client, MaybeOptionalInit } from 'openapi-fetch';
import type { ApiClient } from './client.ts';
import type { paths } from './schema.d.ts';

/** The record of a list, by the path of the list; `never` for a path that is not a list. */
export type ItemOf<Path extends keyof paths> = paths[Path] extends {
  get: {
    parameters: { query?: { page?: number } };
    responses: { 200: { content: { 'application/json': { data: (infer Item)[] } } } };
  };
}
  ? Item
  : never;

/** Every path whose GET returns pages. */
export type ListPath = { [Path in keyof paths]: [ItemOf<Path>] extends [never] ? never : Path }[keyof paths];

type Init<Path extends ListPath> = MaybeOptionalInit<paths[Path], 'get'>;
type Arguments<Path extends ListPath> = undefined extends Init<Path> ? [init?: Init<Path>] : [init: Init<Path>];

/** The fields of both envelopes that lead to the next page. */
interface Envelope {
  data: unknown[];
  links?: { next?: string | null };
  next_page_url?: string | null;
}

/**
 * Iterates over all records of a list. A page is requested when its first record is needed, so a loop that ends early requests no
 * further pages.
 * @param path a path that returns pages, such as `/v2/affiliate-links`
 * @param init parameters as for `GET`; `size` is the number of records per request, and `page` the first page
 */
export async function* paginate<Path extends ListPath>(
  client: ApiClient,
  path: Path,
  ...[init]: Arguments<Path>
): AsyncGenerator<ItemOf<Path>, void, undefined> {
  // biome-ignore lint/suspicious/noExplicitAny: the signature above has the types of this path
  const untyped = client as unknown as Client<any>;
  // biome-ignore lint/suspicious/noExplicitAny: likewise
  const options = (init ?? {}) as any;
  for (let page: number = options.params?.query?.page ?? 1; ; page += 1) {
    const query = { ...options.params?.query, page };
    const { data } = await untyped.GET(path, { ...options, params: { ...options.params, query } });
    const envelope = data as unknown as Envelope;
    yield* envelope.data as ItemOf<Path>[];
    if ((envelope.links?.next ?? envelope.next_page_url ?? null) === null) return;
  }
}
