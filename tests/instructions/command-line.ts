import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { vi } from 'vitest';
import { run } from '../../src/cli/cli.ts';
import { afterThisFile } from '../harness/clean-up.ts';

/**
 * Runs `npm run cli -- …` of a shell in this process: starting the program anew for each command takes seconds. One command runs at a
 * time. The shell posts one argument a line, and gets what the command printed, with its exit status as a header.
 * @param environment of a command, by the `DATA_DIR` that stands before it (empty: none does)
 * @returns the address to post to
 */
export async function serveCommandLine(environment: (dataDir: string) => Record<string, string>): Promise<string> {
  const server = createServer(async (request, response) => {
    const args = (await text(request)).split('\n').filter((line) => line !== '');
    let printed = '';
    const out = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      printed += chunk;
      return true;
    });
    const progress = vi.spyOn(console, 'error').mockImplementation((line) => {
      printed += `${line}\n`;
    });
    const env = environment(String(request.headers['data-dir'] ?? ''));
    const status = await run(args, env, Readable.from(['']));
    out.mockRestore();
    progress.mockRestore();
    // A status that curl treats as a failure.
    response.writeHead(status === 0 ? 200 : 500).end(printed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterThisFile(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
