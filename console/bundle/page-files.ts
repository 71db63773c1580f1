import type { Rolldown } from 'vite';
import type { PageRoute } from './routes.ts';

type Bundle = Rolldown.OutputBundle;

/** The files that a page loads, by their names in the build. */
export interface PageFiles {
  path: string;
  /** Scripts that are loaded before the page is shown, in English. */
  first: string[];
  /** Scripts with the texts of each other language. */
  texts: Record<string, string[]>;
  /** Scripts that the page loads on demand: charts, dialogs, the palette. */
  later: string[];
  /** The style sheet, which all pages share. */
  styles: string[];
}

const TEXTS = /(?:^|\/)texts-([a-z]+)-/;
/** The help, the palette, the publications of a deliverable or a tab, the promise and the files of a campaign, a participant, the dialogs of messages, the gifts and the questions of a campaign, the form of scheduled reports, the log of deliveries and the calendar, which belong to no page and are loaded when a reader opens them. */
const OPENED =
  /\/console\/src\/(?:help\/|palette\/|publications\/|promises\/|materials\/|messages\/dialogs\/|components\/(?:reports|delivery-log|calendar)\/|store\/url-rules\/block-form|store\/campaigns\/(?:gifts|questions)\/|store\/campaigns\/campaign\/(?:participant-(?!card)|drawer-section))/;

/** The script with this module. */
function chunkOf(bundle: Bundle, module: string): Rolldown.OutputChunk {
  for (const chunk of Object.values(bundle))
    if (chunk.type === 'chunk' && chunk.moduleIds.includes(module)) return chunk;
  throw new Error(`${module} is in no file of the build`);
}

/** Whether a script has only parts that a reader opens. */
function isOpened(bundle: Bundle, file: string): boolean {
  const chunk = bundle[file];
  if (chunk?.type !== 'chunk') return false;
  // With what only they use of a library, such as icons.
  return (
    chunk.moduleIds.every((id) => OPENED.test(id) || id.includes('/node_modules/')) &&
    chunk.moduleIds.some((id) => OPENED.test(id))
  );
}

/** The scripts that importing these scripts loads, including themselves. */
function closureOf(bundle: Bundle, files: Iterable<string>): Rolldown.OutputChunk[] {
  const found = new Set<Rolldown.OutputChunk>();
  const add = (file: string) => {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || found.has(chunk)) return;
    found.add(chunk);
    for (const each of chunk.imports) add(each);
  };
  for (const file of files) add(file);
  return [...found];
}

/** The entry script in the console's HTML page, and the scripts with these modules. */
const entryAnd = (bundle: Bundle, modules: readonly string[]): string[] => [
  Object.values(bundle).find((one) => one.type === 'chunk' && one.isEntry)!.fileName,
  ...modules.map((module) => chunkOf(bundle, module).fileName),
];

/** The scripts that every page inside the frame loads. */
export const commonScripts = (bundle: Bundle, frame: string): string[] =>
  closureOf(bundle, entryAnd(bundle, [frame])).map(({ fileName }) => fileName);

/**
 * Lists what each page loads.
 * @param frame the module of the frame around the pages that need a session
 */
export function listPageFiles(bundle: Bundle, routes: readonly PageRoute[], frame: string): PageFiles[] {
  // Other pages are loaded when they are opened.
  const modules = [frame, ...routes.flatMap(({ module }) => module ?? [])];
  const pages = new Set(modules.map((module) => chunkOf(bundle, module).fileName));
  const styles = Object.keys(bundle).filter((file) => file.endsWith('.css'));
  return routes.map(({ path, module, isFramed }) => {
    const needed = [...(isFramed ? [frame] : []), ...(module === null ? [] : [module])];
    const first = closureOf(bundle, entryAnd(bundle, needed));
    const texts: Record<string, string[]> = {};
    const onDemand = new Set<string>();
    for (const file of first.flatMap(({ dynamicImports }) => dynamicImports)) {
      const language = TEXTS.exec(file)?.[1];
      if (language !== undefined) texts[language] = [...new Set([...(texts[language] ?? []), file])];
      else if (!pages.has(file) && !isOpened(bundle, file)) onDemand.add(file);
    }
    const later = closureOf(bundle, onDemand).filter((chunk) => !first.includes(chunk));
    return {
      path,
      first: first.map(({ fileName }) => fileName),
      texts,
      later: later.map(({ fileName }) => fileName),
      styles,
    };
  });
}
