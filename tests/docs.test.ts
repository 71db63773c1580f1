import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/** The Markdown pages mention files, commands and names of the code. Each of them must exist. */

const root = path.join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => existsSync(path.join(root, file)));
const pages = files.filter((file) => file.endsWith('.md'));
const code = files.filter((file) =>
  /\.(?:[cm]?[jt]sx?|php|sql|json|sh|ya?ml|conf|tsv|txt)$|^deploy\/|^\.ci\//.test(file),
);
const folders = new Set(files.flatMap((file) => parents(file)));
const words = new Set(
  code
    .filter((file) => file !== 'tests/docs.test.ts')
    .flatMap((file) => readFileSync(path.join(root, file), 'utf8').match(/[A-Za-z_$][\w$]*/g) ?? []),
);
const scripts = new Set(Object.keys(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).scripts));

/** Names that the code does not contain: those of other programs, composed names and examples. */
const FOREIGN = new Set([
  'NODE_EXTRA_CA_CERTS',
  'O_DSYNC',
  'clicks_2025_07',
  'max_parallel_workers',
  'tributary_TRACKING_KEY',
  'tributary_clicks_journaled_total',
]);

/** Files that a build or an operator creates. */
const CREATED = new Set([
  'console/dist',
  'deploy/.env',
  'deploy/images.env',
  'deploy/kubernetes/overlays/production',
  'packages/client/dist',
  'packages/client/openapi.json',
  'packages/cli/dist/tributary.js',
]);

test.each(pages)('%s mentions only files, commands and names that exist', (page) => {
  expect(missingIn(page, readFileSync(path.join(root, page), 'utf8'))).toEqual([]);
});

describe('the check finds', () => {
  test.each([
    ['a relative link', '[text](no-such-page.md)', 'no-such-page.md'],
    ['an anchor', '[text](docs/domain.md#no-such-heading)', 'docs/domain.md#no-such-heading'],
    ['a path', '`src/modules/no-such-folder/file.ts`', 'src/modules/no-such-folder/file.ts'],
    ['a path below src', '`platform/http/no-such-file.ts`', 'platform/http/no-such-file.ts'],
    ['a bare file name', '`no-such-file.ts`', 'no-such-file.ts'],
    ['a pattern', '`src/no-such-folder/*.test.ts`', 'src/no-such-folder/*.test.ts'],
    ['a command', '```sh\nnpm run no-such-script\n```', 'npm run no-such-script'],
    ['a file of a command', '```sh\nnpx tsx tests/no-such-program.ts\n```', 'tests/no-such-program.ts'],
    ['a function', '`noSuchFunction()`', 'noSuchFunction'],
    ['a column', '`no_such_column`', 'no_such_column'],
    ['a setting', '`NO_SUCH_SETTING`', 'NO_SUCH_SETTING'],
  ])('%s that does not exist', (_kind, text, missing) => {
    expect(missingIn('README.md', text)).toEqual([missing]);
  });

  test('no fault in existing links', () => {
    const text =
      '[domain](docs/domain.md) [rules](CONTRIBUTING.md#test) `src/app.ts` `platform/http/operation.ts` `schemas.ts` `tests/faults/*.ts` `/v2/me` `npm run verify` `operation()` `record_clicks`';
    expect(missingIn('README.md', text)).toEqual([]);
  });
});

/** Files that a page mentions and the repository does not contain, in the order of the page. */
function missingIn(page: string, text: string): string[] {
  const links = [...text.replace(/```[\s\S]*?```|`[^`\n]+`/g, '').matchAll(/\]\(([^)\s]+)\)/g)].map(
    (match) => match[1]!,
  );
  const quoted = [...text.matchAll(/```\w*\n([\s\S]*?)```|`([^`\n]+)`/g)];
  const missing = links.filter((link) => !linkExists(page, link));
  for (const [, block, inline] of quoted) {
    const content = block ?? inline!;
    for (const [command, script] of content.matchAll(/npm run (?:--?\S+ )*([\w:-]+)/g))
      if (!scripts.has(script!)) missing.push(command);
    const tokens = content.split(/[\s'"(),;=]+/).filter((token) => token !== '');
    for (const token of tokens) if (isPath(token) && !pathExists(token)) missing.push(token);
    const name = inline?.match(/^([a-z]+[A-Z]\w*|[A-Za-z]\w*_\w+)(?:\([^)]*\))?$/)?.[1];
    if (name !== undefined && !words.has(name) && !FOREIGN.has(name)) missing.push(name);
  }
  return missing;
}

function linkExists(page: string, link: string): boolean {
  if (/^[a-z]+:/.test(link)) return true;
  const [target, anchor] = link.split('#') as [string, string | undefined];
  const file = target === '' ? page : path.posix.join(path.posix.dirname(page), target).replace(/\/$/, '');
  if (!files.includes(file) && !folders.has(file)) return false;
  return anchor === undefined || headings(file).includes(anchor);
}

/** Anchors of a page's headings, formed as GitHub forms them. */
function headings(page: string): string[] {
  const lines = readFileSync(path.join(root, page), 'utf8').match(/^#+ .*$/gm) ?? [];
  return lines.map((line) =>
    line
      .replace(/^#+ /, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** A path into the repository: it begins with one of its folders, or it names a source file. */
function isPath(token: string): boolean {
  if (/^[/.~<$@]|:\/\/|[{}…]|^[A-Z_]+\//.test(token) && !token.startsWith('.ci/')) return false;
  const [first] = token.split('/');
  if (token.includes('/') && (folders.has(first!) || folders.has(`src/${first}`))) return true;
  return /^[\w./*-]+\.(?:tsx?|[cm]js|sql|tsv)$/.test(token);
}

/** Whether a tracked file or folder has the path, from the root, from `src` or from any folder. */
function pathExists(token: string): boolean {
  const wanted = token.replace(/\/$/, '').replace(/[.:]+$/, '');
  if (CREATED.has(wanted)) return true;
  const pattern = new RegExp(`(?:^|/)${wanted.replace(/[.+^$()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')}$`);
  return files.some((file) => pattern.test(file)) || [...folders].some((folder) => pattern.test(folder));
}

function parents(file: string): string[] {
  const names = file.split('/').slice(0, -1);
  return names.map((_, at) => names.slice(0, at + 1).join('/'));
}
