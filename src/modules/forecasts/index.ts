export { forecastRoutesV2 } from './routes.v2.ts';
