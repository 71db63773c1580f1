import type { Context } from '../../../platform/context.ts';
import { noteRefusals, type Refusal } from '../collectors/refused-reports.ts';
import type { BatchResult } from '../reports/record-batch.ts';

/** Four kilobytes for each report of the largest batch. */
export const MAX_BATCH_BYTES = 4 * 1024 * 1024;

/** Counts the refused reports of a batch, so that the store finds faults of its programs. A failure is only logged. */
export async function noteRefused(
  ctx: Pick<Context, 'db' | 'now' | 'log'>,
  storeId: number,
  results: readonly BatchResult[],
): Promise<void> {
  const refused = results.filter(({ outcome }) => outcome === 'refused');
  if (refused.length === 0) return;
  await noteRefusals(ctx, { storeId, channel: 'server', refusals: refused.map(refusalOf) }).catch((error) =>
    ctx.log.warn({ err: error }, 'refused reports were not counted'),
  );
}

const refusalOf = ({ error, errors }: BatchResult): Refusal => ({
  ...(error === null ? {} : { error }),
  ...(errors === null ? {} : { errors }),
});

/** The reply to a batch. */
export function presentBatch(results: readonly BatchResult[]) {
  const numberOf = (outcome: BatchResult['outcome']) => results.filter((one) => one.outcome === outcome).length;
  return {
    data: results.map(({ orderId, id, outcome, error, message, errors, warnings }) => ({
      order_id: orderId,
      id,
      outcome,
      error,
      message,
      errors: errors as Record<string, string[]> | null,
      warnings: [...warnings],
    })),
    meta: {
      created: numberOf('created'),
      corrected: numberOf('corrected'),
      known: numberOf('known'),
      refused: numberOf('refused'),
      failed: numberOf('failed'),
    },
  };
}
