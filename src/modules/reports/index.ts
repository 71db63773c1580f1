export { type ReportDeps, reportRoutesV2 } from './routes.v2.ts';
export { createReportSender } from './send-report.ts';
export { requestDueReports, startReports } from './start-reports.ts';
