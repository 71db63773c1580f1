import { type Actor, isStoreKey } from '../../platform/auth/actor.ts';
import { onResource } from '../../platform/auth/policy.ts';
import { managesOwner } from './owner.ts';
import { findWebhook, type Webhook, type WebhookKind } from './webhook.ts';

/** Whether a caller may change a webhook that the caller may read: an API key of a store only what such a key has set up. */
const mayChange = (actor: Actor, { storeKeyId }: Webhook) => !isStoreKey(actor) || storeKeyId !== null;

/** The policy of paths that change a webhook. A key that has leaked can therefore not redirect, silence or imitate the webhooks of people. */
export const onOwnWebhook = onResource<Webhook>({
  name: 'ownWebhook',
  describe:
    'Members of its store, representatives of its client, its creator, an administrator. With an API key of the store, only webhooks that such a key has set up.',
  param: 'webhook',
  kind: 'webhook',
  load: ({ db }, id) => findWebhook(db, 'webhook', id),
  access: (actor, webhook) => {
    if (!managesOwner(actor, webhook.owner)) return 'hide';
    return mayChange(actor, webhook) ? 'allow' : 'forbid';
  },
});

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
