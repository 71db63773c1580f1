/*
 * How the code is divided into files. A page loads few files, because each costs a round trip on a slow connection: what all
 * pages load, what many pages load, what the pages of a section share, and the page itself.
 */

const TEXTS = /texts\.(sv|de)\.ts$/;
/** The fields and dialogs of `admin/components` are used by all sections. */
const SECTION = /\/console\/src\/(admin(?!\/components)|store|creator)\//;
/** Components that only a few pages have, of several sections. */
const FEATURE = /\/console\/src\/components\/(?:payees|webhooks|domains|link-domains|credit|balances|imported)\//;
/** The components that a keyboard shortcut opens on every page. */
const TOOLS = /\/(?:palette\/palette|shortcuts\/shortcut-sheet)\.tsx$/;
/** The frame of all pages that need a session. */
const FRAME = /\/shell\/console-frame\.tsx$/;
/** The libraries for charts. They are loaded when a chart is shown. */
const CHARTS = /\/time-chart-(?:drawing|scale)\.tsx?$/;
/** Libraries that change rarely, so that browsers keep them in the cache after a release. */
const FRAMEWORK =
  /\/node_modules\/(?:react|react-dom|scheduler|@tanstack\/[a-z-]+|use-sync-external-store)\/|rolldown\/runtime/;

const sectionOf = (id: string): string => SECTION.exec(id)?.[1] ?? 'shared';

const isOfAll = (id: string): boolean =>
  id.includes('/console/src/') && ![SECTION, CHARTS, TOOLS].some((pattern) => pattern.test(id));

/** One file of texts for each language and section, instead of one for each of the sixty parts. */
const languageFile = (id: string): string => `texts-${TEXTS.exec(id)?.[1]}-${sectionOf(id)}`;

/** Groups of Rolldown's `codeSplitting`. Modules in no group are in the file of their page. */
export const CHUNK_GROUPS = [
  { name: languageFile, test: TEXTS, priority: 8, debugName: 'texts' },
  { name: 'framework', test: FRAMEWORK, tags: ['$initial' as const], priority: 7 },
  { name: 'base', tags: ['$initial' as const], priority: 6 },
  {
    name: 'ui',
    test: /\/node_modules\//,
    minShareCount: 2,
    priority: 5,
  },
  {
    name: 'features',
    test: FEATURE,
    minShareCount: 2,
    // Modules that other groups use, too, are in the file of the shared components.
    includeDependenciesRecursively: false,
    priority: 4,
  },
  // Includes the modules of sections that the components use, so that no page loads the file of another section because of a
  // component.
  { name: 'components', test: isOfAll, minShareCount: 2, priority: 3 },
  { name: 'charts', test: CHARTS, priority: 2 },
  // This group precedes the tools, whose file would otherwise contain the modules that the frame shares with them.
  { name: 'console-frame', test: FRAME, priority: 2 },
  { name: 'tools', test: TOOLS, priority: 1 },
  { name: sectionOf, minShareCount: 2, priority: 0, debugName: 'sections' },
];
