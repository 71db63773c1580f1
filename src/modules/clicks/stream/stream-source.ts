import {
  AckPolicy,
  type Consumer,
  type ConsumerMessages,
  DeliverPolicy,
  type JsMsg,
  type StreamInfo,
} from '@nats-io/jetstream';
import type { Logger } from '../../../platform/context.ts';
import type { Nats, NatsLink } from '../../../platform/nats/nats-link.ts';
import { BatchCarrier, PositionMoved } from '../carry-batch.ts';
import { type CarrySource, FULL_BATCH, LogUnavailable, MAX_IN_BATCH, type NextBatch } from '../carry-loop.ts';
import type { ClickDatabase } from '../click-database.ts';
import { arrivalOf, clickInstant } from '../click-id.ts';
import { decodeFrame, type Frame } from '../journal/frame.ts';
import type { RefusedClicks } from '../journal/refused-clicks.ts';
import type { Profiles } from '../profiles.ts';
import type { RecorderFigures } from '../recorder-figures.ts';
import { ensureStream, SPAN, type StreamNames } from './click-stream.ts';

/** Messages that are fetched ahead of the database. */
const MAX_FETCHED = 256;
const NANOS_IN_MS = 1_000_000;
/** The consumer of an ended process is removed after this time. */
const CONSUMER_KEPT_MS = 5 * 60_000;
/** Messages are not redelivered automatically. In case of doubt, a new consumer begins at the position. */
const ACK_WAIT_MS = 60 * 60_000;

export interface StreamSourceDeps {
  link: NatsLink;
  names: StreamNames;
  database: ClickDatabase;
  profiles: Profiles;
  refused: RefusedClicks;
  figures: RecorderFigures;
  logger: Logger;
  /** Names this process's consumers. */
  writer: string;
  /** Calls back when further clicks are available. */
  onMore: () => void;
  /** Called with the position up to which another process has recorded the log. */
  onCounted: (position: number) => void;
}

interface Fetched {
  frame: Frame;
  mark: string;
  /** Position after its message. */
  end: number;
  message: JsMsg;
}

/** A frame that this process has published. */
interface Published {
  end: number;
  clicks: number;
}

/**
 * A stream of NATS JetStream, which many processes write and one carries: the one whose connection to the database has claimed it. It reads through a
 * durable pull consumer that begins at the position in the database. Position and stream are compared whenever reading begins.
 */
export class StreamSource implements CarrySource {
  readonly #deps: StreamSourceDeps;
  #consumers = 0;
  /** Belongs to the current consumer; deliveries of another one are ignored. */
  #generation = 0;
  #messages: ConsumerMessages | null = null;
  #carrier: BatchCarrier | null = null;
  #fetched: Fetched[] = [];
  #clicks = 0;
  #isOpen = false;
  /** The reason why the fetched messages cannot be used. */
  #fault: Error | null = null;
  #published: Published[] = [];
  #lastMessage: JsMsg | null = null;

  constructor(deps: StreamSourceDeps) {
    this.#deps = deps;
  }

  async open(): Promise<number | null> {
    const { names, database, logger } = this.#deps;
    await this.#closeConsumer();
    const info = await this.#ask((nats) => this.#streamOf(nats));
    // A stream that is created again counts from 1.
    const journal = `nats ${names.stream} ${info.created}`;
    const isOurs = await database.claim(journal);
    const known = await database.markedPositionOf(journal);
    if (!isOurs) {
      await this.reset();
      this.#deps.onCounted(known.position);
      return null;
    }
    this.#carrier = new BatchCarrier(journal, this.#deps);
    let { position } = known;
    if (await this.#ask((nats) => hasLostItsEnd(nats, info, known.mark))) {
      const to = info.state.first_seq * SPAN;
      logger.error(
        { stream: names.stream, mark: known.mark },
        'the click log has lost its end; it is read from its beginning',
      );
      if (!(await database.movePosition({ journal, from: position, to, mark: '' }))) throw new PositionMoved();
      position = to;
    }
    const name = `${this.#deps.writer}-${++this.#consumers}`;
    await this.#ask(async ({ jsm, js }) => {
      await jsm.consumers.add(names.stream, {
        durable_name: name,
        deliver_policy: DeliverPolicy.StartSequence,
        opt_start_seq: Math.max(1, Math.floor(position / SPAN)),
        ack_policy: AckPolicy.All,
        ack_wait: ACK_WAIT_MS * NANOS_IN_MS,
        max_ack_pending: -1,
        inactive_threshold: CONSUMER_KEPT_MS * NANOS_IN_MS,
      });
      await this.#begin(await js.consumers.get(names.stream, name), position);
    });
    this.#isOpen = true;
    return position;
  }

  async #streamOf(nats: Nats): Promise<StreamInfo> {
    await ensureStream(nats, this.#deps.names);
    return nats.jsm.streams.info(this.#deps.names.stream);
  }

  /** Queries NATS. Its failures do not mean that the database is unavailable. */
  async #ask<T>(work: (nats: Nats) => Promise<T>): Promise<T> {
    try {
      return await this.#deps.link.use(work);
    } catch (error) {
      throw new LogUnavailable('the click log in NATS does not answer', { cause: error });
    }
  }

  async #begin(consumer: Consumer, position: number): Promise<void> {
    let delivered = 0;
    const generation = ++this.#generation;
    const messages = await consumer.consume({
      max_messages: MAX_FETCHED,
      callback: (message) => {
        if (this.#generation !== generation) return;
        const { deliverySequence } = message.info;
        // A message in transit when a connection ended would be delivered after later ones.
        if (deliverySequence !== ++delivered) this.#fail('messages are missing');
        else this.#take(message, position);
      },
    });
    this.#messages = messages;
    void messages.closed().then(() => {
      if (this.#generation === generation) this.#fail('the consumer has ended');
    });
  }

  #fail(why: string): void {
    this.#fault ??= new LogUnavailable(`reading the click log begins anew: ${why}`);
    this.#deps.onMore();
  }

  #take(message: JsMsg, position: number): void {
    const first = message.seq * SPAN;
    const end = first + SPAN;
    if (end <= position) return;
    const data = Buffer.from(message.data.buffer, message.data.byteOffset, message.data.byteLength);
    const decoded = data.length === 0 ? null : decodeFrame(data, 0);
    const clicks = decoded?.kind === 'frame' ? decoded.frame.clicks.slice(0, SPAN) : [];
    if (decoded?.kind !== 'frame')
      this.#deps.logger.error(
        { sequence: message.seq },
        'a message of the click log contains no clicks and is skipped',
      );
    const passed = Math.max(0, position - first);
    const mark = `${message.seq} ${message.headers?.get('Nats-Msg-Id') ?? ''}`;
    this.#fetched.push({ frame: { first: first + passed, clicks: clicks.slice(passed) }, mark, end, message });
    this.#clicks += Math.max(0, clicks.length - passed);
    this.#deps.onMore();
  }

  /** Stores a frame that this process has published, to know when its clicks are counted. */
  published(sequence: number, clicks: number): void {
    const end = (sequence + 1) * SPAN;
    // Acknowledgements of concurrent frames almost always arrive in the order of the stream.
    this.#published.push({ end: Math.max(end, this.end), clicks });
  }

  get hasMore(): boolean {
    return !this.#isOpen || this.#fetched.length > 0 || this.#fault !== null;
  }

  get isPressed(): boolean {
    return this.#clicks >= FULL_BATCH;
  }

  get lagMs(): number {
    const oldest = this.#fetched[0]?.frame.clicks[0];
    return oldest === undefined ? 0 : Math.max(0, Date.now() - clickInstant(oldest.id));
  }

  get end(): number {
    return this.#published.at(-1)?.end ?? 0;
  }

  waiting(reached: number): number {
    let counted = 0;
    while (counted < this.#published.length && this.#published[counted]!.end <= reached) counted += 1;
    this.#published.splice(0, counted);
    return this.#published.reduce((sum, { clicks }) => sum + clicks, 0);
  }

  async prepareNext(position: number): Promise<NextBatch | null> {
    if (this.#fault !== null) throw this.#fault;
    const batch = this.#takeFetched();
    if (batch.length === 0) return null;
    const carrier = this.#carrier!;
    const frames = batch.map(({ frame }) => frame).filter(({ clicks }) => clicks.length > 0);
    const { end, mark, message } = batch.at(-1)!;
    const range = { to: end, mark };
    const record =
      frames.length === 0
        ? await carrier.prepare({ from: position, clicks: [], runs: [], ...range }, true)
        : await carrier.prepareFrames(position, frames, range);
    return {
      to: end,
      clicks: frames.reduce((sum, frame) => sum + frame.clicks.length, 0),
      arrivals: frames.map(({ clicks }) => arrivalOf(clicks[0]!)),
      record: async () => {
        const refused = await record();
        this.#lastMessage = message;
        return refused;
      },
    };
  }

  #takeFetched(): Fetched[] {
    let count = 0;
    let clicks = 0;
    while (count < this.#fetched.length && clicks < MAX_IN_BATCH) {
      clicks += this.#fetched[count]!.frame.clicks.length;
      count += 1;
    }
    this.#clicks -= clicks;
    return this.#fetched.splice(0, count);
  }

  /** Reports the position to the consumer and the other processes. Neither depends on it. */
  async release(position: number): Promise<void> {
    this.waiting(position);
    const message = this.#lastMessage;
    if (message === null || !this.#deps.link.isUp) return;
    this.#lastMessage = null;
    message.ack();
    this.#deps.link.nats.nc.publish(this.#deps.names.counted, String(position));
  }

  async reset(): Promise<void> {
    this.#isOpen = false;
    await this.#closeConsumer();
  }

  async #closeConsumer(): Promise<void> {
    const messages = this.#messages;
    this.#messages = null;
    this.#generation += 1;
    this.#fetched = [];
    this.#clicks = 0;
    this.#fault = null;
    this.#lastMessage = null;
    messages?.stop();
  }
}

/**
 * Whether the last carried message is no longer in its place. Then the end of the stream was lost, and its sequence numbers are
 * assigned again.
 */
async function hasLostItsEnd({ jsm }: Nats, { config, state }: StreamInfo, mark: string | null): Promise<boolean> {
  const [number, id] = (mark ?? '').split(' ');
  if (!number) return false;
  const sequence = Number(number);
  if (state.last_seq < sequence) return true;
  // Removed since it was carried, as the maintenance does.
  if (sequence < state.first_seq) return false;
  const found = await jsm.streams.getMessage(config.name, { seq: sequence });
  return found !== null && (found.header.get('Nats-Msg-Id') ?? '') !== id;
}
