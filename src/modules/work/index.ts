export { type WorkDeps, workRoutesV2 } from './routes.v2.ts';
