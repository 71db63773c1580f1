import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PLUGIN = path.join(ROOT, 'lint/no-literal-spread.grit');

/** Lints one file with the rules of this project that Biome does not have. @returns what the command prints */
function lint(file: string, text: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tributary-lint-'));
  try {
    writeFileSync(path.join(folder, 'biome.json'), JSON.stringify({ root: true, plugins: [PLUGIN] }));
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
    const biome = path.join(ROOT, 'node_modules/.bin/biome');
    const { stdout, stderr } = spawnSync(biome, ['lint', '--colors=off', file], { cwd: folder, encoding: 'utf8' });
    return stdout + stderr;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.each([
  ['src/a.ts', 'export const a = { ...{ b: 1 }, c: 2 };\n'],
  ['src/a.ts', 'export const a = [...[1, 2], 3];\n'],
  ['src/a.ts', 'export const a = Math.max(...[1, 2], 3);\n'],
  ['console/src/a.tsx', "export const A = () => <p {...{ id: 'a' }}>a</p>;\n"],
])('The lint step refuses a spread of a literal in %s: %s', (file, text) => {
  expect(lint(file, text)).toContain('instead of spreading it');
});

test('The lint step accepts a conditional spread and the spread of a result', () => {
  const text = 'export const a = (b: boolean) => ({ ...(b ? { c: 1 } : {}), d: [...[1].map(String)] });\n';
  expect(lint('src/a.ts', text)).toContain('Checked 1 file');
  expect(lint('src/a.ts', text)).not.toContain('plugin');
});
