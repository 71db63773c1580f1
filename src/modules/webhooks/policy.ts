import { onResource } from '../../platform/auth/policy.ts';
import { managesOwner } from './owner.ts';
import { findWebhook, type Webhook, type WebhookKind } from './webhook.ts';

const onKind = (kind: WebhookKind) =>
  onResource<Webhook>({
    name: kind,
    describe: 'Members of its store, representatives of its client, its creator, an administrator.',
    param: kind,
    kind,
    load: ({ db }, id) => findWebhook(db, kind, id),
    access: (actor, { owner }) => (managesOwner(actor, owner) ? 'allow' : 'hide'),
  });

/** The policies of every path that names a webhook or a postback. */
export const onWebhook = onKind('webhook');
export const onPostback = onKind('postback');
