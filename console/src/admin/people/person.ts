import type { paths } from '@tributary/client';

/** A person as administrators see them. */
export type Person = paths['/v2/admin/users/{user}']['get']['responses']['200']['content']['application/json'];

/** The display name of a person. */
export const nameOf = ({ display_name: shown, username }: Person): string => shown ?? username;
