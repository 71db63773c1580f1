import type { Context } from '../../platform/context.ts';
import { handler, type JobHandler } from '../../platform/jobs/handler.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { claimDeliveries } from './claim-deliveries.ts';
import { askForDeliveries, deliverWebhook } from './dispatch-events.ts';
import { recordAttempts } from './record-attempts.ts';
import { sendDelivery } from './send-delivery.ts';

/** Requests to one receiver at a time. */
const AT_ONCE = 10;
/** Time after which the job of a webhook ends, so that others can run. */
const TURN_MS = 20_000;

export interface DeliveryDeps extends Pick<Context, 'db' | 'now' | 'publicUrl' | 'vault'> {
  outbound: Outbound;
}

/**
 * The job that sends the due deliveries of one webhook. Each round claims, sends and records. If a process ends in between, its
 * claim expires and the deliveries are sent again: at least once.
 */
export function createDeliverer(deps: DeliveryDeps): JobHandler {
  return handler(deliverWebhook, async ({ webhookId }, { signal }) => {
    const begun = performance.now();
    for (;;) {
      const claim = await claimDeliveries(deps, { webhookId, at: deps.now(), limit: AT_ONCE });
      if (claim === null) return;
      const sent = claim.deliveries.map((delivery) => sendDelivery({ ...deps, signal }, claim.webhook, delivery));
      await recordAttempts(deps, webhookId, await Promise.all(sent));
      if (performance.now() - begun < TURN_MS) continue;
      await askForDeliveries(deps.db, [webhookId]);
      return;
    }
  });
}
