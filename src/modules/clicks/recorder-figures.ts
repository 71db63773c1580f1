import { LagWindow } from './lag.ts';

/** What the click log of one process has done since it was started. */
export interface RecorderFigures {
  /** Clicks made durable in the journal. */
  journaled: number;
  /** Clicks that the database has taken from this process's journal. */
  recorded: number;
  /** Of these, clicks that were no longer in memory and were read back from the journal's files. */
  reread: number;
  batches: number;
  /** Clicks that the database has taken from journals of processes that ended. */
  adopted: number;
  /** Clicks committed by the database before their redirect, because the journal did not take them. */
  direct: number;
  /** Clicks that could be made durable nowhere. */
  refused: number;
  /** Clicks in the journal that the database refuses; they are kept aside. */
  refusedByDatabase: number;
  databaseAway: boolean;
  lag: LagWindow;
}

export function newFigures(): RecorderFigures {
  const none = {
    journaled: 0,
    recorded: 0,
    reread: 0,
    batches: 0,
    adopted: 0,
    direct: 0,
    refused: 0,
    refusedByDatabase: 0,
  };
  return { ...none, databaseAway: false, lag: new LagWindow() };
}
