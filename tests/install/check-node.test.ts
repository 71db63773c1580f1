import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const PROJECT = path.resolve(import.meta.dirname, '../..');
const { scripts, engines } = JSON.parse(readFileSync(path.join(PROJECT, 'package.json'), 'utf8'));

/** Runs the check in a process that reports another version. */
function check(version: string) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } }); require('./check-node.cjs')`;
  return spawnSync(process.execPath, ['--input-type=commonjs', '-e', pretend], { cwd: PROJECT, encoding: 'utf8' });
}

it.each(['0.12.18', '8.17.0', '16.20.2', '18.20.4', '20.9.0', '20.18.3'])(
  'Node.js %s is refused with the requirements',
  (version) => {
    const { status, stderr, stdout } = check(version);
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain(
      `Tributary needs Node.js 20.19 or newer (24 recommended), and this is Node.js ${version}.`,
    );
    expect(stderr.trim().split('\n')).toHaveLength(1);
  },
);

it.each(['20.19.0', '20.20.2', '21.0.0', '24.1.0', '100.0.0'])('Node.js %s is accepted without output', (version) => {
  expect(check(version)).toMatchObject({ status: 0, stdout: '', stderr: '' });
});

it('The check runs first at every entry point, and its syntax is supported by the oldest Node.js', () => {
  expect(engines.node).toBe('>=20.19');
  for (const name of ['prestart', 'prebuild', 'precli', 'predev', 'pretest', 'preinstall'])
    expect([name, scripts[name]]).toEqual([
      name,
      expect.stringMatching(/^node (?:check-node\.cjs\b|-e .*check-node\.cjs)/),
    ]);
  const source = readFileSync(path.join(PROJECT, 'check-node.cjs'), 'utf8').replace(/^\/\/.*$/gm, '');
  expect(source).not.toMatch(/=>|`|\b(?:let|const|import|class|async)\b|\?\?|\?\.|,\s*[)\]}]/);
});
