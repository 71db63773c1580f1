import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { loadedDemo } from './demo.ts';

/** Prepares slow resources before any test's time limit begins: the built console and the demo database template. */
export default async function setup(project: TestProject): Promise<void> {
  const build = promisify(execFile)('npm', ['run', '--silent', 'build', '-w', 'console']);
  await Promise.all([build, loadedDemo(project.getProvidedContext().testServer)]);
}
