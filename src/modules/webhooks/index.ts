export { documentedWebhooks } from './documented.ts';
export { type WebhookDeps, webhookRoutesV2 } from './routes.v2.ts';
export { startWebhooks } from './start-webhooks.ts';
