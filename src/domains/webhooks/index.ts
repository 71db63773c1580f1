export { EVENT_KINDS, TEST_EVENT } from './catalog.ts';
export { type WebhookDeps, webhookRoutesV2 } from './routes.v2.ts';
export { startWebhooks } from './start-webhooks.ts';
