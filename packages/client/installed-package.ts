import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterThisFile } from '../../tests/harness/clean-up.ts';
import { schemaOf } from './generate.mjs';
import type { ApiDocument } from './type-program.ts';

const here = import.meta.dirname;
const root = path.join(here, '../..');
const run = promisify(execFile);

/**
 * Creates a project of a user of the packages, for the tests of this file: an empty folder into which the packed client and command are installed, without
 * a registry, and the example programs.
 * @returns the folder of the project, and that of the package in it
 */
export async function installPackage(document: ApiDocument): Promise<{ project: string; installed: string }> {
  const project = await mkdtemp(path.join(tmpdir(), 'tributary-client-'));
  afterThisFile(() => rm(project, { recursive: true, force: true }));
  await writeSchema(path.join(here, 'src/schema.d.ts'), await schemaOf(document));
  const tarballs = await Promise.all(['client', 'cli'].map((name) => packed(name, project)));
  await writeFile(path.join(project, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  const offline = ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  await run('npm', [...offline, ...tarballs], { cwd: project });
  const installed = path.join(project, 'node_modules/@tributary/client');
  await cp(path.join(here, 'examples'), project, { recursive: true });
  return { project, installed };
}

/** Builds a package and packs it, as it would be published. @returns its tarball */
async function packed(name: string, project: string): Promise<string> {
  const built = path.join(project, 'built', name);
  await run(process.execPath, [path.join(root, 'packages', name, 'build.mjs'), built]);
  const { stdout } = await run('npm', ['pack', built, '--json', '--loglevel=error', '--pack-destination', project]);
  const [{ filename }] = JSON.parse(stdout);
  return path.join(project, filename);
}

/** An up-to-date file is not rewritten, because another process may be reading it. */
async function writeSchema(file: string, text: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return;
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}
