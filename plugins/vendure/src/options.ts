import type { StoreConnection } from '../../shared/order-report.ts';

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
  const { url, store, apiKey, withTax = false, trackingKey = null, retries = DEFAULT_RETRIES } = options;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) refuse('url', 'must be an http(s) address');
  if (!Number.isSafeInteger(store) || store < 1) refuse('store', 'must be the id of the store at Tributary');
  if (!apiKey?.startsWith('trbs_')) refuse('apiKey', 'must be an API key of the store, which begins with trbs_');
  if (!Number.isSafeInteger(retries) || retries < 0) refuse('retries', 'must be a whole number');
  return { url, store, apiKey, withTax, trackingKey, retries };
}

function refuse(option: string, reason: string): never {
  throw new Error(`TributaryPlugin: ${option} ${reason}.`);
}
