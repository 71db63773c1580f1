import type { OutboundRequest } from '../../platform/outbound/outbound.ts';
import type { Claim, ClaimedDelivery } from './claim-deliveries.ts';
import { fillTemplate } from './postback-template.ts';
import { signatureHeaders } from './secret.ts';

const USER_AGENT = 'Tributary-Webhooks/1';

/** The payload of an event as receivers get it. */
export function payloadOf({
  messageId,
  type,
  version,
  occurredAt,
  data,
}: Pick<ClaimedDelivery, 'messageId' | 'type' | 'version' | 'occurredAt' | 'data'>) {
  return { id: messageId, type, version, timestamp: occurredAt.toISOString(), data };
}

/** The request of one attempt: a signed POST of the payload, or a GET of the filled template. */
export function composeRequest(
  { kind, url, secrets }: Claim['webhook'],
  delivery: ClaimedDelivery,
  at: Date,
): Pick<OutboundRequest, 'method' | 'url' | 'headers' | 'body'> {
  const payload = payloadOf(delivery);
  if (kind === 'postback')
    return { method: 'GET', url: fillTemplate(url, payload), headers: { 'user-agent': USER_AGENT } };
  const body = JSON.stringify(payload);
  const { messageId } = delivery;
  return {
    method: 'POST',
    url,
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': USER_AGENT,
      ...signatureHeaders({ messageId, at, body }, secrets),
    },
  };
}
