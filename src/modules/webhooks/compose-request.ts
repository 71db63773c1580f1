import type { OutboundRequest } from '../../platform/outbound/outbound.ts';
import { TEST_EVENT } from './catalog.ts';
import type { Claim, ClaimedDelivery } from './claim-deliveries.ts';
import { hiddenValues } from './entered-values.ts';
import { fillRequest } from './postback-template.ts';
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

/** A request, and the parts of it that the log shows. */
interface ComposedRequest {
  request: Pick<OutboundRequest, 'method' | 'url' | 'headers' | 'body'>;
  /** Without the values that the owner has entered. The payload of a webhook is the event itself. */
  shown: { url: string; body: string | null };
}

/** The request of one attempt: a signed POST of the payload, or a filled template. */
export function composeRequest(webhook: Claim['webhook'], delivery: ClaimedDelivery, at: Date): ComposedRequest {
  const { kind, url, secrets } = webhook;
  if (kind === 'postback') return composePostback(webhook, delivery);
  const body = JSON.stringify(payloadOf(delivery));
  const { messageId } = delivery;
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': USER_AGENT,
    ...signatureHeaders({ messageId, at, body }, secrets),
  };
  return { request: { method: 'POST', url, body, headers }, shown: { url, body: null } };
}

function composePostback({ template, values }: Claim['webhook'], delivery: ClaimedDelivery): ComposedRequest {
  const payload = payloadOf(delivery);
  const event = payload.type === TEST_EVENT.type ? { ...payload, data: SAMPLE } : payload;
  const { url, headers, body } = fillRequest(template, { event, values });
  const shown = fillRequest(template, { event, values: hiddenValues(values) });
  return {
    request: {
      method: template.method,
      url,
      headers: { ...headers, 'user-agent': USER_AGENT },
      ...(body === null ? {} : { body }),
    },
    shown: { url: shown.url, body: shown.body },
  };
}

/** The order of a test of a postback. */
const SAMPLE = {
  id: 0,
  status: 'pending',
  store_id: 0,
  affiliate_link_id: 0,
  offer_id: null,
  click_id: '019ae000-0000-7000-8000-000000000000',
  net_value: { minor: 10_000, currency: 'EUR' },
  earnings: { minor: 700, currency: 'EUR' },
  sub1: 'test',
  sub5: 'test',
};
