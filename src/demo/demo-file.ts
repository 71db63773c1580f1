import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** `DATA_DIR/demo.json`: the ids and tokens that scripts need to use the demo. Its keys are a public interface. */
export interface DemoFile {
  base_url: string;
  tokens: Record<DemoRole, string>;
  service_api_key: string | null;
  ids: DemoIds;
  /** Public token of `ids.offer`. */
  offer_token: string;
  product_url: string;
  other_product_url: string;
  unknown_url: string;
  blog_html: string;
  emails: { creator: string; advertiser: string };
  /** The sign-in password of all demo users. */
  password: string;
}

export const DEMO_ROLES = ['admin', 'advertiser', 'creator', 'agency', 'other_advertiser', 'other_creator'] as const;
export type DemoRole = (typeof DEMO_ROLES)[number];

export interface DemoIds {
  /** The store of the user `advertiser`. */
  store: number;
  /** The store of the user `other_advertiser`. */
  other_store: number;
  /** The creator. */
  user: number;
  other_user: number;
  /** The agency. */
  client: number;
  admin_user: number;
  advertiser_user: number;
  store_group: number;
  store_category: number;
  user_tag: number;
  revenue_tier: number;
  /** An active campaign of `store` with store_accept, product seeding, to-do items and participants. */
  offer: number;
  /** Another active campaign of `store`. */
  standard_offer: number;
  /** A campaign of `other_store`. */
  other_offer: number;
  /** A file that the participants of `offer` download. */
  material: number;
  /** The creator's participation in `offer`. */
  offer_user: number;
  /** The creator's link to `store`. */
  affiliate_link: number;
  store_invoice: number;
  client_invoice: number;
}

/** Pages of the demo's stores, and one that belongs to no store. */
export const DEMO_PAGES = {
  product_url: 'https://www.nordicrunner.example/dam/skor/fjallvind-gtx?farg=morkbla&storlek=39',
  other_product_url: 'https://nordicrunner.example/herr/jackor/vindfang-pro?sku=NR-48213&ref=start',
  unknown_url: 'https://www.ingenstans.example/produkter/42?ref=blogg',
  blog_html: [
    '<h2>Löpning p&aring; stigen &mdash; mina fem b&auml;sta</h2>',
    "<P CLASS='ingress'>Alla fr&aring;gar om skorna, s&aring; h&auml;r &auml;r de: <a",
    "   HREF='https://www.nordicrunner.example/dam/skor/fjallvind-gtx?farg=svart&amp;storlek=39' target=_blank>Fj&auml;llvind",
    '   GTX</a> (&quot;torra i tv&aring; mil&quot;, 5 < 6 grader &amp; regn).<br>',
    'Kartan l&aring;nade jag p&aring; <a href=https://bibliotek.example/karta?id=7&amp;blad=2 title=\'Ett "hemligt" tips\'>biblioteket</a>.',
    '<img src="stig.jpg" alt="En stig > en v&auml;g"></p>',
    '',
  ].join('\n'),
};

/** Returns the path of the demo file. */
export function demoFilePath(dataDir: string): string {
  return path.join(dataDir, 'demo.json');
}

/**
 * Writes the file atomically with private permissions, because it contains tokens.
 * @throws the error of the file system
 */
export async function writeDemoFile(dataDir: string, file: DemoFile): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const draft = `${demoFilePath(dataDir)}.new`;
  await rm(draft, { force: true });
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(file, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, demoFilePath(dataDir));
}

/** Reads the file; null when it does not exist. */
export async function readDemoFile(dataDir: string): Promise<DemoFile | null> {
  const text = await readFile(demoFilePath(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : (JSON.parse(text) as DemoFile);
}

/**
 * Updates the address in the file after a start under another address. Does nothing without a file.
 * @returns whether the file was rewritten
 */
export async function refreshDemoFile({
  dataDir,
  publicUrl,
}: {
  dataDir: string;
  publicUrl: string;
}): Promise<boolean> {
  const file = await readDemoFile(dataDir);
  if (file === null) return false;
  if (file.base_url === publicUrl) return false;
  await writeDemoFile(dataDir, { ...file, base_url: publicUrl });
  return true;
}
