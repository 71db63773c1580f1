import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';

/**
 * Stops a process on a signal or after an uncaught error, and logs the reason.
 * @param stop what ends with it
 * @param graceMs after which it ends in any case
 */
export function stopOnSignal(
  stop: () => Promise<unknown>,
  { graceMs, log, announce }: { graceMs: number; log: Logger; announce: (line: string) => void },
): void {
  closeWithGrace({ delay: graceMs, logger: { error: (message) => log.error(message) } }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'stopping after an uncaught error');
    else announce(`Stopping (${signal}).`);
    await stop();
    announce('Stopped.');
  });
}
