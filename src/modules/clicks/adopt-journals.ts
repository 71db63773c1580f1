import path from 'node:path';
import { BatchCarrier, type CarryDeps, PositionMoved } from './carry-batch.ts';
import { type CarriedJournal, carryJournal } from './carry-journal.ts';
import type { Journals } from './journal/journals.ts';

/**
 * Carries the journals that other processes left behind, and removes them. Several processes may do it at once: a journal's position says
 * what has been carried. Clicks that are recorded already (a log that was copied back) are passed over by their ids.
 * @param own the name of this process's journal
 * @returns how many clicks were carried
 * @throws when the database cannot be reached; the journals are kept
 */
export async function adoptJournals(journals: Journals, own: string, deps: CarryDeps): Promise<number> {
  let clicks = 0;
  for (const name of await journals.leftBehind(own)) {
    const carried = await carryUntilQuiet(journals.pathOf(name), name, deps);
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

async function carryUntilQuiet(folder: string, name: string, deps: CarryDeps): Promise<CarriedJournal> {
  const carrier = new BatchCarrier(name, deps);
  for (let attempt = 1; ; attempt++) {
    try {
      return await carryJournal(folder, await deps.database.positionOf(name), carrier);
    } catch (error) {
      // Another process is at it, too.
      if (!(error instanceof PositionMoved) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/**
 * A torn end was never acknowledged, as far as can be told: what a power cut leaves of a write may look damaged. So whatever cannot be read is
 * kept for a person to look at.
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
