import { storeKeyOf } from '../../../platform/auth/actor.ts';

/** The way of a store's program that acts: the plugin, or the store's server with an API key of the store. */
export type Program = 'shop_plugin' | 'server';

/** The program that acts; null for a user and for Tributary itself. @param channel set if a program acts that is not signed in */
export const programOf = (actorId: number | null, channel?: Program): Program | null =>
  storeKeyOf(actorId) === null ? (channel ?? null) : 'server';
