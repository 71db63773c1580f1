import type { StoreConnection } from './order-report.ts';

/** The prefix of API keys of stores. */
export const KEY_PREFIX = 'trbs_';

/**
 * Reads the options that every plugin has.
 * @param plugin the name of the plugin, with which errors begin
 * @throws Error naming the option that is missing or invalid
 */
export function readConnection({ url, store, apiKey }: Partial<StoreConnection>, plugin: string): StoreConnection {
  if (url === undefined || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Error(`${plugin}: url must be an http(s) address.`);
  if (store === undefined || !Number.isSafeInteger(store) || store < 1)
    throw new Error(`${plugin}: store must be the id of the store at Tributary.`);
  if (!apiKey?.startsWith(KEY_PREFIX))
    throw new Error(`${plugin}: apiKey must be an API key of the store, which begins with ${KEY_PREFIX}.`);
  return { url, store, apiKey };
}
