import path from 'node:path';
import { BatchCarrier, type CarryDeps, PositionMoved } from './carry-batch.ts';
import { type CarriedJournal, carryJournal } from './carry-journal.ts';
import type { Journals } from './journal/journals.ts';

/**
 * Carries the journals of ended processes and removes them. Several processes may do so concurrently, because a journal's position records
 * what has been carried. Clicks that are already recorded (a restored journal) are recognised by their ids and skipped.
 * @param own the name of this process's journal
 * @returns the number of carried clicks
 * @throws when the database cannot be reached; the journals are kept
 */
export async function adoptJournals(journals: Journals, own: string, deps: CarryDeps): Promise<number> {
  let clicks = 0;
  for (const name of await journals.leftBehind(own)) {
    const carried = await carryUntilQuiet(journals.pathOf(name), name, deps);
    if (carried === null) {
      deps.logger.warn({ journal: name }, 'another process keeps carrying this journal; it is left to that process');
      continue;
    }
    clicks += carried.clicks - carried.refused;
    if (carried.clicks > 0)
      deps.logger.info(
        { journal: name, clicks: carried.clicks, refused: carried.refused },
        'clicks of a process that ended are carried',
      );
    await settleDamages(carried, name, deps);
    await journals.removeCarried(name, Date.now());
  }
  return clicks;
}

const MAX_ATTEMPTS = 10;

/** Returns null when another process is faster each time: that process is alive, and the next call looks at the journal again. */
async function carryUntilQuiet(folder: string, name: string, deps: CarryDeps): Promise<CarriedJournal | null> {
  const carrier = new BatchCarrier(name, deps);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    try {
      return await carryJournal(folder, await deps.database.positionOf(name), carrier);
    } catch (error) {
      // Another process is carrying the same journal.
      if (!(error instanceof PositionMoved)) throw error;
    }
  }
  return null;
}

/**
 * An incomplete end was probably never acknowledged, because an interrupted write can look damaged. Unreadable data is therefore
 * retained for inspection.
 */
async function settleDamages({ damages }: CarriedJournal, journal: string, { refused, logger }: CarryDeps) {
  for (const file of new Set(damages.map((damage) => damage.file))) {
    const places = damages.filter((damage) => damage.file === file);
    const isTorn = places.every(({ atEnd }) => atEnd);
    logger[isTorn ? 'warn' : 'error'](
      { journal, segment: path.basename(file), places: places.map(({ at, bytes }) => ({ at, bytes })) },
      isTorn ? 'the end of a click journal is torn; it is kept aside' : 'a click journal is damaged; it is kept aside',
    );
    await refused.keepSegment(file);
  }
}
