import type { Config } from './config.ts';

/** The server cannot listen on the address. The message contains the reason and the remedy. */
export class CannotListen extends Error {}

/** Converts the error of a server that cannot listen to a sentence, if the cause is known. */
export function explainedListenError(
  error: NodeJS.ErrnoException,
  { host, port }: Pick<Config, 'host' | 'port'>,
): Error {
  const where = `${host}:${port}`;
  const reasons: Record<string, string> = {
    EADDRINUSE: `${where} is taken by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`,
    EACCES: `This user may not listen on ${where}; choose a port above 1023: PORT=3000 npm start`,
    EADDRNOTAVAIL: `This machine has no address ${host}; set HOST to one that it has, such as 127.0.0.1.`,
    ENOTFOUND: `There is no host ${host}; set HOST to an address of this machine, such as 127.0.0.1.`,
  };
  const reason = reasons[error.code ?? ''];
  return reason === undefined ? error : new CannotListen(reason);
}
