export type { PublicationDeps } from './deps.ts';
export { createPublicationChecker, requestDueChecks } from './reports/check-address.ts';
export { PUBLICATION_WORK } from './reports/work.ts';
export { remindOfEndingRights } from './rights/notify-usage-rights.ts';
export { publicationRoutesV2 } from './routes.ts';
