import { XMLParser, XMLValidator } from 'fast-xml-parser';
import {
  type BankMovement,
  type BankReport,
  MAX_REPORT_ENTRIES,
  type PaymentStatus,
  UnreadableReport,
} from './bank-report.ts';

/** An element as the parser returns it: texts, elements by name, and lists of them. */
type Node = { [name: string]: Node | Node[] | string | undefined };

/** Maximum depth of nested elements. No bank report is nested this deeply. */
const MAX_DEPTH = 40;

/**
 * Reads a report of a bank in ISO 20022: camt.053, camt.054 or pain.002 of any version. Document types are refused, and only the five
 * entities of XML and numeric ones are expanded. The largest reports take a second, so do not call it on the thread that serves
 * requests.
 * @throws UnreadableReport
 */
export function readReport(content: Buffer): BankReport {
  const document = one(parse(decoded(content)), 'Document');
  const statement = one(document, 'BkToCstmrStmt');
  if (statement !== undefined) return accountReport('camt.053', statement, 'Stmt');
  const notification = one(document, 'BkToCstmrDbtCdtNtfctn');
  if (notification !== undefined) return accountReport('camt.054', notification, 'Ntfctn');
  const status = one(document, 'CstmrPmtStsRpt');
  if (status !== undefined) return statusReport(status);
  throw new UnreadableReport('is no camt.053, camt.054 or pain.002');
}

function decoded(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new UnreadableReport('must be XML in UTF-8');
  }
}

function parse(text: string): Node {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new UnreadableReport('must not have a document type');
  if (isTooDeep(text)) throw new UnreadableReport(`must not be nested deeper than ${MAX_DEPTH} elements`);
  const wellFormed = XMLValidator.validate(text);
  if (wellFormed !== true) throw new UnreadableReport(`is no XML (line ${wellFormed.err.line}: ${wellFormed.err.msg})`);
  return new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    processEntities: false,
    parseTagValue: false,
    parseAttributeValue: false,
  }).parse(text) as Node;
}

/** The parser is recursive, so texts with unlimited nesting must not reach it. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [tag] of text.matchAll(/<[^!?][^>]*>/g)) {
    if (tag.startsWith('</')) depth -= 1;
    else if (!tag.endsWith('/>')) depth += 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

function accountReport(kind: 'camt.053' | 'camt.054', report: Node, part: string): BankReport {
  const movements = all(report, part).flatMap((statement) => all(statement, 'Ntry').flatMap(movementsOf));
  return { kind, messageId: messageIdOf(report), movements: bounded(movements), statuses: [] };
}

/** One element for each payment of an entry, or one for the entry when the bank does not list the payments. */
function movementsOf(entry: Node): BankMovement[] {
  // The status is an element or a code, depending on the version. Pending and informational entries are not booked.
  const status = textOf(entry, 'Sts') || textOf(entry, 'Sts', 'Cd');
  if (status !== 'BOOK') return [];
  const details = all(entry, 'NtryDtls').flatMap((one) => all(one, 'TxDtls'));
  return (details.length === 0 ? [{}] : details).map((transaction) =>
    movementOf(entry, transaction, details.length <= 1),
  );
}

function movementOf(entry: Node, transaction: Node, isAlone: boolean): BankMovement {
  const indicator = textOf(transaction, 'CdtDbtInd') || textOf(entry, 'CdtDbtInd');
  if (indicator !== 'CRDT' && indicator !== 'DBIT') throw new UnreadableReport('has an entry without CRDT or DBIT');
  const ownAmount =
    amountOf(one(transaction, 'Amt')) ?? amountOf(one(one(one(transaction, 'AmtDtls'), 'TxAmt'), 'Amt'));
  const entryAmount = amountOf(one(entry, 'Amt'));
  if (entryAmount === null) throw new UnreadableReport('has an entry without an amount');
  // An amount in a currency other than the account's is not the booked amount.
  const usable = ownAmount !== null && (!isAlone || ownAmount.currency === entryAmount.currency) ? ownAmount : null;
  const day = dayOf(one(entry, 'BookgDt')) ?? dayOf(one(entry, 'ValDt'));
  if (day === null) throw new UnreadableReport('has an entry without a day');
  const refs = one(transaction, 'Refs');
  const remittance = one(transaction, 'RmtInf');
  const endToEndId = textOf(refs, 'EndToEndId');
  const references = [
    ...texts(remittance, 'Ustrd'),
    ...all(remittance, 'Strd').map((strd) => textOf(strd, 'CdtrRefInf', 'Ref')),
    ...all(remittance, 'Strd').flatMap((strd) => all(strd, 'RfrdDocInf').map((info) => textOf(info, 'Nb'))),
    ...(remittance === undefined ? [textOf(transaction, 'AddtlTxInf'), textOf(entry, 'AddtlNtryInf')] : []),
  ];
  const parties = one(transaction, 'RltdPties');
  const other = one(parties, indicator === 'CRDT' ? 'Dbtr' : 'Cdtr');
  return {
    direction: indicator === 'CRDT' ? 'in' : 'out',
    amount: (usable ?? (isAlone ? entryAmount : null))?.amount ?? null,
    currency: (usable ?? entryAmount).currency,
    day,
    endToEndId: endToEndId === '' || endToEndId === 'NOTPROVIDED' ? null : endToEndId.slice(0, 64),
    reference: references.filter(Boolean).join(' ').slice(0, 500),
    party: (textOf(other, 'Nm') || textOf(other, 'Pty', 'Nm')).slice(0, 140),
    bankReference: (textOf(refs, 'AcctSvcrRef') || (isAlone ? textOf(entry, 'AcctSvcrRef') : '')).slice(0, 64) || null,
    returnReason: returnReasonOf(entry, transaction),
  };
}

function returnReasonOf(entry: Node, transaction: Node): string | null {
  const info = one(transaction, 'RtrInf');
  if (info === undefined && textOf(entry, 'RvslInd') !== 'true') return null;
  const code = textOf(info, 'Rsn', 'Cd') || textOf(info, 'Rsn', 'Prtry');
  return [code, ...texts(info, 'AddtlInf')].filter(Boolean).join(' ').slice(0, 255) || 'returned';
}

function statusReport(report: Node): BankReport {
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
  return { kind: 'pain.002', messageId: messageIdOf(report), movements: [], statuses: bounded(statuses) };
}

function reasonOf(node: Node | undefined): string {
  const reasons = all(node, 'StsRsnInf').flatMap((info) => [
    textOf(info, 'Rsn', 'Cd') || textOf(info, 'Rsn', 'Prtry'),
    ...texts(info, 'AddtlInf'),
  ]);
  return reasons.filter(Boolean).join(' ').slice(0, 255);
}

function messageIdOf(report: Node): string {
  const id = textOf(report, 'GrpHdr', 'MsgId');
  if (id === '') throw new UnreadableReport('has no MsgId');
  return id.slice(0, 64);
}

function bounded<Entry>(entries: Entry[]): Entry[] {
  if (entries.length > MAX_REPORT_ENTRIES)
    throw new UnreadableReport(`must have at most ${MAX_REPORT_ENTRIES} entries`);
  return entries;
}

function amountOf(node: Node | undefined): { amount: string; currency: string } | null {
  const [amount, currency] = [textOf(node, '#text'), textOf(node, '@Ccy')];
  if (amount === '' && currency === '') return null;
  if (!/^\d{1,15}(?:\.\d{1,5})?$/.test(amount) || !/^[A-Z]{3}$/.test(currency))
    throw new UnreadableReport('has an amount that is no decimal number with a currency');
  return { amount, currency };
}

function dayOf(node: Node | undefined): string | null {
  const day = (textOf(node, 'Dt') || textOf(node, 'DtTm')).slice(0, 10);
  const instant = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(day) && day !== '' ? day : null;
}

/** Child elements with this name. An element without attributes and children is parsed as text and is not a node. */
function all(node: Node | undefined, name: string): Node[] {
  return values(node, name).filter((value): value is Node => typeof value === 'object');
}

const one = (node: Node | undefined, name: string): Node | undefined => all(node, name)[0];

/** The text at a path, unescaped; empty if there is none. */
function textOf(node: Node | undefined, ...path: string[]): string {
  const names = [...path];
  const last = names.pop()!;
  const parent = names.reduce<Node | undefined>((above, name) => one(above, name), node);
  return texts(parent, last)[0] ?? '';
}

function texts(node: Node | undefined, name: string): string[] {
  return values(node, name).map((value) =>
    unescaped(typeof value === 'string' ? value : asText(value['#text'])).trim(),
  );
}

const asText = (value: Node | Node[] | string | undefined) => (typeof value === 'string' ? value : '');

function values(node: Node | undefined, name: string): (Node | string)[] {
  const value = node === undefined || !Object.hasOwn(node, name) ? undefined : node[name];
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text
    .replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
      if (name !== undefined) return NAMED[name] ?? whole;
      const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return point <= 0x10ffff && (point < 0xd800 || point > 0xdfff) ? String.fromCodePoint(point) : '';
    })
    .replaceAll('\0', '');
}
