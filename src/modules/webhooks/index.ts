export { createDeliverer } from './deliver-job.ts';
export { askForDueDeliveries, dispatchEvents } from './dispatch-events.ts';
export { documentedWebhooks } from './documented.ts';
export { ENTERED_VALUES } from './entered-values.ts';
export { audienceOf, managedBy, managesOwner, type NamedOwner, type Owner, resolveOwner } from './owner.ts';
export { type WebhookDeps, webhookRoutesV2 } from './routes.v2.ts';
export { WEBHOOK_SECRETS } from './secret.ts';
export { publishSums, startWebhooks } from './start-webhooks.ts';
export { WEBHOOK_WORK } from './work.ts';
