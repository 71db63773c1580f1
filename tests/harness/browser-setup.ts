import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { chromiumPath } from './browser.ts';
import { uncheckedPages } from './checked-pages.ts';
import { loadedDemo } from './demo.ts';
import { askForServer } from './test-server.ts';

/**
 * Prepares slow resources before any test's time limit begins: the built console and the demo database template. A run of all files
 * fails afterwards if it has not checked every page of the console.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { address, folder } = project.getProvidedContext().testRun;
  const build = promisify(execFile)('npm', ['run', '--silent', 'build', '-w', 'console']);
  await Promise.all([build, askForServer(address).then((server) => loadedDemo(server, folder))]);
  return async () => {
    const { config, state } = project.vitest;
    const { testFiles } = await project.globTestFiles();
    const isWhole = state.getFiles().length === testFiles.length && config.testNamePattern === undefined;
    const missing = isWhole && chromiumPath !== null ? uncheckedPages(folder) : [];
    if (missing.length === 0) return;
    console.error('No test has checked these pages of the console with axe (tests/harness/page-faults.ts):', missing);
    process.exitCode = 1;
  };
}
