import type pg from 'pg';
import { createMarket } from '../harness/market.ts';

const LINKS = 40;

/** A store with links of many creators, and the key of its order plugin. */
export interface ClickMarket {
  codes: string[];
  activationKey: string;
}

/** Links of a few creators, with the store's own prices and with a campaign whose cap is reached during the run. */
export async function makeClickMarket(pool: pg.Pool): Promise<ClickMarket> {
  const market = createMarket(pool);
  const storeId = await market.store();
  await market.price({ storeId, cpcMinor: 10, cpa: 0.08, invoiceCpa: 0.1 });
  const sharedBudgetId = await market.sharedBudget(storeId, 20_000);
  const campaignId = await market.campaign({ storeId, sharedBudgetId, maxClicks: 1_500 });
  await market.price({ storeId, campaignId, cpcMinor: 25 });
  const codes: string[] = [];
  for (let index = 0; index < LINKS; index++)
    codes.push((await market.link({ userId: await market.user(), storeId })).code);
  return { codes, activationKey: await market.activationKey(storeId) };
}
