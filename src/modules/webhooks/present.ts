import type { Delivery } from './list-deliveries.ts';
import type { Webhook } from './webhook.ts';

function presentReceiver(webhook: Webhook) {
  const { owner } = webhook;
  return {
    id: webhook.id,
    url: webhook.url,
    events: [...webhook.events],
    description: webhook.description,
    store_id: owner.storeId,
    client_id: owner.agencyId,
    user_id: owner.userId,
    status: webhook.status,
    paused_at: webhook.pausedAt?.toISOString() ?? null,
    pause_reason: webhook.pauseReason,
    failing_since: webhook.failingSince?.toISOString() ?? null,
    last_success_at: webhook.lastSuccessAt?.toISOString() ?? null,
    created_at: webhook.createdAt.toISOString(),
    updated_at: webhook.updatedAt.toISOString(),
  };
}

export function presentPostback(webhook: Webhook) {
  const { method, contentType, headers, body } = webhook.request;
  return {
    ...presentReceiver(webhook),
    method,
    content_type: contentType,
    headers,
    body,
    secret_names: [...webhook.valueNames],
  };
}

export function presentWebhook(webhook: Webhook) {
  return {
    ...presentReceiver(webhook),
    store_key_id: webhook.storeKeyId,
    previous_secret_until: webhook.previousSecretUntil?.toISOString() ?? null,
  };
}

export function presentDelivery(delivery: Delivery) {
  return {
    id: delivery.id,
    status: delivery.status,
    event: {
      id: delivery.messageId,
      type: delivery.type,
      version: delivery.version,
      timestamp: delivery.occurredAt.toISOString(),
      data: delivery.data,
    },
    next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
    delivered_at: delivery.deliveredAt?.toISOString() ?? null,
    created_at: delivery.createdAt.toISOString(),
    attempts: delivery.attempts.map(
      ({ at, method, url, requestBody, durationMs, replyStatus, replyExcerpt, error }) => ({
        at: at.toISOString(),
        duration_ms: durationMs,
        request: { method, url, body: requestBody },
        reply: replyStatus === null ? null : { status: replyStatus, body: replyExcerpt ?? '' },
        error,
      }),
    ),
  };
}
