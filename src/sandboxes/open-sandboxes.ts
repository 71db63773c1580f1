import { Unavailable } from '../platform/errors/errors.ts';
import type { OpenSandbox } from './open-sandbox.ts';

/** Maximum number of open sandboxes in this process; each has its own connections. */
const MAX_OPEN = 4;
const IDLE_MS = 5 * 60_000;
const SWEEP_MS = 60_000;

/** The sandboxes whose applications run in this process, the least recently used first. */
export class OpenSandboxes {
  readonly #open: (id: string, clock: Date) => Promise<OpenSandbox>;
  readonly #running = new Map<string, Promise<OpenSandbox>>();
  /** One sandbox is opened and closed by one caller at a time. */
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #timer: NodeJS.Timeout;

  constructor(open: (id: string, clock: Date) => Promise<OpenSandbox>) {
    this.#open = open;
    this.#timer = setInterval(() => void this.#sweep(), SWEEP_MS).unref();
  }

  /**
   * Returns the application of a sandbox as of an instant of its clock, and counts the caller as a request that is under way.
   * @throws Unavailable when too many sandboxes are in use
   */
  use(id: string, clock: Date): Promise<OpenSandbox> {
    return this.#inTurn(id, async () => {
      const known = await this.#running.get(id)?.catch(() => undefined);
      if (known !== undefined && known.clock.getTime() === clock.getTime()) return taken(known);
      if (known !== undefined) await this.#end(id);
      if (this.#running.size >= MAX_OPEN) await this.#makeRoom();
      const opening = this.#open(id, clock);
      this.#running.set(id, opening);
      opening.catch(() => this.#running.delete(id));
      return taken(await opening);
    });
  }

  /** Like `use`, but null if the sandbox is not open as of this instant: it is not opened. */
  useOpen(id: string, clock: Date): Promise<OpenSandbox | null> {
    return this.#inTurn(id, async () => {
      const known = await this.#running.get(id)?.catch(() => undefined);
      return known !== undefined && known.clock.getTime() === clock.getTime() ? taken(known) : null;
    });
  }

  /** Closes a sandbox when its requests are answered. */
  close(id: string): Promise<void> {
    return this.#inTurn(id, () => this.#end(id));
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([...this.#running.keys()].map((id) => this.close(id)));
  }

  #inTurn<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    const turn = (this.#turns.get(id) ?? Promise.resolve()).then(work);
    const ended = turn.then(
      () => undefined,
      () => undefined,
    );
    this.#turns.set(id, ended);
    void ended.then(() => {
      if (this.#turns.get(id) === ended) this.#turns.delete(id);
    });
    return turn;
  }

  async #end(id: string): Promise<void> {
    const running = await this.#running.get(id)?.catch(() => undefined);
    if (running === undefined) return;
    await idle(running);
    this.#running.delete(id);
    await running.close();
  }

  async #makeRoom(): Promise<void> {
    let oldest: [string, OpenSandbox] | null = null;
    for (const [id, opening] of this.#running) {
      const running = await opening.catch(() => undefined);
      if (running === undefined || running.underWay > 0) continue;
      if (oldest === null || running.lastUsedMs < oldest[1].lastUsedMs) oldest = [id, running];
    }
    if (oldest === null) throw new Unavailable('Too many sandboxes are in use on this server.', 5);
    this.#running.delete(oldest[0]);
    await oldest[1].close();
  }

  async #sweep(): Promise<void> {
    for (const [id, opening] of this.#running) {
      const running = await opening.catch(() => undefined);
      if (running !== undefined && running.underWay === 0 && Date.now() - running.lastUsedMs > IDLE_MS)
        await this.close(id).catch(() => undefined);
    }
  }
}

function taken(sandbox: OpenSandbox): OpenSandbox {
  sandbox.underWay += 1;
  sandbox.lastUsedMs = Date.now();
  return sandbox;
}

const POLL_MS = 10;
const TIMEOUT_MS = 30_000;

/** Requests that take longer than any may are not waited for. */
async function idle(sandbox: OpenSandbox): Promise<void> {
  const until = Date.now() + TIMEOUT_MS;
  while (sandbox.underWay > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}
