export type { ExplanationDeps } from './deps.ts';
export { explanationRoutesV2 } from './routes.v2.ts';
