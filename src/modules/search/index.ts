export { searchRoutesV2 } from './routes.v2.ts';
