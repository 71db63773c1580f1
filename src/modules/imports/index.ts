export type { ImportDeps } from './deps.ts';
export { importRoutesV2 } from './routes.v2.ts';
