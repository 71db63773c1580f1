import path from 'node:path';
import type { Logger } from '../../platform/context.ts';
import { isUnavailable } from '../../platform/database/errors.ts';
import { adoptJournals } from './adopt-journals.ts';
import type { Click } from './batch.ts';
import { BatchCarrier, toLogged } from './carry-batch.ts';
import { CarryLoop } from './carry-loop.ts';
import { ClickDatabase, type Timeouts } from './click-database.ts';
import type { ClickLog } from './click-log.ts';
import { JournalSource } from './journal/journal-source.ts';
import { type JournalLimits, JournalWriter } from './journal/journal-writer.ts';
import { Journals } from './journal/journals.ts';
import { migrateSpool } from './journal/migrate-spool.ts';
import { RefusedClicks } from './journal/refused-clicks.ts';
import type { Profiles } from './profiles.ts';
import { ClickRecorder, type FrameLog } from './recorder.ts';
import { newFigures, type RecorderFigures } from './recorder-figures.ts';

const CATCH_UP_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;

export interface LocalClickLogDeps {
  databaseUrl: string;
  profiles: Profiles;
  /** `DATA_DIR`; the journals are in its folder `clicks`. */
  dataDir: string;
  logger: Logger;
  /** Timeouts of the database; a few seconds by default. */
  timeouts?: Timeouts | undefined;
  /** Maximum sizes of a segment and of the journal in bytes. */
  limits?: JournalLimits | undefined;
  /** Is called with clicks that have been recorded. */
  onRecorded?: ((clicks: readonly Click[]) => void) | undefined;
  /** The counters to update; new ones by default. */
  figures?: RecorderFigures | undefined;
}

/**
 * Opens the click log in files of this host: the journal of this process, and the journals that ended processes have left.
 * @throws errors of the database and of the file system
 */
export async function openLocalClickLog(deps: LocalClickLogDeps): Promise<ClickLog> {
  const { databaseUrl, profiles, dataDir, logger, timeouts, limits, onRecorded, figures = newFigures() } = deps;
  const folder = path.join(dataDir, 'clicks');
  const journals = await Journals.open(folder);
  const journal = journals.newName();
  const writer = new JournalWriter(journals.pathOf(journal), limits);
  const refusedFolder = path.join(folder, 'refused');
  const refused = new RefusedClicks(refusedFolder);
  const database = new ClickDatabase(databaseUrl, profiles, timeouts, onRecorded);
  // Journals of other processes, and clicks that the disk refuses, have their own connection, so that the journal does not wait
  // for them.
  const other = new ClickDatabase(databaseUrl, profiles, timeouts, onRecorded);
  const source = new JournalSource({
    journal,
    folder: journals.pathOf(journal),
    writer,
    refused,
    database,
    figures,
    logger,
    carrier: new BatchCarrier(journal, { database, profiles, refused, logger }),
  });
  const loop = new CarryLoop({ source, database, figures, logger });
  await loop.open();
  const frames: FrameLog<Click> = {
    lanes: 1,
    async append(clicks) {
      source.add(await writer.append(clicks.map(toLogged)), clicks);
      loop.wake();
    },
    keepElsewhere: (clicks, error) => keepInDatabase(clicks, error, { database: other, loop, figures, logger }),
  };
  const recorder = new ClickRecorder({ log: frames, pressure: loop, figures, logger });
  return {
    record: (click, settle) => recorder.record(click, settle),
    figures,
    waiting: () => loop.waiting,
    settled: (timeoutMs) => loop.settled(timeoutMs),
    async catchUp() {
      await migrateSpool(path.join(dataDir, 'spool'), folder, refusedFolder, logger);
      figures.adopted += await adoptJournals(journals, journal, { database: other, profiles, refused, logger });
      // Closes the segment that is being written, so that it can be removed when it has been carried.
      if (!(await recorder.whileIdle(() => writer.roll()))) writer.rollBeforeNext();
      const written = writer.next;
      await loop.settled(CATCH_UP_TIMEOUT_MS);
      if (loop.reached < written) throw new Error('clicks of this process still wait for the database');
      if (loop.position !== null) await source.release(loop.position);
    },
    purgeVisitors: (keptFrom, nowMs) => refused.purgeVisitors(keptFrom, nowMs),
    async stop() {
      await recorder.stop();
      await writer.roll();
      await loop.stop(STOP_TIMEOUT_MS);
      await source.close();
      if (loop.waiting === 0) {
        await source.keepDamaged();
        await writer.remove();
      }
      await database.disconnect();
      await other.disconnect();
    },
  };
}

interface DirectDeps {
  database: ClickDatabase;
  loop: CarryLoop;
  figures: RecorderFigures;
  logger: Logger;
}

/**
 * Records clicks that the journal cannot store, before the reply. Some of them may still be in the journal and be read from it
 * later; they are recognised by their ids.
 */
async function keepInDatabase(
  clicks: readonly Click[],
  journalError: unknown,
  { database, loop, figures, logger }: DirectDeps,
): Promise<unknown> {
  try {
    if (figures.databaseUnavailable) throw journalError;
    await database.record(clicks, true);
    figures.direct += clicks.length;
    return null;
  } catch (error) {
    figures.refused += clicks.length;
    logger.error(
      { err: error, journalError, clicks: clicks.length },
      'clicks could be kept neither on disk nor in the database',
    );
    if (error !== journalError) {
      await database.disconnect();
      if (isUnavailable(error)) await loop.databaseLost(error);
    }
    return error;
  }
}
