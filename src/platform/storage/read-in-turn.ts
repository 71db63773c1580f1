import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { limitConcurrency } from '../images/limit-concurrency.ts';

/** Large files, such as films, are few in memory at once, each until its response has been sent. */
const FILES_AT_ONCE = 8;
const FILES_WAITING = 200;
const inTurn = limitConcurrency(FILES_AT_ONCE, FILES_WAITING);

/**
 * Reads a large file when its turn comes.
 * @param response to which the file is sent
 * @returns what `read` returns; null when the caller has gone
 * @throws Unavailable when too many large files are requested at once, and what `read` throws
 */
export function readInTurn(response: ServerResponse, read: () => Promise<Buffer | null>): Promise<Buffer | null> {
  return new Promise((give, fail) => {
    inTurn(async () => {
      if (response.destroyed) return give(null);
      give(await read());
      if (!response.writableFinished && !response.destroyed) await once(response, 'close');
    }).catch(fail);
  });
}
