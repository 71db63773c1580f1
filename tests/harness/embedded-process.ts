/**
 * A separate process with an embedded database, for tests that kill it: run with `--import tsx <this> <dataDir>`. Prints events as one
 * JSON object per line, and stops gracefully when its standard input ends.
 */
import { startEmbeddedDatabase } from '../../src/platform/database/embedded/embedded-database.ts';

const say = (what: object) => console.log(JSON.stringify(what));
const log = {
  debug: () => {},
  info: (...args: unknown[]) => say({ info: args.filter((part) => typeof part === 'string') }),
  warn: (...args: unknown[]) => say({ warn: args.map(String) }),
  error: (...args: unknown[]) => say({ error: args.map(String) }),
};

async function main(): Promise<void> {
  const database = await startEmbeddedDatabase({
    dataDir: process.argv[2] as string,
    log,
    onProgress: (progress) => say({ progress }),
  });
  say({ ready: { url: database.url, owned: database.owned, pid: database.pid } });
  process.stdin.resume().on('end', async () => {
    await database.stop();
    process.exit(0);
  });
}

main().catch((error) => {
  say({ failed: String(error) });
  process.exit(1);
});
