import type { paths } from '@tributary/client';

export type Run = paths['/v2/payout-runs']['get']['responses']['200']['content']['application/json']['data'][number];
export type RunPayout =
  paths['/v2/payout-runs/{payout_run}/payouts']['get']['responses']['200']['content']['application/json']['data'][number];
export type PayableCurrency =
  paths['/v2/admin/payable-currencies']['get']['responses']['200']['content']['application/json']['data'][number];
export type Preview = paths['/v2/payout-runs/preview']['post']['responses']['200']['content']['application/json'];

export const BANK_FORMATS = ['pain.001.001.09', 'pain.001.001.03'] as const;

/** Whether the run waits for a second administrator. */
export const awaitsApproval = ({ status, needs_approval: needs }: Run): boolean => status === 'draft' && needs;
