import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApplication } from './harness/application.ts';
import { afterThisFile } from './harness/clean-up.ts';
import { openDemoMarket } from './harness/demo.ts';

const GUIDES = path.join(import.meta.dirname, '..', 'docs', 'guides');
const guides = (await readdir(GUIDES)).filter((name) => name.endsWith('.md'));

/** The first command that the service refuses ends it all. */
const STRICT = `set -o pipefail
curl() { command curl --fail-with-body -sS "$@" || { echo "REFUSED: curl $*" >&2; exit 1; }; }
`;

const { database, parts: deps } = await openDemoMarket();
let url: string;
/** Where the guides' commands run: `.data/demo.json` is there, as in the project's folder. */
let folder: string;

beforeAll(async () => {
  const { app } = await createTestApplication({ database });
  await app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  folder = await mkdtemp(path.join(tmpdir(), 'tributary-guides-'));
  await symlink(deps.config.dataDir, path.join(folder, '.data'));
  afterThisFile(() => rm(folder, { recursive: true, force: true }));
});

async function commandsOf(guide: string): Promise<string> {
  const text = await readFile(path.join(GUIDES, guide), 'utf8');
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands]) => commands).join('\n');
}

describe('The commands of a guide run as they stand', () => {
  it('for creators’ tools, shops, agencies and administrators', () => {
    expect(guides.sort()).toEqual(['administrators.md', 'agencies.md', 'creators-tools.md', 'stores.md']);
  });

  it.each(guides)('%s', async (guide) => {
    const commands = await commandsOf(guide);
    expect(commands.match(/^curl|\$\(curl/gm)?.length).toBeGreaterThan(10);
    expect(commands).toContain('URL=http://127.0.0.1:3000\n');
    const script = STRICT + commands.replace('http://127.0.0.1:3000', url).replaceAll('/tmp/', `${folder}/`);
    const said = await promisify(execFile)('bash', ['-c', script], { cwd: folder, maxBuffer: 2 ** 24 }).catch(
      (refused: { stderr: string; stdout: string }) => refused,
    );
    expect(said.stderr).toBe('');
  });
});
