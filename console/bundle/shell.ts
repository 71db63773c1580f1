import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Plugin, type Rolldown } from 'vite';
import { BUDGET, exceeded, weigh } from './budget.ts';
import { type Headings, readHeadings } from './headings.ts';
import { commonScripts, listPageFiles, type PageFiles } from './page-files.ts';
import { readRoutes } from './routes.ts';

const ROOT = path.join(import.meta.dirname, '..');
const SOURCE = path.join(ROOT, 'src');
const FRAME = path.join(SOURCE, 'shell/console-frame.tsx');
const BASE = '/console/';

/** The data about the pages that shell/early.ts uses. */
export interface EarlyPages {
  /** The file with which the program begins. */
  entry: string;
  files: string[];
  /** The file with the headings of the pages in each language. */
  headings: Record<string, string>;
  /** Paths of the pages without a frame. */
  plain: string[];
  /** A path, the indexes of its files in `files`, those of its texts by language, and whether it has a heading. */
  pages: [path: string, files: number[], texts: Record<string, number[]>, hasHeading: boolean][];
}

const NO_PAGES: EarlyPages = { entry: '', files: [], headings: {}, plain: [], pages: [] };

/** The element that starts the program. */
const ENTRY = /<script type="module"[^>]* src="([^"]+)"/;
/** The link to the file of the framework. */
const FRAMEWORK = /<link rel="modulepreload"[^>]* href="([^"]*\/framework-[^"]*)">/;

/** The font of the console's texts in its languages. */
const FONT = /@font-face\s*\{[^}]*figtree-latin-wght[^}]*\}/;

const read = (file: string) => readFileSync(path.join(ROOT, 'shell', file), 'utf8');

/**
 * Completes the page of the console: the shell that is painted before the scripts are loaded, the files of each page, and the service
 * worker. Fails the build when a page exceeds the budget.
 */
export function shell(): Plugin {
  let headings: Headings;
  return {
    name: 'shell',
    async buildStart() {
      headings = await readHeadings(readRoutes(SOURCE));
      if (this.environment.mode !== 'build') return;
      for (const [language, texts] of Object.entries(headings))
        this.emitFile({ type: 'asset', name: `headings-${language}.json`, source: JSON.stringify(texts) });
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { bundle }) => {
        const pages = bundle === undefined ? NO_PAGES : earlyPages(bundle, html, headings.en);
        const font = bundle === undefined ? '' : takeFont(bundle);
        const script = `const PAGES = ${JSON.stringify(pages)};\n${await earlyScript()}`;
        const manifest = bundle === undefined ? '' : `<link rel="manifest" href="${BASE}manifest.webmanifest" />\n`;
        const early = `${manifest}${font}<style nonce="__NONCE__">\n${read('shell.css')}</style>\n<script nonce="__NONCE__">\n${script}</script>`;
        // Placed after the shell, the style sheet does not delay the first painting of the shell. It precedes the styles that React
        // writes into the root.
        const styles: string[] = [];
        return (
          html
            .replace(/\s*<link rel="stylesheet"[^>]*>/g, (link) => {
              styles.push(link.trim());
              return '';
            })
            // The replacements are functions, because a text may contain the special patterns of a replacement string.
            .replace('<!--early-->', () => early)
            // Evaluated as soon as it is there, in a task of its own, instead of in one task with all modules of the page.
            .replace(
              FRAMEWORK,
              (link, file) => `${link}\n    <script type="module" async crossorigin src="${file}"></script>`,
            )
            .replace('<!--styles-->', () => styles.join('\n    '))
        );
      },
    },
    writeBundle({ dir = '' }, bundle) {
      const sizes = new Map<string, number>();
      const sizeOf = (file: string): number => {
        const size = sizes.get(file) ?? gzipSync(contentOf(bundle, file)).length;
        sizes.set(file, size);
        return size;
      };
      const weights = pageFiles(bundle).map((page) => weigh(page, sizeOf));
      writeFileSync(path.join(dir, 'pages.json'), JSON.stringify(weights, null, 1));
      const faults = exceeded(weights, BUDGET);
      if (faults.length > 0) this.error(`The budget of bundle/budget.ts is exceeded:\n${faults.join('\n')}`);
      writeFileSync(path.join(dir, 'service-worker.js'), serviceWorker(bundle));
      writeFileSync(path.join(dir, 'manifest.webmanifest'), JSON.stringify(manifestOf(bundle)));
    },
  };
}

const pageFiles = (bundle: Rolldown.OutputBundle): PageFiles[] => listPageFiles(bundle, readRoutes(SOURCE), FRAME);

function contentOf(bundle: Rolldown.OutputBundle, file: string): string | Uint8Array {
  const found = bundle[file]!;
  return found.type === 'chunk' ? found.code : found.source;
}

/** Bundles shell/early.ts, which uses rules of the console. */
async function earlyScript(): Promise<string> {
  const result = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: path.join(ROOT, 'shell/early.ts'), output: { format: 'iife' } },
    },
  });
  return (result as Rolldown.RolldownOutput).output[0].code;
}

/**
 * Moves the font from the style sheet to the HTML page, so that it is requested at once and the heading of the shell is painted in it.
 * @returns the elements that load it
 */
function takeFont(bundle: Rolldown.OutputBundle): string {
  for (const file of Object.values(bundle)) {
    if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
    const source = String(file.source);
    const rule = FONT.exec(source)?.[0];
    const address = rule === undefined ? undefined : /url\(['"]?([^'")]+)/.exec(rule)?.[1];
    if (rule === undefined || address === undefined) continue;
    file.source = source.replace(rule, '');
    return `<link rel="preload" as="font" type="font/woff2" href="${address}" crossorigin />\n<style nonce="__NONCE__">${rule}</style>\n`;
  }
  throw new Error('The font of the console is in no style sheet');
}

function earlyPages(bundle: Rolldown.OutputBundle, html: string, headings: Record<string, unknown>): EarlyPages {
  const files: string[] = [];
  const indexOf = (file: string): number => {
    const address = `${BASE}${file}`;
    if (!files.includes(address)) files.push(address);
    return files.indexOf(address);
  };
  // The HTML page itself names the files that all pages load.
  const indexesOf = (names: readonly string[]) => names.filter((name) => !html.includes(name)).map(indexOf);
  const listed = pageFiles(bundle);
  const pages = listed.map(({ path: page, first, texts }): EarlyPages['pages'][number] => [
    page,
    indexesOf(first),
    Object.fromEntries(Object.entries(texts).map(([language, names]) => [language, indexesOf(names)])),
    page in headings,
  ]);
  const parameters = (page: string) => page.split('$').length;
  return {
    entry: ENTRY.exec(html)![1]!,
    files,
    headings: Object.fromEntries(
      Object.keys(bundle).flatMap((file) => {
        const language = /headings-([a-z]+)-/.exec(file)?.[1];
        return language === undefined ? [] : [[language, BASE + file]];
      }),
    ),
    plain: readRoutes(SOURCE).flatMap(({ path: page, isFramed }) => (isFramed ? [] : [page])),
    // A path without parameters precedes a path with parameters that would match it.
    pages: pages.sort(([one], [other]) => parameters(one) - parameters(other)),
  };
}

/**
 * Describes the console as a program that a device can install. Installed, it is among the targets of the device's sharing: the page for new links
 * (`creator/routes.tsx`) receives the address of what is shared.
 */
function manifestOf(bundle: Rolldown.OutputBundle): object {
  const icon = Object.keys(bundle).find((file) => /mark-[^/]*\.svg$/.test(file));
  if (icon === undefined) throw new Error('The icon of the console is in no file');
  return {
    id: BASE,
    name: 'Tributary',
    start_url: BASE,
    scope: BASE,
    display: 'minimal-ui',
    icons: [{ src: `${BASE}${icon}`, sizes: 'any', type: 'image/svg+xml' }],
    share_target: { action: `${BASE}creator`, method: 'GET', params: { title: 'title', text: 'text', url: 'url' } },
  };
}

/** Caches the files that all pages load. Other files are cached when a page loads them. */
function serviceWorker(bundle: Rolldown.OutputBundle): string {
  const scripts = commonScripts(bundle, FRAME);
  const others = Object.keys(bundle).filter((file) =>
    /(?:style|mark|figtree-latin-wght)[^/]*\.(?:css|svg|woff2)$/.test(file),
  );
  const files = [...scripts, ...others].map((file) => `${BASE}${file}`).sort();
  const source = read('service-worker.js');
  const release = createHash('sha256')
    .update(JSON.stringify([Object.keys(bundle).sort(), source]))
    .digest('hex');
  return `const RELEASE = '${release.slice(0, 16)}';\nconst FILES = ${JSON.stringify(files)};\n${source}`;
}
