import type { StoreConnection } from '../../shared/order-report.ts';
import { readConnection } from '../../shared/read-connection.ts';

/** Options of `TributaryPlugin.init`. */
export interface TributaryOptions extends StoreConnection {
  /** Whether the value of an order includes tax; `false` unless given. Shipping is never part of it. */
  withTax?: boolean;
  /** The store's tracking key. With it, the click is also read from the cookie that Tributary's script sets. */
  trackingKey?: string;
  /** Attempts after a failed report, before the scheduled task takes over; 5 unless given. */
  retries?: number;
}

/** The options with all defaults. */
export type TributarySettings = Required<Omit<TributaryOptions, 'trackingKey'>> & { trackingKey: string | null };

const DEFAULT_RETRIES = 5;

/** @throws Error naming the option that is missing or invalid */
export function readOptions(options: TributaryOptions): TributarySettings {
  const { withTax = false, trackingKey = null, retries = DEFAULT_RETRIES } = options;
  const connection = readConnection(options, 'TributaryPlugin');
  if (!Number.isSafeInteger(retries) || retries < 0)
    throw new Error('TributaryPlugin: retries must be a whole number.');
  return { ...connection, withTax, trackingKey, retries };
}
