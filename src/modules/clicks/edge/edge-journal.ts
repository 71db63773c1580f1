import path from 'node:path';
import type { Logger } from '../../../platform/context.ts';
import type { NatsLink } from '../../../platform/nats/nats-link.ts';
import type { ArrivedClick } from '../batch.ts';
import { toLogged } from '../carry-batch.ts';
import { type Damage, JournalReader } from '../journal/journal-reader.ts';
import { JournalWriter } from '../journal/journal-writer.ts';
import { Journals } from '../journal/journals.ts';
import { RefusedClicks } from '../journal/refused-clicks.ts';
import { ClickRecorder } from '../recorder.ts';
import type { RecorderFigures } from '../recorder-figures.ts';
import { publishLogged, type StreamNames } from '../stream/click-stream.ts';

const FORWARD_MS = 1_000;
/** Time for which health checks report a refusal; they usually come every few seconds. */
const REFUSING_MS = 10_000;
const NO_PRESSURE = { isPressed: false, lagMs: 0 };

export interface EdgeJournalDeps {
  dataDir: string;
  link: NatsLink;
  names: StreamNames;
  figures: RecorderFigures;
  logger: Logger;
}

/**
 * Stores the clicks of an edge while NATS does not accept them, and forwards them later, together with those of ended processes.
 * A click that is forwarded twice is recognised by its id, so the forwarded ones need not be remembered.
 */
export class EdgeJournal {
  readonly #deps: EdgeJournalDeps;
  readonly #journals: Journals;
  readonly #name: string;
  readonly #writer: JournalWriter;
  readonly #refused: RefusedClicks;
  readonly recorder: ClickRecorder<ArrivedClick>;
  readonly #timer: NodeJS.Timeout;
  #forwardedClicks = 0;
  #refusedAtMs = Number.NEGATIVE_INFINITY;
  /** Clicks before it are in the stream. */
  #forwarded = 0;
  /** Numbers after it that were given to no click, because it could not be kept. */
  #passedOver = 0;
  #working: Promise<void> | null = null;

  private constructor(deps: EdgeJournalDeps, journals: Journals, folder: string) {
    this.#deps = deps;
    this.#journals = journals;
    this.#name = journals.newName();
    this.#writer = new JournalWriter(journals.pathOf(this.#name));
    this.#refused = new RefusedClicks(path.join(folder, 'refused'));
    this.recorder = new ClickRecorder({
      log: {
        lanes: 1,
        append: async (clicks) => {
          const { next } = this.#writer;
          try {
            await this.#writer.append(clicks.map(toLogged));
          } catch (error) {
            this.#passedOver += this.#writer.next - next;
            throw error;
          }
        },
        keepElsewhere: async (clicks, error) => {
          deps.figures.refused += clicks.length;
          this.#refusedAtMs = performance.now();
          deps.logger.error({ err: error, clicks: clicks.length }, 'clicks could be kept neither in NATS nor on disk');
          return error;
        },
      },
      pressure: NO_PRESSURE,
      figures: deps.figures,
      logger: deps.logger,
    });
    this.#timer = setInterval(() => void this.forward(), FORWARD_MS);
    this.#timer.unref();
  }

  static async open(deps: EdgeJournalDeps): Promise<EdgeJournal> {
    const folder = path.join(deps.dataDir, 'clicks');
    return new EdgeJournal(deps, await Journals.open(folder), folder);
  }

  /** Clicks that are not in the stream yet. */
  get waiting(): number {
    return this.#writer.next - this.#forwarded - this.#passedOver;
  }

  /** Clicks that have been forwarded, those of ended processes included. */
  get forwarded(): number {
    return this.#forwardedClicks;
  }

  /** Whether a click could be stored nowhere in the last seconds. */
  get isRefusing(): boolean {
    return performance.now() - this.#refusedAtMs < REFUSING_MS;
  }

  /** Forwards as many clicks as possible; never throws. */
  forward(): Promise<void> {
    this.#working ??= this.#forward()
      .catch((error) => this.#deps.logger.warn({ err: error }, 'clicks wait in the journal of this edge'))
      .finally(() => {
        this.#working = null;
      });
    return this.#working;
  }

  async #forward(): Promise<void> {
    if (!this.#deps.link.isUp) return;
    for (const name of await this.#journals.leftBehind(this.#name)) {
      await this.#forwardFolder(this.#journals.pathOf(name), 0);
      await this.#journals.removeCarried(name, Date.now());
    }
    if (this.waiting === 0 || !(await this.recorder.whileIdle(() => this.#writer.roll()))) return;
    const end = this.#writer.next;
    const passedOver = this.#passedOver;
    await this.#forwardFolder(this.#journals.pathOf(this.#name), this.#forwarded);
    this.#forwarded = end;
    this.#passedOver -= passedOver;
    await this.#writer.removeCarried(end);
  }

  async #forwardFolder(folder: string, position: number): Promise<void> {
    const { link, names, logger } = this.#deps;
    const damages: Damage[] = [];
    const reader = new JournalReader(folder, position, (damage) => damages.push(damage));
    try {
      for (let frame = await reader.next(); frame !== null; frame = await reader.next()) {
        await publishLogged(link, names, frame.clicks);
        this.#forwardedClicks += frame.clicks.length;
      }
      reader.finish();
    } finally {
      await reader.close();
    }
    for (const file of new Set(damages.map((damage) => damage.file))) {
      logger.error({ file }, 'a journal of this edge is damaged; its segment is kept aside');
      await this.#refused.keepSegment(file);
    }
  }

  /** Waits until every accepted click is durable, and forwards as many as possible. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.recorder.stop();
    await this.#working;
    await this.forward();
    await this.#writer.roll();
    if (this.waiting === 0) await this.#writer.remove();
  }
}
