import type { FastifyBaseLogger } from 'fastify';
import type { Actor } from './auth/actor.ts';
import type { Database } from './database/database.ts';

/** What every verb is given beside its input: who asks, when, and the open database handle or transaction. */
export interface Context {
  db: Database;
  actor: Actor;
  now: () => Date;
  log: Logger;
  /** What addresses of ours begin with, for those who write one into a mail. */
  publicUrl: string;
}

export type Logger = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>;
