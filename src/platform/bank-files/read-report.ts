import { decodeWhole, UnreadableText } from '../tables/decode-text.ts';
import {
  type BankReport,
  MAX_REPORT_ENTRIES,
  type ReportKind,
  type ReportPart,
  UnreadableReport,
} from './bank-report.ts';
import { openArchive } from './open-archive.ts';
import { readMovements } from './read-movements.ts';
import { readStatuses } from './read-statuses.ts';
import { all, find, type Node, one, parseXml, textOf } from './xml-nodes.ts';

/** The reports of an account: kind, element of the report, element of a statement. */
const ACCOUNT_REPORTS = [
  ['camt.052', 'BkToCstmrAcctRpt', 'Rpt'],
  ['camt.053', 'BkToCstmrStmt', 'Stmt'],
  ['camt.054', 'BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
] as const;

/**
 * Reads reports of a bank in ISO 20022: camt.052, camt.053, camt.054 or pain.002 of any version, also in an envelope or a zip or gzip
 * archive, in the encoding that they declare. The largest reports take a second, so do not call it on the thread that serves
 * requests.
 * @throws UnreadableReport
 */
export function readReport(content: Buffer): BankReport {
  const documents = openArchive(content).flatMap((file) => find(parseXml(decoded(file)), 'Document').map(documentOf));
  const [first] = documents;
  if (first === undefined) throw new UnreadableReport('is no camt.052, camt.053, camt.054 or pain.002');
  const parts = documents.flatMap((document) => document.parts);
  const entries = parts.reduce((sum, { movements, statuses }) => sum + movements.length + statuses.length, 0);
  if (entries > MAX_REPORT_ENTRIES) throw new UnreadableReport(`must have at most ${MAX_REPORT_ENTRIES} entries`);
  return { kind: first.kind, messageId: first.messageId, parts };
}

function documentOf(document: Node): BankReport {
  for (const [kind, root, part] of ACCOUNT_REPORTS) {
    const report = one(document, root);
    if (report === undefined) continue;
    const messageId = messageIdOf(report);
    const parts = all(report, part).map((statement) => ({
      movements: readMovements(statement, messageId),
      statuses: [],
    }));
    return reportOf(kind, messageId, parts);
  }
  const status = one(document, 'CstmrPmtStsRpt');
  if (status === undefined) throw new UnreadableReport('is no camt.052, camt.053, camt.054 or pain.002');
  return reportOf('pain.002', messageIdOf(status), [{ movements: [], statuses: readStatuses(status) }]);
}

const reportOf = (kind: ReportKind, messageId: string, parts: ReportPart[]): BankReport => ({ kind, messageId, parts });

function decoded(content: Buffer): string {
  try {
    return decodeWhole(content);
  } catch (error) {
    if (error instanceof UnreadableText) throw new UnreadableReport(`is in no readable encoding. ${error.message}`);
    throw error;
  }
}

function messageIdOf(report: Node): string {
  const id = textOf(report, 'GrpHdr', 'MsgId');
  if (id === '') throw new UnreadableReport('has no MsgId');
  return id.slice(0, 64);
}
