import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Checks the table of the routes that write in docs/accounts.md against the API document that `npm run client` has generated from the
 * declarations; with `--write`, it replaces the table.
 */
const ROOT = path.resolve(import.meta.dirname, '../..');
const PAGE = path.join(ROOT, 'docs/accounts.md');
const DOCUMENT = path.join(ROOT, 'packages/client/openapi.json');
const [BEGIN, END] = ['<!-- begin: npm run route-table -- --write -->', '<!-- end -->'];

interface Documented {
  operationId?: string;
  'x-policy'?: string;
  'x-scope'?: string;
  'x-needs'?: string;
  'x-presence'?: string;
  'x-store-key'?: boolean;
}

/** Who may call the route, as far as team roles are concerned. */
function roleOf({ 'x-policy': policy = '', 'x-needs': needs = '' }: Documented): string {
  if (policy.startsWith('adminOnly')) return 'administrator';
  return needs === 'read' ? 'any' : needs;
}

const { paths } = JSON.parse(await readFile(DOCUMENT, 'utf8')) as { paths: Record<string, Record<string, Documented>> };
const rows = Object.entries(paths)
  .flatMap(([url, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ url, method: method.toUpperCase(), one })),
  )
  .filter(({ method, one }) => method !== 'GET' && one['x-scope'] !== undefined)
  .sort((a, b) => (`${a.url} ${a.method}` < `${b.url} ${b.method}` ? -1 : 1))
  .map(
    ({ url, method, one }) =>
      `| \`${method} ${url}\` | ${one['x-presence']} | ${one['x-scope']} | ${roleOf(one)}${one['x-store-key'] ? ', store keys' : ''} |`,
  );
const table = ['', '| route | presence | scope | role |', '| --- | --- | --- | --- |', ...rows, ''].join('\n');
const page = await readFile(PAGE, 'utf8');
const [before, rest = ''] = page.split(BEGIN);
const after = rest.slice(rest.indexOf(END));
const wanted = `${before}${BEGIN}${table}${after}`;
if (process.argv.includes('--write')) await writeFile(PAGE, wanted);
else if (page !== wanted) {
  console.error('The table in docs/accounts.md differs from the declarations. Run: npm run route-table -- --write');
  process.exitCode = 1;
}
