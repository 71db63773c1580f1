/** How long a session lasts that nobody uses. */
export const IDLE_SESSION_SECONDS = 12 * 3600;
/** How long it lasts at most, however much it is used: then its owner signs in again. */
export const MAX_SESSION_SECONDS = 30 * 86_400;
