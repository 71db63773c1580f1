import type { paths } from '@tributary/client';

type Tiers = paths['/v2/offers/{offer}/bonus-tiers']['get']['responses']['200']['content']['application/json'];

/** The bonuses of a month; null: there are none. */
export type MonthBonuses = Tiers['this_month'];
