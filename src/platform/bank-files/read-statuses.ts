import { type PaymentStatus, UnreadableReport } from './bank-report.ts';
import { all, type Node, one, textOf, texts } from './xml-nodes.ts';

/**
 * Reads the statuses of payments from a pain.002.
 * @throws UnreadableReport
 */
export function readStatuses(report: Node): PaymentStatus[] {
  const group = one(report, 'OrgnlGrpInfAndSts');
  const originalMessageId = textOf(group, 'OrgnlMsgId');
  if (originalMessageId === '') throw new UnreadableReport('has no OrgnlMsgId');
  const shared = { originalMessageId, originalBlockId: null, endToEndId: null };
  const statuses: PaymentStatus[] = [];
  const add = (node: Node | undefined, name: string, about: Partial<PaymentStatus>) => {
    const status = textOf(node, name);
    if (status !== '') statuses.push({ ...shared, ...about, status: status.slice(0, 4), reason: reasonOf(node) });
  };
  add(group, 'GrpSts', {});
  for (const block of all(report, 'OrgnlPmtInfAndSts')) {
    const originalBlockId = textOf(block, 'OrgnlPmtInfId').slice(0, 35);
    add(block, 'PmtInfSts', { originalBlockId });
    for (const transaction of all(block, 'TxInfAndSts'))
      add(transaction, 'TxSts', { originalBlockId, endToEndId: textOf(transaction, 'OrgnlEndToEndId').slice(0, 64) });
  }
  return statuses;
}

function reasonOf(node: Node | undefined): string {
  const reasons = all(node, 'StsRsnInf').flatMap((info) => [
    textOf(info, 'Rsn', 'Cd') || textOf(info, 'Rsn', 'Prtry'),
    ...texts(info, 'AddtlInf'),
  ]);
  return reasons.filter(Boolean).join(' ').slice(0, 255);
}
