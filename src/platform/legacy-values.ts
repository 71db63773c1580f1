/** An instant as the unversioned paths print it: `YYYY-MM-DD HH:MM:SS`, UTC. */
export function legacyTime(instant: Date): string {
  return instant.toISOString().slice(0, 19).replace('T', ' ');
}

/** A truth as the unversioned paths print it. */
export function legacyFlag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}
