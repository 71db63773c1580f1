import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';

/** The signals with which people and supervisors end a process. */
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/**
 * A signal that follows within this time is a repetition: a terminal signals the whole process group, and npm forwards the signal that
 * it receives, too.
 */
const REPEATED_MS = 2_000;

/**
 * Stops a process on a signal or after an uncaught error, and logs the reason. A further signal ends it immediately, unless it is a
 * repetition of the first.
 * @param stop what ends with it
 * @param graceMs after which it ends in any case
 */
export function stopOnSignal(
  stop: () => Promise<unknown>,
  { graceMs, log, announce }: { graceMs: number; log: Logger; announce: (line: string) => void },
): void {
  let beganMs: number | null = null;
  const logger = { error: (message: unknown) => log.error(message) };
  const grace = closeWithGrace({ delay: graceMs, logger, skip: [...SIGNALS] }, async ({ err, signal }) => {
    beganMs ??= performance.now();
    if (err) log.fatal({ err }, 'stopping after an uncaught error');
    else if (signal) announce(`Stopping (${signal}).`);
    await stop();
    announce('Stopped.');
  });
  for (const signal of SIGNALS)
    process.on(signal, () => {
      if (beganMs === null) {
        beganMs = performance.now();
        announce(`Stopping (${signal}).`);
        void grace.close();
      } else if (performance.now() - beganMs >= REPEATED_MS) {
        log.error(`second ${signal}, exiting`);
        process.exit(1);
      }
    });
}
