import type { Click } from './batch.ts';
import type { RecorderFigures } from './recorder-figures.ts';

/**
 * Where clicks are durable before they are counted: a redirect is answered when its click is there, and a consumer carries it into the database.
 * Each click is counted once, in the log's order, whatever ends when.
 */
export interface ClickLog {
  /** Takes a click in; `settle` hears when it is durable, or the reason why it is not. */
  record(click: Click, settle: (error: unknown) => void): void;
  readonly figures: RecorderFigures;
  /** Clicks that are durable and not counted yet. */
  waiting(): number;
  /**
   * Waits until every click that is durable now is counted, at most for some time, and not while the database is away.
   * @returns undefined when there is nothing to wait for
   */
  settled(timeoutMs: number): Promise<void> | undefined;
  /**
   * Carries what processes that ended left behind, and lets go of what is counted. Harmless to repeat.
   * @throws when the database does not take all that is durable by now; nothing is lost
   */
  catchUp(): Promise<void>;
  /** Forgets visitors of days before `keptFrom` in what could not be counted and was kept for a person to look at. */
  purgeVisitors(keptFrom: string, nowMs: number): Promise<void>;
  /** Waits until every click taken in is durable and, for some seconds while the database takes them, counted. */
  stop(): Promise<void>;
}
