/**
 * Several servers on one PostgreSQL and one Redis: what one does, the others know, and what one loses, the others do not.
 *
 *   npx tsx tests/processes/processes.ts [servers = 2]
 *
 * Starts a separate database and Redis (if `redis-server` is installed), prints a line for each check, and exits with 1 if a check fails.
 */
import { blocklist, domains, prices, urlRules } from './changes.ts';
import { type Check, migrations, rateLimit, sessions } from './checks.ts';
import { withFleet } from './fleet.ts';
import { journals, killed } from './loss.ts';
import { redisUnavailable } from './redis-unavailable.ts';
import { sharedFolder } from './shared-folder.ts';
import { files, jobs } from './work.ts';

const [servers = 2] = process.argv.slice(2).map(Number);

const CHECKS: Record<string, Check> = {
  start: migrations,
  'rate limit': rateLimit,
  sessions,
  'URL rules': urlRules,
  domains,
  prices,
  blocklist,
  jobs,
  files,
  'a process killed': killed,
  'journal of a killed process': journals,
  'one folder, two containers': sharedFolder,
  'Redis unavailable': redisUnavailable,
};

let wrong = 0;
await withFleet(servers, async (fleet) => {
  for (const [name, check] of Object.entries(CHECKS)) {
    try {
      console.log(`${name}: ${await check(fleet)}`);
    } catch (error) {
      wrong += 1;
      console.log(`${name}: WRONG`, error);
    }
  }
});
console.log(wrong === 0 ? `All checks succeeded, with ${servers} processes.` : `${wrong} checks failed.`);
process.exitCode = wrong === 0 ? 0 : 1;
