import { readFile } from 'node:fs/promises';
import { type ApiClient, ApiError, type ItemOf, paginate } from '@tributary/client';
import { MAX_PAGE_SIZE } from '../../../../src/platform/page-size.ts';
import type { Command, Given } from '../command.ts';
import { signedInClient } from '../config.ts';
import { type Io, printable, readAll, WrongUsage } from '../io.ts';
import { given, idOf, textOf } from '../options.ts';
import { printList } from '../output.ts';

/** One line of the result of `links create`. */
interface Created {
  original_url: string;
  /** `created`, `existing`, `dry`, `several` (stores match equally) or `refused`. */
  status: string;
  url: string | null;
  message: string | null;
}

export const createLinks: Command = {
  name: 'links create',
  summary: 'turn product URLs into tracked links',
  args: '[URL…]',
  options: {
    file: { value: 'FILE', help: 'read URLs from a file, one per line; - is standard input', isFile: true },
    user: { value: 'ID', help: 'for this creator; by default for yourself' },
    store: { value: 'ID', help: 'match only this store' },
    dry: { help: 'show the result without creating anything' },
  },
  async run({ io, args, options, json, url }) {
    const urls = [...args, ...(await urlsOfFile(io, textOf(options, 'file')))];
    if (urls.length === 0) throw new WrongUsage('No URL was given: name it, or give --file.');
    const request = { userId: idOf(options, 'user'), storeId: idOf(options, 'store'), dry: options['dry'] === true };
    const client = await signedInClient(io, url);
    let refused = 0;
    async function* results(): AsyncGenerator<Created> {
      for (const each of urls) {
        const result = await createOne(client, each, request);
        if (result.url === null) refused += 1;
        yield result;
      }
    }
    const columns = {
      LINK: (one: Created) => one.url ?? '-',
      STATUS: (one: Created) => one.status,
      URL: (one: Created) => one.original_url,
      MESSAGE: (one: Created) => one.message,
    };
    await printList(io, results(), { json, columns });
    if (refused > 0) io.note(`${refused} of ${urls.length} URLs have no link.`);
    return refused > 0 ? 1 : 0;
  },
};

type Link = ItemOf<'/v2/affiliate-links'>;

export const listLinks: Command = {
  name: 'links list',
  summary: 'list tracked links, newest first',
  args: '',
  options: {
    user: { value: 'ID', help: 'of this creator' },
    store: { value: 'ID', help: 'of this store' },
    from: { value: 'DAY', help: 'created on this day (YYYY-MM-DD) or later' },
    to: { value: 'DAY', help: 'created on this day or earlier' },
    stats: { help: 'with clicks and earnings' },
    limit: { value: 'N', help: 'maximum number of links; all by default' },
  },
  async run({ io, options, json, url }) {
    const limit = idOf(options, 'limit') ?? Number.POSITIVE_INFINITY;
    const query = { ...queryOf(options), size: Math.min(limit, MAX_PAGE_SIZE) };
    const client = await signedInClient(io, url);
    const links = firstOf(paginate(client, '/v2/affiliate-links', { params: { query } }), limit);
    const stats = options['stats'] === true;
    const columns = {
      ID: (link: Link) => link.id,
      CREATED: (link: Link) => link.created_at,
      ...(stats ? { CLICKS: (link: Link) => link.number_of_clicks } : {}),
      ...(stats ? { EARNED: (link: Link) => earned(link) } : {}),
      LINK: (link: Link) => link.service_url,
      TITLE: (link: Link) => link.title,
    };
    await printList(io, links, { json, columns });
  },
};

const queryOf = (options: Given) => ({
  ...given('user_id', idOf(options, 'user')),
  ...given('advertiser_id', idOf(options, 'store')),
  ...given('date_from', textOf(options, 'from')),
  ...given('date_to', textOf(options, 'to')),
  ...given('include[]', options['stats'] === true ? (['stats'] as 'stats'[]) : undefined),
});

/** Whole minor units, as the API has them: the number of decimals depends on the currency. */
const earned = ({ cost_creator_approved, currency }: Link) => `${cost_creator_approved} ${currency} (minor units)`;

async function* firstOf<Item>(items: AsyncIterable<Item>, limit: number): AsyncGenerator<Item> {
  let count = 0;
  for await (const item of items) {
    yield item;
    count += 1;
    if (count >= limit) return;
  }
}

/** One refused URL does not stop the others. Other failures do. */
async function createOne(
  client: ApiClient,
  url: string,
  { userId, storeId, dry }: { userId: number | undefined; storeId: number | undefined; dry: boolean },
): Promise<Created> {
  const body = { url, ...given('advertiser_id', storeId), ...(dry ? { dry } : {}) };
  const refused = (status: string, message: string): Created => ({ original_url: url, status, url: null, message });
  try {
    const { data } =
      userId === undefined
        ? await client.POST('/v2/affiliate-links', { body })
        : await client.POST('/v2/users/{user}/affiliate-links', { params: { path: { user: userId } }, body });
    if ('affiliate_link' in data) {
      const { status, url: link } = data.affiliate_link;
      return { original_url: url, status, url: link, message: null };
    }
    const stores = data.advertisers.map(({ id, name }) => `${id} (${name})`).join(', ');
    return refused('several', `Several stores match; name one with --store: ${stores}`);
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 422].includes(error.status)) throw error;
    const faults = Object.entries(error.fields).map(([field, texts]) => `${field} ${texts.join(', ')}`);
    return refused('refused', faults.length > 0 ? faults.join('; ') : error.message);
  }
}

async function urlsOfFile(io: Io, file: string | undefined): Promise<string[]> {
  if (file === undefined) return [];
  const text =
    file === '-' ? await readAll(io) : await readFile(file, 'utf8').catch((error) => unreadable(file, error));
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

function unreadable(file: string, { code }: NodeJS.ErrnoException): never {
  throw new WrongUsage(`--file ${printable(file)} cannot be read (${code}).`);
}
