import type { paths } from '@tributary/client';

export type Sandbox = paths['/v2/sandboxes']['get']['responses']['200']['content']['application/json']['data'][number];
