import path from 'node:path';
import type { Logger } from '../../platform/context.ts';
import { adoptJournals } from './adopt-journals.ts';
import { BatchCarrier } from './carry-batch.ts';
import { ClickDatabase, type Timeouts } from './click-database.ts';
import type { ClickLog } from './click-log.ts';
import { type JournalLimits, JournalWriter } from './journal/journal-writer.ts';
import { Journals } from './journal/journals.ts';
import { migrateSpool } from './journal/migrate-spool.ts';
import { RefusedClicks } from './journal/refused-clicks.ts';
import { LiveCarrier } from './live-carrier.ts';
import type { Profiles } from './profiles.ts';
import { ClickRecorder } from './recorder.ts';
import { newFigures } from './recorder-figures.ts';

const CATCH_UP_PATIENCE_MS = 60_000;
const STOP_PATIENCE_MS = 10_000;

export interface LocalClickLogDeps {
  databaseUrl: string;
  profiles: Profiles;
  /** The journals are in `clicks/` below it. */
  dataDir: string;
  logger: Logger;
  /** Of the database; seconds unless given. */
  patience?: Timeouts | undefined;
  /** Of the journal; ample unless given. */
  limits?: JournalLimits | undefined;
}

/** The log in files of this host: a journal of this process's own, and those that ended processes left. */
export async function openLocalClickLog(deps: LocalClickLogDeps): Promise<ClickLog> {
  const { databaseUrl, profiles, dataDir, logger, patience, limits } = deps;
  const folder = path.join(dataDir, 'clicks');
  const journals = await Journals.open(folder);
  const journal = journals.newName();
  const writer = new JournalWriter(journals.pathOf(journal), limits);
  const figures = newFigures();
  const refusedFolder = path.join(folder, 'refused');
  const refused = new RefusedClicks(refusedFolder);
  const database = new ClickDatabase(databaseUrl, profiles, patience);
  // What others left and clicks that the disk does not take have a connection of their own, so that the journal does not wait for them.
  const other = new ClickDatabase(databaseUrl, profiles, patience);
  const carrier = new LiveCarrier({
    ...{ journal, folder: journals.pathOf(journal), writer, refused, database, figures, logger },
    carrier: new BatchCarrier(journal, { database, profiles, refused, logger }),
  });
  await carrier.open();
  const recorder = new ClickRecorder({ writer, carrier, direct: other, figures, logger });
  return {
    record: (click, settle) => recorder.record(click, settle),
    figures,
    waiting: () => carrier.waiting,
    settled: (timeoutMs) => carrier.settled(timeoutMs),
    async catchUp() {
      await migrateSpool(path.join(dataDir, 'spool'), folder, refusedFolder, logger);
      figures.adopted += await adoptJournals(journals, journal, { database: other, profiles, refused, logger });
      await recorder.rollSegment();
      const written = writer.next;
      await carrier.settled(CATCH_UP_PATIENCE_MS);
      if (carrier.reached < written) throw new Error('clicks of this process still wait for the database');
      await carrier.removeCarried();
    },
    purgeVisitors: (keptFrom, nowMs) => refused.purgeVisitors(keptFrom, nowMs),
    async stop() {
      await recorder.stop();
      if (await carrier.stop(STOP_PATIENCE_MS)) await writer.remove();
      await database.disconnect();
      await other.disconnect();
    },
  };
}
