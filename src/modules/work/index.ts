export type { WorkDeps } from './list-work.ts';
export { workRoutesV2 } from './routes.v2.ts';
