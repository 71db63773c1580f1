import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterThisFile } from '../../tests/harness/clean-up.ts';
import { schemaOf } from './generate.mjs';
import type { ApiDocument } from './type-program.ts';

const here = import.meta.dirname;
const root = path.join(here, '../..');

/**
 * Creates a project of a user of the package, for the tests of this file: the built package beside what it depends on, and the example
 * programs.
 * @returns the folder of the project, and that of the package in it
 */
export async function installPackage(document: ApiDocument): Promise<{ project: string; installed: string }> {
  const project = await mkdtemp(path.join(tmpdir(), 'tributary-client-'));
  afterThisFile(() => rm(project, { recursive: true, force: true }));
  const installed = path.join(project, 'node_modules/@tributary/client');
  await writeSchema(path.join(here, 'src/schema.d.ts'), await schemaOf(document));
  await mkdir(path.dirname(installed), { recursive: true });
  await promisify(execFile)(process.execPath, [path.join(here, 'build.mjs'), installed]);
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    await symlink(path.join(root, 'node_modules', name), path.join(project, 'node_modules', name));
  await cp(path.join(here, 'examples'), project, { recursive: true });
  return { project, installed };
}

/** An up-to-date file is not rewritten, because another process may be reading it. */
async function writeSchema(file: string, text: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return;
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}
