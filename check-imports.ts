// Checks who imports whom (ARCHITECTURE.md, "Rules"). Part of `npm run verify`; `tests/imports.test.ts` plants violations.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The order of the modules: a module may import those before it. This is the only list. */
export const MODULES = [
  'accounts',
  'stores',
  'links',
  'campaigns',
  'clicks',
  'orders',
  'statistics',
  'payments',
  'payouts',
  'explanations',
  'forecasts',
  'media',
  'messages',
  'publications',
  'products',
  'imports',
  'webhooks',
  'reports',
  'site',
  'search',
  'work',
  'sandboxes',
];

/** Files of a module that later modules may import. The API, the demo and the commands import only `index.ts`. */
const EXPORTS = /^src\/modules\/(?:\w+\/index|stores\/urls\/index)\.ts$/;

/** Files of a module that work with requests and replies. `index.ts` assembles the module and may import both sides. */
const HTTP = [
  /(?:^|[./-])routes?[^/]*\.ts$/,
  /\/index\.ts$/,
  /^src\/modules\/orders\/collectors\/(?:any-page|count-report)\.ts$/,
  /^src\/modules\/clicks\/(?:read-own-clicks|shopper-address)\.ts$/,
  /^src\/modules\/payments\/provider\/(?:page|webhook\.v2)\.ts$/,
  /^src\/modules\/payments\/invoices\/send-document\.ts$/,
  /^src\/modules\/accounts\/(?:audit-log\/reply|sessions\/network)\.ts$/,
];

/** Files of the server that the console and the packages may import: limits, roles, languages and the table of currencies, without imports of others. */
const SHARED =
  /^src\/platform\/(?:page-size|limits|auth\/team-role|http\/upload-limits|currenc(?:ies|y-decimals)|locales)\.ts$/;

const ROOTS = ['src', 'console/src', 'packages/client/src', 'packages/cli/src'];
const TEST = /\.test\.tsx?$|\.fixture\.ts$/;
const SPECIFIER =
  /^(?:import|export)\b[^'";]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|^import\s*['"]([^'"]+)['"]/gm;

/**
 * Finds the violations in a source tree.
 * @param sources text of each file, by its path from the project's root
 * @returns one line for each violation; empty when there is none
 * @throws Error when a folder of `src/modules` is not in MODULES
 */
export function findViolations(sources: ReadonlyMap<string, string>): string[] {
  const imports = new Map([...sources].map(([file, text]) => [file, importsOf(file, text, sources)]));
  const violations: string[] = [];
  for (const [file, targets] of imports) {
    if (TEST.test(file)) continue;
    for (const target of targets) {
      const reason = target.startsWith('npm:') ? refusePackage(file, target.slice(4)) : refuseFile(file, target);
      if (reason !== null) violations.push(`${file} imports ${target.replace('npm:', '')}: ${reason}`);
    }
  }
  for (const cycle of findCycles(imports)) violations.push(`import cycle: ${cycle.join(' → ')}`);
  return violations;
}

/** What a file imports, types included: paths of the project's files, and `npm:` with the name of a package. */
function importsOf(file: string, text: string, sources: ReadonlyMap<string, string>): string[] {
  const specifiers = [...text.matchAll(SPECIFIER)].map((match) => match[1] ?? match[2] ?? match[3]!);
  return specifiers.flatMap((specifier) => {
    if (!specifier.startsWith('.')) return `npm:${specifier}`;
    const target = path.posix.join(path.posix.dirname(file), specifier);
    return [target, `${target}.ts`, `${target}.tsx`].find((candidate) => sources.has(candidate)) ?? [];
  });
}

/** Why a file of `src` may not import another; null when it may. */
function refuseFile(file: string, target: string): string | null {
  if (!file.startsWith('src/'))
    return target.startsWith('src/') && !SHARED.test(target)
      ? 'clients of the API import only the limits and the currencies of the server'
      : null;
  const from = layerOf(file);
  const to = layerOf(target);
  if (from.layer === 'platform' && to.layer !== 'platform') return 'platform imports no module and no API';
  if (from.layer === 'module' && to.layer === 'top') return 'a module does not import the code that mounts it';
  if (to.layer !== 'module' || from.module === to.module) return null;
  if (from.layer === 'module' && MODULES.indexOf(to.module!) > MODULES.indexOf(from.module!))
    return `${from.module} comes before ${to.module} in the order of the modules`;
  const isExported = from.layer === 'module' ? EXPORTS.test(target) : target.endsWith('/index.ts');
  return isExported ? null : 'import another module through its index.ts';
}

/** Why a file may not import a package; null when it may. */
function refusePackage(file: string, name: string): string | null {
  if (layerOf(file).layer !== 'module') return null;
  const isHttp = HTTP.some((pattern) => pattern.test(file));
  if (/^@?fastify(?:\/|$)/.test(name) && !isHttp) return 'use cases know no Fastify';
  if (/^(?:pg|drizzle-orm)(?:\/|$)/.test(name) && isHttp && !file.endsWith('/index.ts')) return 'routes know no SQL';
  return null;
}

function layerOf(file: string): { layer: 'platform' | 'module' | 'top'; module: string | null } {
  const [, folder, name = ''] = file.split('/');
  if (folder === 'platform') return { layer: 'platform', module: null };
  if (folder !== 'modules') return { layer: 'top', module: null };
  if (!MODULES.includes(name)) throw new Error(`src/modules/${name} is missing in MODULES of check-imports.ts.`);
  return { layer: 'module', module: name };
}

/** Each group of files that import each other (Tarjan's strongly connected components). */
function findCycles(imports: ReadonlyMap<string, string[]>): string[][] {
  const state = new Map<string, { index: number; low: number; onStack: boolean }>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string) => {
    const own = { index: state.size, low: state.size, onStack: true };
    state.set(file, own);
    stack.push(file);
    for (const target of imports.get(file)!) {
      if (!imports.has(target)) continue;
      const seen = state.get(target);
      if (seen === undefined) own.low = Math.min(own.low, visit(target).low);
      else if (seen.onStack) own.low = Math.min(own.low, seen.index);
    }
    if (own.low === own.index) {
      const group = stack.splice(stack.indexOf(file));
      for (const member of group) state.get(member)!.onStack = false;
      if (group.length > 1 || imports.get(file)!.includes(file)) cycles.push(group);
    }
    return own;
  };
  for (const file of imports.keys()) if (!state.has(file)) visit(file);
  return cycles;
}

/** Reads the project's own source files. */
export function readSources(): Map<string, string> {
  const sources = new Map<string, string>();
  for (const folder of ROOTS) {
    for (const entry of readdirSync(path.join(import.meta.dirname, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
      const absolute = path.join(entry.parentPath, entry.name);
      const file = path
        .relative(import.meta.dirname, absolute)
        .split(path.sep)
        .join('/');
      sources.set(file, readFileSync(absolute, 'utf8'));
    }
  }
  return sources;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const violations = findViolations(readSources());
  for (const violation of violations) process.stderr.write(`${violation}\n`);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
