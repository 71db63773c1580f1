import type { FastifyBaseLogger } from 'fastify';
import type { Actor } from './auth/actor.ts';
import type { Database } from './database/database.ts';

/** What every verb is given beside its input: who asks, when, and the open database handle or transaction. */
export interface Context {
  db: Database;
  actor: Actor;
  now: () => Date;
  log: Logger;
}

export type Logger = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>;
