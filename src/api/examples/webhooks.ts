import { type Example, madeBy } from './example.ts';

const webhook = { webhook: madeBy('createWebhook') };
const postback = { postback: madeBy('createPostback') };
const SINCE = { since: '2026-01-01T00:00:00Z' };

/** Examples of webhooks and postbacks. */
export const WEBHOOK_EXAMPLES: Record<string, Example> = {
  createWebhook: {
    as: 'advertiser',
    body: {
      url: 'https://receiver.example/tributary',
      events: ['order.created', 'order.updated', 'participant.*'],
      description: 'Our order system',
    },
  },
  changeWebhook: { as: 'advertiser', at: webhook, body: { events: ['order.*'] } },
  replayWebhook: { as: 'advertiser', at: webhook, body: SINCE },
  createPostback: {
    as: 'creator',
    body: {
      url: 'https://network.example/postback?click={sub1}&payout={payout}&currency={currency}&status={order_status}',
    },
  },
  changePostback: { as: 'creator', at: postback, body: { description: 'The network’s' } },
  replayPostback: { as: 'creator', at: postback, body: SINCE },
};
