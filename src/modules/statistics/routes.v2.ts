import type { FastifyInstance } from 'fastify';
import { agencyStatisticsRoutes } from './agencies/routes.v2.ts';
import { earningsBreakdownRoutes } from './breakdowns/routes.v2.ts';
import { creatorStatisticsRoutes } from './creators/routes.v2.ts';
import type { StatisticsDeps } from './deps.ts';
import { funnelRoutes } from './funnel/routes.v2.ts';
import { rankingRoutesV2 } from './rankings/routes.v2.ts';
import { storeResultRoutes } from './results/routes.v2.ts';
import { subIdRoutes } from './sub-ids/routes.v2.ts';

/** Statistics of API v2: a creator's figures, and a store's creators, links and campaigns. */
export function statisticsRoutesV2(app: FastifyInstance, deps: StatisticsDeps): void {
  agencyStatisticsRoutes(app, deps);
  creatorStatisticsRoutes(app, deps);
  subIdRoutes(app, deps);
  earningsBreakdownRoutes(app, deps);
  rankingRoutesV2(app, deps);
  storeResultRoutes(app, deps);
  funnelRoutes(app, deps);
}
