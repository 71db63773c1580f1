import type { Logger } from '../context.ts';
import { handler, type JobHandler } from '../jobs/handler.ts';
import { createDeal } from './deal.ts';
import { type HubSpotSettings, makeHubSpotDeal } from './hubspot.ts';

/** Creates the worker for `createDeal` jobs. Without a CRM it logs each deal without the person's address. */
export function createCrm(hubspot: HubSpotSettings | null, log: Logger): JobHandler {
  return handler(createDeal, async (deal, { signal }) => {
    if (hubspot !== null) await makeHubSpotDeal(hubspot, deal, signal);
    else log.info({ deal: deal.key, title: deal.title }, 'no CRM is configured; the deal was only logged');
  });
}
