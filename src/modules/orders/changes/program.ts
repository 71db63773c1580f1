import { storeKeyOf } from '../../../platform/auth/actor.ts';

/** The way of a store's program that acts: the plugin, or the store's server with an API key of the store. */
export type Program = 'shop_plugin' | 'server';

/** The program that acts; null for a user and for Tributary itself. @param channel set if the plugin acts */
export const programOf = (actorId: number | null, channel?: 'shop_plugin'): Program | null =>
  storeKeyOf(actorId) === null ? (channel ?? null) : 'server';
