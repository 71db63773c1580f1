import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import pg from 'pg';

/** What of pg's connection a copy needs. */
interface Wire {
  stream: NodeJS.ReadWriteStream & { writableNeedDrain?: boolean };
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** A COPY that pg runs as one of its queries: this is the interface by which it hands messages to whoever is at work. */
abstract class Copy {
  readonly done: Promise<number>;
  protected settle!: { resolve: (rows: number) => void; reject: (error: Error) => void };
  readonly #text: string;
  #rows = 0;
  #failure: Error | null = null;

  constructor(text: string) {
    this.#text = text;
    this.done = new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
    });
    // Whoever asked hears of it; nobody may have begun to listen yet.
    this.done.catch(() => undefined);
  }

  submit(connection: unknown): void {
    (connection as Wire).query(this.#text);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(text.split(' ')[1]);
  }

  handleReadyForQuery(): void {
    if (this.#failure === null) this.settle.resolve(this.#rows);
    else this.settle.reject(this.#failure);
  }

  handleError(error: Error): void {
    this.settle.reject(error);
  }

  protected fail(error: Error): void {
    this.#failure ??= error;
  }

  handleEmptyQuery(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(_connection: unknown): void {}
  handleCopyData(_message: { chunk: Buffer }, _connection: unknown): void {}
}

class CopyOut extends Copy {
  readonly #sink: Writable;
  #stream: Wire['stream'] | null = null;
  constructor(text: string, sink: Writable) {
    super(text);
    this.#sink = sink;
    const goOn = () => this.#stream?.resume();
    sink.on('drain', goOn).on('close', goOn);
    sink.on('error', (error) => this.fail(error));
  }
  override submit(connection: unknown): void {
    this.#stream = (connection as Wire).stream;
    super.submit(connection);
  }
  override handleCopyData({ chunk }: { chunk: Buffer }): void {
    // The parser's buffer is used again for what comes next.
    if (!this.#sink.destroyed && !this.#sink.write(Buffer.from(chunk))) this.#stream?.pause();
  }
}

class CopyIn extends Copy {
  readonly #source: Readable;
  constructor(text: string, source: Readable) {
    super(text);
    this.#source = source;
  }
  override handleCopyInResponse(connection: unknown): void {
    const wire = connection as Wire;
    this.#send(wire).then(
      () => wire.endCopyFrom(),
      (error: Error) => wire.sendCopyFail(error.message),
    );
  }
  async #send(wire: Wire): Promise<void> {
    for await (const chunk of this.#source) {
      wire.sendCopyFromChunk(chunk as Buffer);
      if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain');
    }
  }
}

/** Runs `COPY … TO STDOUT` into a stream, and ends that. @returns how many rows @throws what the database or the stream says */
export async function copyOut(client: pg.Client, text: string, sink: Writable): Promise<number> {
  const copy = new CopyOut(text, sink);
  client.query(copy as unknown as pg.Submittable);
  const rows = await copy.done.catch((error: Error) => {
    sink.destroy(error);
    throw error;
  });
  sink.end();
  return rows;
}

/** Runs `COPY … FROM STDIN` with what a stream brings. @returns how many rows @throws what the database or the stream says */
export async function copyIn(client: pg.Client, text: string, source: Readable): Promise<number> {
  const copy = new CopyIn(text, source);
  client.query(copy as unknown as pg.Submittable);
  return copy.done;
}

/** A connection without time limits, for reading or writing whole tables. */
export async function openForWholeTables(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tributary-backup',
    options:
      '-c statement_timeout=0 -c lock_timeout=0 -c synchronize_seqscans=off -c TimeZone=UTC -c DateStyle=ISO -c extra_float_digits=3',
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
