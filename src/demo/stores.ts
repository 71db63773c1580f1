import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { insertNamed, insertRows, mapRows } from './insert.ts';
import type { People } from './people.ts';
import type { StaffName } from './personas.ts';
import { CATEGORIES, type DemoStoreName, STORE_FACTS, type StoreFacts } from './store-facts.ts';
import type { Timeline } from './timeline.ts';

/** Ids of the stores and categories, by the demo's names. */
export interface Stores {
  stores: Record<DemoStoreName, number>;
  categories: Record<keyof typeof CATEGORIES, number>;
}

/** Inserts the stores with all records that belong to them. */
export async function insertStores(client: pg.ClientBase, time: Timeline, people: People): Promise<Stores> {
  const opened = { created_at: time.at(-350), updated_at: time.at(-95) };
  const categories = await insertNamed(client, 'categories', CATEGORIES);
  const stores = await insertNamed(
    client,
    'stores',
    mapRows(STORE_FACTS, ({ market, billing, ...store }, key) => ({
      store_group_id: people.groups[market],
      name: store.name,
      ...MARKETS[market],
      url: `https://www.${store.domains[0]}/`,
      hidden: false,
      toplist_rank: store.rank,
      margin: 0.3,
      tracking_key: randomBytes(12).toString('hex'),
      attribution_window_days: 30,
      feed_provider: 'own',
      program_id: `demo-${key}`,
      deeplinkable: true,
      number_of_products: store.products,
      ...billing,
      service_invoicing: true,
      email_quota_monthly: 1000,
      ...opened,
    })),
  );
  // Large enough for load tests, in any currency.
  await client.query('UPDATE store_credit SET own_limit_minor = $1, limit_minor = $1', [DEMO_CREDIT_MINOR]);
  await insertStoreFacts(client, stores, categories);
  await insertRules(client, time, stores);
  await insertStoreMembers(client, stores, people);
  return { stores, categories };
}

const DEMO_CREDIT_MINOR = 10_000_000_000_000;

const MARKETS = {
  sweden: { country: 'SE', currency: 'SEK', language: 'sv', locale: 'sv_SE' },
  germany: { country: 'DE', currency: 'EUR', language: 'de', locale: 'de_DE' },
  britain: { country: 'GB', currency: 'GBP', language: 'en', locale: 'en_GB' },
};

/** Each store with its id. */
function storesWithIds(stores: Stores['stores']) {
  return Object.entries<StoreFacts>(STORE_FACTS).map(([key, store]) => ({
    id: stores[key as DemoStoreName],
    ...store,
  }));
}

async function insertStoreFacts(
  client: pg.ClientBase,
  stores: Stores['stores'],
  categories: Stores['categories'],
): Promise<void> {
  const listed = storesWithIds(stores);
  await insertRows(
    client,
    'store_domains',
    listed.flatMap(({ id, domains }) =>
      domains.map((host) => ({
        store_id: id,
        host: new URL(`https://${host}`).hostname,
        start_url: `https://${host}/`,
      })),
    ),
  );
  await insertRows(
    client,
    'store_categories',
    listed.flatMap(({ id, categoryKeys }) =>
      categoryKeys.map((key) => ({ store_id: id, category_id: categories[key] })),
    ),
  );
  await insertRows(
    client,
    'prices',
    listed.flatMap(({ id, general, social, cpa, invoiceCpa }) =>
      [general, social].map(([cpc, invoiceCpc], source) => ({
        store_id: id,
        source,
        cpc_minor: cpc,
        invoice_cpc_minor: invoiceCpc,
        cpa,
        invoice_cpa: invoiceCpa,
      })),
    ),
  );
  await insertRows(
    client,
    'hashtags',
    listed.flatMap(({ id, hashtags }) => hashtags.map((hashtag) => ({ store_id: id, hashtag }))),
  );
}

async function insertRules(client: pg.ClientBase, time: Timeline, stores: Stores['stores']): Promise<void> {
  const written = { created_at: time.at(-300), updated_at: time.at(-300) };
  await insertRows(
    client,
    'url_rules',
    storesWithIds(stores).flatMap(({ id, rules }) =>
      rules.map(({ type, url = null, keyword = null, isMain = false }) => ({
        store_id: id,
        type,
        url,
        keyword,
        is_main: isMain,
        ...written,
      })),
    ),
  );
}

const MEMBERS: readonly [StaffName, readonly DemoStoreName[]][] = [
  ['maja', ['nordicRunner']],
  ['karl', ['fjallOchFunkis', 'lumi', 'havsboden']],
  ['carla', ['blattwerk', 'kiezrad']],
  ['heike', ['modehausSverige', 'modehausDeutschland']],
  ['fiona', ['thistleAndRye']],
];

/** The members of each store, and the ambassadors of Nordic Runner. */
async function insertStoreMembers(client: pg.ClientBase, stores: Stores['stores'], { users }: People): Promise<void> {
  await insertRows(
    client,
    'store_members',
    MEMBERS.flatMap(([name, listed]) => listed.map((store) => ({ store_id: stores[store], user_id: users[name] }))),
  );
  const { ambassador } = await insertNamed(client, 'user_tags', {
    ambassador: { store_id: stores.nordicRunner, name: 'Ambassadör', slug: 'ambassador', access_level: 1 },
  });
  await insertRows(
    client,
    'user_tag_members',
    [users.linnea, users.oskar].map((user) => ({ user_id: user, user_tag_id: ambassador })),
  );
}

/** The member who acts for a store. */
export function spokesman(store: DemoStoreName, { users }: People): number {
  const [name] = MEMBERS.find(([, stores]) => stores.includes(store))!;
  return users[name];
}
