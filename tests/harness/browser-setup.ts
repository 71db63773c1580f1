import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { loadedDemo } from './demo.ts';

/** Makes what takes long before any test's time begins: the console that browsers are shown, and the demo market that is copied. */
export default async function setup(project: TestProject): Promise<void> {
  const build = promisify(execFile)('npm', ['run', '--silent', 'build', '-w', 'console']);
  await Promise.all([build, loadedDemo(project.getProvidedContext().testServer)]);
}
