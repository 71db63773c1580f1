import type { Click } from './batch.ts';
import type { RecorderFigures } from './recorder-figures.ts';

/**
 * Stores clicks durably before they are counted: the redirect replies when its click is stored, and a carrier records it in the database.
 * Each click is counted once, in the log's order, even if a process ends at any time.
 */
export interface ClickLog {
  /** Appends a click. Calls `settle` when it is durable, or with the error. */
  record(click: Click, settle: (error: unknown) => void): void;
  readonly figures: RecorderFigures;
  /** The number of durable clicks that are not counted yet. */
  waiting(): number;
  /**
   * Waits until every currently durable click is counted. The wait is limited, and skipped while the database is unavailable.
   * @returns undefined if no click is waiting
   */
  settled(timeoutMs: number): Promise<void> | undefined;
  /**
   * Carries the clicks of ended processes and removes counted ones. Idempotent.
   * @throws if the database does not accept all durable clicks; nothing is lost
   */
  catchUp(): Promise<void>;
  /** Removes visitors of days before `keptFrom` from clicks that were set aside for inspection. */
  purgeVisitors(keptFrom: string, nowMs: number): Promise<void>;
  /** Waits until every appended click is durable and, for some seconds while the database is available, counted. */
  stop(): Promise<void>;
}
