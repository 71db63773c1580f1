import type { paths } from '@tributary/client';
import { en } from './texts.en.ts';

/** One payment in a bank report. */
export type Entry = paths['/v2/bank-entries']['get']['responses']['200']['content']['application/json']['data'][number];

export const OUTCOMES = Object.keys(en.outcomes satisfies Record<Entry['outcome'], string>) as Entry['outcome'][];
