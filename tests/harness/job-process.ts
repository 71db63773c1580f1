/**
 * A separate process that runs jobs, for a test that kills it: run with `--import tsx <this> <databaseUrl>`. It prints "begun" when it
 * has taken a job of the kind `slow`, which never ends, and stops gracefully when its standard input ends.
 */
import pino from 'pino';
import { handler } from '../../src/platform/jobs/handler.ts';
import { jobKind } from '../../src/platform/jobs/job.ts';
import { startJobs } from '../../src/platform/jobs/run-jobs.ts';

const jobs = startJobs({
  databaseUrl: process.argv[2] as string,
  handlers: [
    handler(jobKind('slow'), () => {
      console.log('begun');
      return new Promise(() => {});
    }),
  ],
  log: pino({ level: 'silent' }),
});
process.stdin.resume().on('end', async () => {
  await jobs.stop();
  process.exit(0);
});
