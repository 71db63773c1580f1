import type { paths } from '@tributary/client';

export type Product = paths['/v2/products']['get']['responses']['200']['content']['application/json']['data'][number];
