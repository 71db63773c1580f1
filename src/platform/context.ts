import type { FastifyBaseLogger } from 'fastify';
import type { Actor } from './auth/actor.ts';
import type { Database } from './database/database.ts';

/** The context of every use case: the actor, the time, and the database handle or open transaction. */
export interface Context {
  db: Database;
  actor: Actor;
  now: () => Date;
  log: Logger;
  /** Base of our own addresses, for use cases that put an address into a mail. */
  publicUrl: string;
}

export type Logger = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>;
