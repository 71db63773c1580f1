import { LagWindow } from './lag.ts';

/** Counters of the click log of one process since its start. */
export interface RecorderFigures {
  /** Clicks made durable in the journal. */
  journaled: number;
  /** Clicks that the database has taken from this process's journal. */
  recorded: number;
  /** The number of these clicks that were no longer in memory and were read from the journal's files. */
  reread: number;
  batches: number;
  /** Clicks that the database has taken from journals of processes that ended. */
  adopted: number;
  /** Clicks committed by the database before their redirect, because the journal did not take them. */
  direct: number;
  /** Clicks that could not be stored anywhere. */
  refused: number;
  /** Clicks of the journal that the database refuses; they are set aside. */
  refusedByDatabase: number;
  databaseUnavailable: boolean;
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
  return { ...none, databaseUnavailable: false, lag: new LagWindow() };
}
