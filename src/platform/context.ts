import type { FastifyBaseLogger } from 'fastify';
import type { Actor } from './auth/actor.ts';
import type { Database } from './database/database.ts';
import type { Vault } from './secrets/vault.ts';

/** The context of every use case: the database handle or open transaction, the actor, the clock, the logger, the public address and the vault. */
export interface Context {
  db: Database;
  actor: Actor;
  now: () => Date;
  log: Logger;
  /** Base of Tributary's own addresses, for use cases that put an address into a mail. */
  publicUrl: string;
  /** Encrypts secrets that are stored. */
  vault: Vault;
}

export type Logger = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>;
