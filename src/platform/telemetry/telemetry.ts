import type { Logger } from '../context.ts';
import type { Telemetry, TelemetrySettings } from './settings.ts';

const nothing = async (): Promise<void> => undefined;
const NONE: Telemetry = { exportMetrics: () => nothing, stop: nothing };

/**
 * Starts the export of traces and metrics if a receiver is configured. Otherwise the packages of OpenTelemetry are not loaded. Start it
 * before the servers of the process are created.
 */
export async function startTelemetryIfSet(settings: TelemetrySettings | null, log: Logger): Promise<Telemetry> {
  if (settings === null) return NONE;
  const { startTelemetry } = await import('./start-telemetry.ts');
  return startTelemetry(settings, log);
}
