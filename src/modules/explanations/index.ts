export { openAppeal } from './appeals/open-appeal.ts';
export { APPEAL_WORK } from './appeals/work.ts';
export type { ExplanationDeps } from './deps.ts';
export { explanationRoutesV2 } from './routes.v2.ts';
