import { randomBytes } from 'node:crypto';
import { type ServerProcess, startServer } from './server-process.ts';

/**
 * The moments at which a server is killed: after a statement, before the COMMIT of its transaction, and after the COMMIT but before
 * the reply.
 */
export const MOMENTS = ['statement', 'commit', 'reply'] as const;

const IBAN = 'SE4550000000058398257466';

export interface Step {
  url: string;
  body?: unknown;
  file?: Buffer;
}
export interface Reply {
  status: number;
  body: { id: number; fingerprint: string; error?: string; data: Record<string, unknown>[] };
}

/** An administrator of a server that is killed and restarted. */
export class Administrator {
  kills = 0;
  #server: ServerProcess | null = null;
  readonly #port: number;
  readonly #dataDir: string;
  readonly #key: string;
  readonly #token: string;
  readonly #environment: Record<string, string>;

  /** @param environment settings of the servers in addition to those of payouts */
  constructor(facts: {
    port: number;
    dataDir: string;
    key: string;
    token: string;
    environment?: Record<string, string>;
  }) {
    this.#port = facts.port;
    this.#dataDir = facts.dataDir;
    this.#key = facts.key;
    this.#token = facts.token;
    this.#environment = facts.environment ?? {};
  }

  /**
   * Sends a request to servers that die at each moment of the statement in turn, and finally to one that is not killed.
   * @param arm pattern of the statement
   * @returns its reply
   */
  async insist(arm: string, step: Step, moments: readonly string[] = MOMENTS, fault = false): Promise<Reply> {
    const idempotencyKey = randomBytes(12).toString('hex');
    for (const when of moments) {
      await this.start({ KILL_AT: JSON.stringify({ arm, when, fault }) });
      const reply = await this.send(step, idempotencyKey).catch(() => null);
      if (reply !== null)
        throw new Error(
          `${arm}, ${when}: the server is still running and replied ${JSON.stringify(reply.body)}, ${this.#server!.said()}`,
        );
      this.kills += 1;
      await this.#server!.kill();
      this.#server = null;
    }
    await this.start();
    return this.send(step, idempotencyKey);
  }

  async start(environment: Record<string, string> = {}): Promise<void> {
    await this.stop();
    this.#server = await startServer({
      port: this.#port,
      dataDir: this.#dataDir,
      ...(environment.KILL_AT === undefined ? {} : { preload: './kill-at.mjs' }),
      environment: {
        ENCRYPTION_KEY: this.#key,
        PAYOUT_IBAN: IBAN,
        PAYOUT_APPROVAL_ABOVE: '999999999',
        EARNINGS_HOLD_DAYS: '0',
        ...this.#environment,
        ...environment,
      },
    });
  }

  /** Starts a server that kills itself, and waits for its end. @throws Error when it runs for longer than `timeoutMs` */
  async dieAt(arm: string, when: (typeof MOMENTS)[number], timeoutMs: number): Promise<void> {
    // The server may be killed before it answers.
    await this.start({ KILL_AT: JSON.stringify({ arm, when }) }).catch(() => {});
    await this.#server?.dead(timeoutMs);
    this.#server = null;
    this.kills += 1;
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
    this.#server = null;
  }

  async send({ url, body, file }: Step, idempotencyKey?: string): Promise<Reply> {
    const form = new FormData();
    if (file !== undefined)
      form.append('file', new Blob([new Uint8Array(file)], { type: 'application/xml' }), 'report.xml');
    const isRead = body === undefined && file === undefined;
    const reply = await fetch(`http://127.0.0.1:${this.#port}${url}`, {
      method: isRead ? 'GET' : 'POST',
      headers: {
        authorization: this.#token,
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(isRead ? {} : { body: file === undefined ? JSON.stringify(body) : form }),
    });
    return { status: reply.status, body: (await reply.json()) as Reply['body'] };
  }
}
