import type { paths } from '@tributary/client';
import { api, client } from '../../api.ts';

type Webhook = paths['/v2/webhooks']['get']['responses']['200']['content']['application/json']['data'][number];

/** What webhooks and postbacks have in common. */
export type Receiver = Omit<Webhook, 'store_key_id' | 'previous_secret_until'>;

export type Delivery =
  paths['/v2/webhooks/{webhook}/deliveries']['get']['responses']['200']['content']['application/json']['data'][number];

/** The requests for webhooks or for postbacks, which have the same actions and the same log. */
export interface ReceiverKind {
  name: 'webhook' | 'postback';
  /** Whether events are signed. */
  hasSecret: boolean;
  test(id: number): Promise<unknown>;
  change(id: number, status: Receiver['status']): Promise<unknown>;
  remove(id: number): Promise<unknown>;
  /** @returns the number of events that are sent again */
  replay(id: number, since: string): Promise<number>;
  replayOne(id: number, delivery: number): Promise<unknown>;
  useDeliveries(id: number, page: number, size: number): ReturnType<typeof useWebhookDeliveries>;
}

const REFRESH_MS = 5_000;
const LOG = { refetchInterval: REFRESH_MS } as const;

function useWebhookDeliveries(webhook: number, page: number, size: number) {
  const params = { path: { webhook }, query: { page, size } };
  return api.useList('get', '/v2/webhooks/{webhook}/deliveries', { params }, LOG);
}

function usePostbackDeliveries(postback: number, page: number, size: number) {
  const params = { path: { postback }, query: { page, size } };
  return api.useList('get', '/v2/postbacks/{postback}/deliveries', { params }, LOG);
}

const toWebhook = (webhook: number) => ({ params: { path: { webhook } } });
const toPostback = (postback: number) => ({ params: { path: { postback } } });

export const WEBHOOK: ReceiverKind = {
  name: 'webhook',
  hasSecret: true,
  test: (id) => client.POST('/v2/webhooks/{webhook}/test', toWebhook(id)),
  change: (id, status) => client.PATCH('/v2/webhooks/{webhook}', { ...toWebhook(id), body: { status } }),
  remove: (id) => client.DELETE('/v2/webhooks/{webhook}', toWebhook(id)),
  replay: async (id, since) =>
    (await client.POST('/v2/webhooks/{webhook}/replay', { ...toWebhook(id), body: { since } })).data!.replayed,
  replayOne: (webhook, delivery) =>
    client.POST('/v2/webhooks/{webhook}/deliveries/{delivery}/replay', { params: { path: { webhook, delivery } } }),
  useDeliveries: useWebhookDeliveries,
};

export const POSTBACK: ReceiverKind = {
  name: 'postback',
  hasSecret: false,
  test: (id) => client.POST('/v2/postbacks/{postback}/test', toPostback(id)),
  change: (id, status) => client.PATCH('/v2/postbacks/{postback}', { ...toPostback(id), body: { status } }),
  remove: (id) => client.DELETE('/v2/postbacks/{postback}', toPostback(id)),
  replay: async (id, since) =>
    (await client.POST('/v2/postbacks/{postback}/replay', { ...toPostback(id), body: { since } })).data!.replayed,
  replayOne: (postback, delivery) =>
    client.POST('/v2/postbacks/{postback}/deliveries/{delivery}/replay', { params: { path: { postback, delivery } } }),
  useDeliveries: usePostbackDeliveries,
};
