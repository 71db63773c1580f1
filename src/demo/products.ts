import type pg from 'pg';
import { readUpload } from '../modules/products/index.ts';
import type { Logger } from '../platform/context.ts';
import { openTransaction } from './open-transaction.ts';
import type { People } from './people.ts';
import type { DemoStoreName } from './store-facts.ts';
import { type Stores, spokesman } from './stores.ts';
import type { Timeline } from './timeline.ts';

/** A product: path, title, category, price, and sale price if it is reduced. */
type DemoProduct = readonly [path: string, title: string, category: string, price: number, sale?: number];

/** The shop pages, the currency and the products of stores with a feed; the last products are shown first. */
const FEEDS: Partial<
  Record<DemoStoreName, { pages: string; brand: string; currency: string; items: readonly DemoProduct[] }>
> = {
  nordicRunner: {
    pages: 'https://nordicrunner.example',
    brand: 'Nordic Runner',
    currency: 'SEK',
    items: [
      ['/accessoarer/strumpor-ull', 'Löparstrumpor i ull', 'Accessoarer > Strumpor', 149],
      ['/accessoarer/pannband-norrsken', 'Pannband Norrsken', 'Accessoarer > Mössor', 199, 149],
      ['/accessoarer/pannlampa-600', 'Pannlampa 600 lumen', 'Accessoarer > Lampor', 799],
      ['/accessoarer/vattenflaska-mjuk', 'Mjuk vattenflaska 500 ml', 'Accessoarer > Vatten', 229],
      ['/accessoarer/lopvast-8l', 'Löparväst Led 8 l', 'Accessoarer > Väskor', 1_199],
      ['/dam/tights/kall', 'Tights Köld', 'Dam > Byxor', 899, 629],
      ['/herr/tights/kall', 'Tights Köld', 'Herr > Byxor', 899],
      ['/dam/trojor/merino-lang', 'Långärmad tröja i merino', 'Dam > Tröjor', 999],
      ['/herr/trojor/merino-lang', 'Långärmad tröja i merino', 'Herr > Tröjor', 999, 749],
      ['/dam/jackor/vindfang', 'Vindfång löparjacka', 'Dam > Jackor', 1_499],
      ['/herr/jackor/vindfang-pro', 'Vindfång Pro löparjacka', 'Herr > Jackor', 1_899, 1_519],
      ['/herr/skor/stigvind-2', 'Stigvind 2 terrängsko', 'Herr > Skor', 1_599],
      ['/dam/skor/stigvind-2', 'Stigvind 2 terrängsko', 'Dam > Skor', 1_599],
      ['/herr/skor/asfalt-lux', 'Asfalt Lux löparsko', 'Herr > Skor', 1_799, 1_349],
      ['/dam/skor/asfalt-lux', 'Asfalt Lux löparsko', 'Dam > Skor', 1_799],
      ['/herr/skor/fjallvind-gtx', 'Fjällvind GTX terrängsko', 'Herr > Skor', 2_199],
      ['/dam/skor/fjallvind-gtx', 'Fjällvind GTX terrängsko', 'Dam > Skor', 2_199],
    ],
  },
  blattwerk: {
    pages: 'https://blattwerk.example',
    brand: 'Blattwerk',
    currency: 'EUR',
    items: [
      ['/erde/kraeuter-10l', 'Kräutererde 10 l', 'Erde', 6.9],
      ['/toepfe/terrakotta-18', 'Terrakottatopf 18 cm', 'Töpfe', 9.5],
      ['/zubehoer/giesskanne', 'Gießkanne aus Zink', 'Zubehör', 34, 27],
      ['/pflanzen/rosmarin', 'Rosmarin im Topf', 'Pflanzen > Kräuter', 5.9],
      ['/pflanzen/minze', 'Marokkanische Minze', 'Pflanzen > Kräuter', 4.9],
      ['/pflanzen/olivenbaum', 'Olivenbaum 80 cm', 'Pflanzen > Bäume', 59, 49],
    ],
  },
};

/** Gives stores a product feed as an uploaded file and reads it, so that creators find products. The products have no pictures, which shops would serve. */
export async function publishProducts(
  client: pg.PoolClient,
  { time, people, stores, log }: { time: Timeline; people: People; stores: Stores['stores']; log: Logger },
): Promise<void> {
  const at = time.at(-6, 7);
  for (const name of Object.keys(FEEDS) as DemoStoreName[]) {
    const actor = { userId: spokesman(name, people) };
    const upload = { storeId: stores[name], format: 'csv' as const, content: fileOf(name) };
    await readUpload({ db: openTransaction(client), actor, now: () => at, log }, upload);
  }
}

/** The feed of a store as a table. */
function fileOf(name: DemoStoreName): Buffer {
  const { pages, brand, currency, items } = FEEDS[name]!;
  const lines = items.map(([path, title, category, price, sale]) =>
    [
      path.slice(1).replaceAll('/', '-'),
      title,
      `${pages}${path}`,
      `${price.toFixed(2)} ${currency}`,
      sale === undefined ? '' : `${sale.toFixed(2)} ${currency}`,
      'in_stock',
      brand,
      category,
    ].join(','),
  );
  return Buffer.from(`id,title,link,price,sale_price,availability,brand,product_type\n${lines.join('\n')}\n`);
}
