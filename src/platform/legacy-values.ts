/** Formats an instant for the legacy API: `YYYY-MM-DD HH:MM:SS`, UTC. */
export function legacyTime(instant: Date): string {
  return instant.toISOString().slice(0, 19).replace('T', ' ');
}

/** Formats a boolean for the legacy API. */
export function legacyFlag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}
