import type pg from 'pg';
import { createLink, loadStores, StoreIndex } from '../modules/links/index.ts';
import type { Logger } from '../platform/context.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import type { Campaigns } from './campaigns.ts';
import { insertRows } from './insert.ts';
import { openTransaction } from './open-transaction.ts';
import type { People } from './people.ts';
import { CREATORS, type CreatorName } from './personas.ts';
import type { Chance } from './random.ts';
import type { DemoStoreName } from './store-facts.ts';
import type { Stores } from './stores.ts';
import type { Timeline } from './timeline.ts';

const DAY_MS = 86_400_000;

/** A creator's link with its relative traffic. */
export interface DemoLink {
  id: number;
  code: string;
  creator: CreatorName;
  store: DemoStoreName;
  madeAtMs: number;
  /** Relative number of clicks. */
  pull: number;
}

/** Pages to which creators have links: creator, store and URLs. */
const PAGES: readonly [CreatorName, DemoStoreName, ...string[]][] = [
  ['linnea', 'fjallOchFunkis', 'https://fjallochfunkis.example/friluft/termos-1l'],
  ['linnea', 'lumi', 'https://www.lumi-hudvard.example/p/vindbalsam-50ml'],
  ['linnea', 'havsboden', 'https://havsboden.example/rimmad-lax'],
  [
    ...(['oskar', 'nordicRunner', 'https://www.nordicrunner.example/herr/skor/fjallvind-gtx?storlek=44'] as const),
    'https://www.nordicrunner.example/herr/vast/stigvast-8l',
  ],
  [
    ...(['linnea', 'nordicRunner', 'https://www.nordicrunner.example/dam/skor/loparvind-3?farg=gran'] as const),
    'https://www.nordicrunner.example/dam/klader/regnjacka-skur',
    'https://nordicrunner-outlet.example/vantar/ullvante-dubbel',
  ],
  ['oskar', 'fjallOchFunkis', 'https://fjallochfunkis.example/friluft/pannlampa-600'],
  [
    ...(['sofia', 'fjallOchFunkis', 'https://fjallochfunkis.example/hem/ullpladd-natur'] as const),
    'https://fjallochfunkis.example/hem/ljusstake-smide?hojd=18',
  ],
  ['sofia', 'lumi', 'https://www.lumi-hudvard.example/p/glow-serum', 'https://www.lumi-hudvard.example/p/nattkram'],
  ['sofia', 'nordicRunner', 'https://www.nordicrunner.example/dam/klader/vardagstights'],
  ['sofia', 'modehausSverige', 'https://www.modehaus.example/sv/kappor/ullkappa-camel'],
  [
    'elin',
    'nordicRunner',
    'https://www.nordicrunner.example/dam/skor/dubbskon-is',
    'https://nordicrunner.example/pannband',
  ],
  ['elin', 'fjallOchFunkis', 'https://fjallochfunkis.example/friluft/sittunderlag'],
  ['viktor', 'lumi', 'https://www.lumi-hudvard.example/p/skaggolja', 'https://www.lumi-hudvard.example/p/ansiktstvatt'],
  ['viktor', 'modehausSverige', 'https://www.modehaus.example/sv/skjortor/oxford-vit'],
  ['finn', 'kiezrad', 'https://www.kiezrad.example/lastenraeder/elbkahn-2?akku=doppelt'],
  [
    ...(['finn', 'blattwerk', 'https://blattwerk.example/pflanzen/minze-bio'] as const),
    'https://grünzeug.example/töpfe/terrakotta-24',
  ],
  [
    ...(['hanna', 'blattwerk', 'https://blattwerk.example/pflanzen/monstera-deliciosa?topf=20'] as const),
    'https://blattwerk.example/balkon/kasten-eiche-80',
  ],
  ['hanna', 'modehausDeutschland', 'https://www.modehaus.example/de/maentel/wollmantel-oliv'],
  [
    'lukas',
    'kiezrad',
    'https://www.kiezrad.example/taschen/pendlertasche-20l',
    'https://www.kiezrad.example/licht/set-usb',
  ],
  ['mia', 'blattwerk', 'https://blattwerk.example/pflanzen/calathea'],
  ['mia', 'lumi', 'https://www.lumi-hudvard.example/p/glow-serum?lang=en'],
  ['jonas', 'modehausDeutschland', 'https://www.modehaus.example/de/schuerzen/leinenschuerze'],
  [
    ...(['isla', 'thistleAndRye', 'https://thistleandrye.example/shop/oatcakes-six'] as const),
    'https://thistleandrye.example/table/tweed-runner?colour=heather',
  ],
  ['isla', 'nordicRunner', 'https://www.nordicrunner.example/dam/skor/fjallvind-gtx?storlek=40'],
  ['rowan', 'thistleAndRye', 'https://thistleandrye.example/shop/smoked-marmalade'],
];

/** The index of the demo's stores. They are not committed yet, so the index of the process does not contain them. */
export async function indexStores(client: pg.ClientBase, stores: Stores['stores']): Promise<StoreIndex> {
  const index = new StoreIndex();
  for (const store of await loadStores(client, Object.values(stores))) index.upsert(store);
  return index;
}

/** Creates the links with the regular use case, each as its creator, from three weeks before the season to a month into it. */
export async function makeLinks(
  client: pg.PoolClient,
  {
    people,
    stores,
    campaigns,
    time,
    log,
    vault,
    chance,
    publicUrl,
    index,
  }: {
    people: People;
    stores: Stores['stores'];
    campaigns: Campaigns;
    time: Timeline;
    log: Logger;
    vault: Vault;
    chance: Chance;
    publicUrl: string;
    index: StoreIndex;
  },
): Promise<DemoLink[]> {
  const db = openTransaction(client);
  const links: DemoLink[] = [];
  for (const [creator, store, ...urls] of PAGES) {
    const userId = people.users[creator];
    const actor = { userId, isAdmin: false, storeIds: [], agencyIds: [], memberOfAgencyId: null };
    const ctx = { db, actor, now: () => new Date(time.nowMs), log, publicUrl, vault };
    for (const url of urls) {
      const made = await createLink(ctx, index, { userId, url, advertiserId: stores[store] });
      if (made.kind !== 'link') throw new Error(`${url} makes no link`);
      const { id, code } = made.link;
      const madeAtMs = time.seasonFromMs + (chance.below(50) - 20 + chance.next()) * DAY_MS;
      const pull = Math.sqrt(CREATORS[creator].followers) * (0.6 + chance.next());
      links.push({ id, code, creator, store, madeAtMs, pull });
    }
  }
  await backdate(client, links);
  await attach(client, links, campaigns);
  return links;
}

/** The use case creates links with the current time, so their time is set to before the first click. */
async function backdate(client: pg.ClientBase, links: readonly DemoLink[]): Promise<void> {
  await client.query(
    `UPDATE links l SET created_at = to_timestamp(m.at / 1000.0)
     FROM unnest($1::bigint[], $2::bigint[]) AS m (id, at) WHERE l.id = m.id`,
    [links.map(({ id }) => id), links.map(({ madeAtMs }) => Math.round(madeAtMs))],
  );
}

/** Links that stores have attached to campaigns. The campaign's terms apply to them, regardless of its audience. */
async function attach(client: pg.ClientBase, links: readonly DemoLink[], campaigns: Campaigns): Promise<void> {
  const of = (creator: CreatorName, store: DemoStoreName) =>
    links.find((link) => link.creator === creator && link.store === store)!.id;
  await insertRows(client, 'campaign_links', [
    { campaign_id: campaigns.cabin, link_id: of('sofia', 'fjallOchFunkis') },
    { campaign_id: campaigns.cabin, link_id: of('oskar', 'fjallOchFunkis') },
    { campaign_id: campaigns.trail, link_id: reportedLink(links).id },
  ]);
}

/** The link that scripts use: a link of the demo's creator to the demo's store. */
export function reportedLink(links: readonly DemoLink[]): DemoLink {
  return links.find(({ creator, store }) => creator === 'linnea' && store === 'nordicRunner')!;
}
