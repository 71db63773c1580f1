export { createBroadcastSender, requestDueBroadcasts } from './broadcasts/send-broadcast.ts';
export { messageRoutesV2 } from './routes.v2.ts';
export { startMessages } from './start-messages.ts';
export { createTriggerSender, requestTriggers } from './triggers/send-triggers.ts';
