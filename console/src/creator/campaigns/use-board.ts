import type { paths } from '@tributary/client';

type List = paths['/v2/users/{user}/campaign-board']['get'];

/** A campaign with the creator's participation. */
export type Campaign = List['responses']['200']['content']['application/json']['data'][number];
export type Participation = NonNullable<Campaign['part']>;
