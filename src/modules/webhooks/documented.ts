import { Type } from 'typebox';
import type { EventKind } from '../../platform/events/event-kind.ts';
import { dateTime } from '../../platform/http/fields.ts';
import type { DocumentedWebhook } from '../../platform/http/openapi.ts';
import { EVENT_KINDS, TEST_EVENT } from './catalog.ts';

/** The bodies that are posted to webhooks, for the reference: one entry for each kind of event. */
export function documentedWebhooks(): Record<string, DocumentedWebhook> {
  return Object.fromEntries([...EVENT_KINDS, TEST_EVENT].map((kind) => [kind.type, documented(kind)]));
}

function documented({ type, version, description, data }: EventKind): DocumentedWebhook {
  const body = Type.Object({
    id: Type.String({ description: 'As in the header `webhook-id`: the same at each attempt and replay.' }),
    type: Type.Literal(type),
    version: Type.Literal(version),
    timestamp: dateTime({ description: 'When it happened.' }),
    data,
  });
  return {
    description: `${description}\n\nSigned by Standard Webhooks: headers \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\`.`,
    body,
  };
}
