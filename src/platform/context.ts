import type { FastifyBaseLogger } from 'fastify';
import type { Actor } from './auth/actor.ts';
import type { Database } from './database/database.ts';

/** The context of every use case: the database handle or open transaction, the actor, the clock, the logger and the public address. */
export interface Context {
  db: Database;
  actor: Actor;
  now: () => Date;
  log: Logger;
  /** Base of Tributary's own addresses, for use cases that put an address into a mail. */
  publicUrl: string;
}

export type Logger = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>;
