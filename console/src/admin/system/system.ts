import type { paths } from '@tributary/client';

/** The state of the server, as `GET /v2/admin/system` returns it. */
export type System = paths['/v2/admin/system']['get']['responses']['200']['content']['application/json'];
