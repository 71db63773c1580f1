/*
 * How the code is divided into files. A page loads few files, because each costs a round trip on a slow connection: what all
 * pages load, what many pages load, what the pages of a section share, and the page itself. What is not seen when a page is shown, such as
 * menus and dialogs, is in files that are loaded afterwards.
 */

/** Texts of the sign-up, and of parts that are loaded when a reader opens them, are not among them. */
const TEXTS =
  /(?<!\/(?:help|reports|channels|profile|sandboxes|delivery|delivery-log|rows|calendar|audit-log|finding|messages|customers|publications|promises|gifts|materials|team|appeals|deliverables|agreements|rate-steps|billing-sources)\/|sign-up-)texts\.(sv|de)\.ts$/;
/** The fields and dialogs of `admin/components` are used by all sections. */
const SECTION = /\/console\/src\/(admin(?!\/components)|store|creator)\//;
/** Whether the path of a module matches one of the patterns. */
const matches =
  (...patterns: readonly RegExp[]) =>
  (id: string): boolean =>
    patterns.some((pattern) => pattern.test(id));

/** Components that only a few pages have, of several sections. */
const isFeature = matches(/\/console\/src\/components\/(?:payees|webhooks|domains|link-domains|balances)\//);
/**
 * What is loaded after the page is shown, in a file of its own: when a payee is paid, and the palette; and what only the explanations of amounts,
 * the charts of results, calendars, or the pages for new people share.
 */
const isApart = matches(
  /\/console\/src\/components\/payouts\/(?!payee-owner|payout-api)/,
  /\/console\/src\/palette\/(?!texts|palette-button|recent-pages)/,
  /\/console\/src\/explained\/(?:way-back|amount-label)\./,
  /\/console\/src\/components\/figure-chart\./,
  /\/console\/src\/components\/(?:calendar|channels|profile)\//,
  /\/console\/src\/session\/(?:sign-up-texts|accept-terms)\./,
);
/** Figures of results, which the pages of statistics share. Their names are in addresses, which all pages read. */
const isStatistics = matches(/\/console\/src\/components\/statistics\/(?!names|comparison|texts\.(?:sv|de))/);
const STATISTICS = /\/console\/src\/(?:components|store)\/statistics\//;
/** The search for creators and the conversations. Their card and dialogs are loaded when they are opened. */
const isFinding = matches(/\/console\/src\/(?:finding|messages)\/(?!routes|search|texts\.(?:sv|de))/);
/** One participant of a campaign, which is loaded when a store opens it. */
const isParticipant = matches(
  /\/store\/campaigns\/campaign\/(?:participant-(?:drawer|profile|delivery|payments|terms|conversation)|drawer-section)\./,
);
/** Menus, popovers and selects, which are closed when a page is shown; messages, the palette, the overview of the shortcuts and the help. */
const isMenu = matches(
  /\/console\/src\/(?:components|shell)\/menus\//,
  /\/console\/src\/components\/first-steps\/(?!texts\.(?:sv|de))/,
  /\/console\/src\/(?:shortcuts\/(?:shortcut-sheet|go-to|use-s)|help\/help-panel)/,
  /\/node_modules\/(?:@floating-ui|@mantine\/spotlight|react-transition-group)\//,
  // Code that reports a message uses only the store, not the component that shows it.
  /\/@mantine\/notifications\/esm\/(?!notifications\.store|index)/,
  /\/@mantine\/core\/esm\/utils\/Floating\//,
  /\/@mantine\/core\/esm\/components\/(?:Menu|Popover|Select|MultiSelect|TagsInput|Pill|PillsInput)\//,
  // The rest of these is part of controls that are always visible.
  /\/@mantine\/core\/esm\/components\/Combobox\/(?!ComboboxChevron|Combobox\.module|get-parsed)/,
  /\/@mantine\/core\/esm\/components\/ScrollArea\/(?!utils)/,
);
/** Forms, dialogs, and what is shown in them. */
const isDialog = matches(
  /\/console\/src\/components\/(?:(?:reason-|conflict-)?dialog|dialog-buttons|dialog-guard|confirm-button)\.tsx?$/,
  /\/console\/src\/components\/(?:form|list-fields|use-form|use-draft|use-checked-save|leave-guard|restored-note|native-faults)\./,
  /\/src\/platform\/http\/upload-limits\./,
  /\/console\/src\/components\/(?:length|limit|limited-area|limited-input|file-field|file-size|picture)\./,
  /\/console\/src\/components\/(?:decimal-input|day-field|new-secret|conversation\/|appeals\/|delivery\/|explanation\/explanation)/,
  /\/console\/src\/admin\/components\/(?!texts|.*search\.)/,
  /\/console\/src\/(?:agreements\/|deliverables\/(?!plan-dialog|store-deliverables))/,
  /\/console\/src\/session\/(?:fresh-question|own-questions|proof-question|sign-in-again)\.tsx$/,
  /\/node_modules\/react-number-format\//,
  /\/@mantine\/core\/esm\/components\/(?:Modal|ModalBase|Drawer|NumberInput|Radio|Switch|Textarea|FileInput|Timeline)\//,
);
/** The menus, forms and dialogs of one section. */
const isSectionDialog = matches(
  /\/console\/src\/(?:admin|store|creator)\/.*\/menus\//,
  /\/console\/src\/admin\/(?:holds\/place-hold|invoices\/(?:mark-paid|credit-note|upload-dialog))\.tsx$/,
  /\/console\/src\/admin\/stores\/(?!.*texts|approval-badge)/,
  /\/console\/src\/admin\/market\/store-filter\.tsx$/,
  /\/console\/src\/creator\/(?:new-link\/many-links|links\/link-settings)\.tsx$/,
  /\/console\/src\/store\/campaigns\/(?:form|rates)\/(?!texts)/,
  /\/console\/src\/store\/campaigns\/(?:template-name-dialog|past-cost|store-hashtags)\.tsx$/,
  /\/console\/src\/store\/(?:orders\/decision-dialog|tracking\/creator-picker)\.tsx$/,
);
/** The frame of all pages that need a session. */
const FRAME = /\/shell\/console-frame\.tsx$/;
/** The libraries for charts. They are loaded when a chart is shown. */
const CHARTS = /\/console\/src\/components\/(?:time-chart-drawing\.tsx|creator-chart\/)/;
/** The list of clicks, which only two pages have. */
const CLICKS = /\/console\/src\/explained\/clicks\.tsx$/;
/** Libraries that change rarely, so that browsers keep them in the cache after a release. */
const FRAMEWORK =
  /\/node_modules\/(?:react|react-dom|scheduler|@tanstack\/[a-z-]+|use-sync-external-store)\/|rolldown\/runtime/;

/** Creators see on their first page when they are paid. */
const OF_CREATORS = /\/console\/src\/components\/payouts\//;

const sectionOf = (id: string): string => SECTION.exec(id)?.[1] ?? (OF_CREATORS.test(id) ? 'creator' : 'shared');

const isLater = (id: string): boolean => isMenu(id) || isDialog(id) || isSectionDialog(id) || CHARTS.test(id);

/** One file of texts for each language and section, instead of one for each of the sixty parts. Few pages have statistics. */
const languageFile = (id: string): string =>
  `texts-${TEXTS.exec(id)?.[1]}-${STATISTICS.test(id) ? 'statistics' : sectionOf(id)}`;

/** Used by several pages. Its dependencies may be in other files, so that they are not in this file because of a single user. */
const SHARED = { minShareCount: 2, includeDependenciesRecursively: false };

/** Groups of Rolldown's `codeSplitting`. Modules in no group are in the file of their page. */
export const CHUNK_GROUPS = [
  { name: languageFile, test: TEXTS, priority: 10, debugName: 'texts' },
  { name: 'framework', test: FRAMEWORK, tags: ['$initial' as const], priority: 9 },
  { name: 'base', tags: ['$initial' as const], priority: 8 },
  { name: 'ui', test: (id: string) => id.includes('/node_modules/') && !isLater(id), ...SHARED, priority: 7 },
  // One file with its texts in all languages, which is loaded when a reader opens a deliverable or the content of a campaign: the names of further files would be
  // in the file that all pages load.
  { name: 'posts', test: /\/console\/src\/publications\//, includeDependenciesRecursively: false, priority: 8 },
  // The store's page and the creator's page load the same file after they are shown.
  { name: 'promises', test: /\/console\/src\/promises\//, includeDependenciesRecursively: false, priority: 8 },
  { name: 'materials', test: /\/console\/src\/materials\//, includeDependenciesRecursively: false, priority: 8 },
  { name: 'questions', test: /\/store\/campaigns\/questions\//, includeDependenciesRecursively: false, priority: 8 },
  { name: 'gifts', test: /\/store\/campaigns\/gifts\//, includeDependenciesRecursively: false, priority: 8 },
  { name: 'steps', test: /\/console\/src\/rate-steps\//, includeDependenciesRecursively: false, priority: 8 },
  { name: 'writing', test: /\/console\/src\/messages\/dialogs\//, includeDependenciesRecursively: false, priority: 8 },
  { name: 'participant', test: isParticipant, includeDependenciesRecursively: false, priority: 8 },
  { name: 'features', test: isFeature, ...SHARED, priority: 6 },
  // Also what one page alone loads afterwards, since another file would take longer.
  { name: 'statistics', test: isStatistics, includeDependenciesRecursively: false, priority: 6 },
  {
    name: 'components',
    test: (id: string) =>
      !id.includes('/node_modules/') &&
      !SECTION.test(id) &&
      !isLater(id) &&
      !isApart(id) &&
      !isFinding(id) &&
      !CLICKS.test(id),
    ...SHARED,
    priority: 5,
  },
  {
    name: sectionOf,
    test: (id: string) => SECTION.test(id) && !isLater(id),
    ...SHARED,
    priority: 4,
    debugName: 'sections',
  },
  // The following groups include their dependencies, except those in the files above.
  { name: 'charts', test: CHARTS, priority: 3 },
  { name: 'console-frame', test: FRAME, priority: 3 },
  { name: 'menus', test: isMenu, priority: 2 },
  { name: 'dialogs', test: isDialog, priority: 1 },
  {
    name: (id: string) => `${sectionOf(id)}-dialogs`,
    test: isSectionDialog,
    priority: 0,
    debugName: 'section-dialogs',
  },
];
