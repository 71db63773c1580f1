import { type Example, madeBy } from './example.ts';

const sandbox = { sandbox: madeBy('makeSandbox') };

/** Examples of sandboxes and their clocks. The id of a sandbox is a text. */
export const SANDBOX_EXAMPLES: Record<string, Example> = {
  makeSandbox: { as: 'advertiser', body: { name: 'Black Friday', shape: 'market', seed: 7 } },
  planSandboxTraffic: {
    as: 'advertiser',
    at: sandbox,
    body: { days: 30, clicks: 500, orders: 20, pattern: 'shoppers' },
  },
  advanceSandboxClock: {
    as: 'advertiser',
    at: sandbox,
    body: { advance_to: '2027-01-05T09:00:00Z' },
    needs: 'The instant is after the clock.',
  },
};
