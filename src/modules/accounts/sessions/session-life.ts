/** The lifetime of an unused session. */
export const IDLE_SESSION_SECONDS = 12 * 3600;
/** The maximum lifetime of a session, even if it is in use. */
export const MAX_SESSION_SECONDS = 30 * 86_400;
