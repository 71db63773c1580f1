import type { BankMovement, StatedAmount } from './bank-report.ts';
import { all, type Node, one, textOf, texts } from './xml-nodes.ts';

/** What banks write into a mandatory field that they do not fill. */
const PLACEHOLDER = /^(?:non?ref(?:erence)?|not ?provided|not ?available|unknown|none|null|nil|na|x+|0+)?$/;

/** The text; null if it is empty or a placeholder. */
function withoutPlaceholder(text: string): string | null {
  return PLACEHOLDER.test(text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')) ? null : text;
}

/**
 * Reads the booked movements of a statement: one for each payment of an entry, or one for the entry when the bank does not list the
 * payments. An entry without a valid amount, direction or day is a movement without an amount or a day.
 * @param messageId of the message that contains the statement
 */
export function readMovements(statement: Node, messageId: string): BankMovement[] {
  const account = one(one(statement, 'Acct'), 'Id');
  const shared = {
    account:
      withoutPlaceholder((textOf(account, 'IBAN') || textOf(account, 'Othr', 'Id')).replaceAll(/\s/g, ''))
        ?.toUpperCase()
        .slice(0, 64) ?? null,
    statement: [messageId, textOf(statement, 'Id'), textOf(statement, 'ElctrncSeqNb'), textOf(statement, 'CreDtTm')]
      .join('|')
      .slice(0, 255),
  };
  const accountCurrency = textOf(statement, 'Acct', 'Ccy');
  return all(statement, 'Ntry').flatMap((entry) =>
    movementsOf(entry, accountCurrency).map((one) => ({ ...one, ...shared })),
  );
}

type EntryMovement = Omit<BankMovement, 'account' | 'statement'>;

function movementsOf(entry: Node, accountCurrency: string): EntryMovement[] {
  // The status is an element or a code, depending on the version. Pending and informational entries are not booked.
  const status = textOf(entry, 'Sts') || textOf(entry, 'Sts', 'Cd');
  if (status !== 'BOOK') return [];
  const details = all(entry, 'NtryDtls').flatMap((one) => all(one, 'TxDtls'));
  const movements = (details.length === 0 ? [{}] : details).map((transaction) =>
    movementOf(entry, transaction, { isAlone: details.length <= 1, accountCurrency }),
  );
  return withoutSharedReferences(movements);
}

/** A reference of several payments of an entry is that of the entry. */
function withoutSharedReferences(movements: EntryMovement[]): EntryMovement[] {
  const counts = new Map<string, number>();
  for (const reference of movements.flatMap(({ bankReferences }) => bankReferences))
    counts.set(reference, (counts.get(reference) ?? 0) + 1);
  return movements.map((movement) => ({
    ...movement,
    bankReferences: movement.bankReferences.map((reference) =>
      counts.get(reference)! > 1 ? reference.replace(/^\w+:/, 'entry:') : reference,
    ),
  }));
}

function movementOf(
  entry: Node,
  transaction: Node,
  { isAlone, accountCurrency }: { isAlone: boolean; accountCurrency: string },
): EntryMovement {
  const indicator = textOf(transaction, 'CdtDbtInd') || textOf(entry, 'CdtDbtInd');
  const hasDirection = indicator === 'CRDT' || indicator === 'DBIT';
  const moved = amountOf(one(entry, 'Amt'));
  const currency = moved?.currency ?? accountCurrency;
  const stated = statedAmounts(transaction, isAlone ? entry : undefined);
  const own = isAlone ? moved : (stated.find((one) => one.currency === currency) ?? null);
  const refs = one(transaction, 'Refs');
  const remittance = one(transaction, 'RmtInf');
  const parties = one(transaction, 'RltdPties');
  const other = one(parties, indicator === 'DBIT' ? 'Cdtr' : 'Dbtr');
  const valueDay = dayOf(one(entry, 'ValDt'));
  return {
    // An amount without a direction is no amount.
    direction: indicator === 'DBIT' ? 'out' : 'in',
    amount: hasDirection ? (own?.amount ?? null) : null,
    currency: currency.slice(0, 3),
    entryAmount: moved?.amount ?? null,
    stated: hasDirection ? stated : [],
    charges: chargesOf(transaction, isAlone ? entry : undefined, currency),
    day: dayOf(one(entry, 'BookgDt')) ?? valueDay,
    valueDay,
    endToEndId: withoutPlaceholder(textOf(refs, 'EndToEndId'))?.slice(0, 64) ?? null,
    reference: referenceOf(entry, transaction, remittance).slice(0, 500),
    party: (textOf(other, 'Nm') || textOf(other, 'Pty', 'Nm')).slice(0, 140),
    bankReferences: bankReferencesOf(entry, refs),
    returnReason: returnReasonOf(entry, transaction),
  };
}

function referenceOf(entry: Node, transaction: Node, remittance: Node | undefined): string {
  const structured = all(remittance, 'Strd');
  const references = [
    ...texts(remittance, 'Ustrd'),
    ...structured.map((strd) => textOf(strd, 'CdtrRefInf', 'Ref')),
    ...structured.flatMap((strd) => all(strd, 'RfrdDocInf').map((info) => textOf(info, 'Nb'))),
    ...structured.flatMap((strd) => texts(strd, 'AddtlRmtInf')),
  ].filter(Boolean);
  // Some banks repeat the text of the payer only in their own words about the entry.
  if (references.length === 0) references.push(textOf(transaction, 'AddtlTxInf'), textOf(entry, 'AddtlNtryInf'));
  return references.filter(Boolean).join(' ');
}

function bankReferencesOf(entry: Node, refs: Node | undefined): string[] {
  const given = [
    ['entry', textOf(entry, 'AcctSvcrRef')],
    ['detail', textOf(refs, 'AcctSvcrRef')],
    ['uetr', textOf(refs, 'UETR')],
    ['tx', textOf(refs, 'TxId')],
  ] as const;
  return given.flatMap(([kind, text]) => {
    const reference = withoutPlaceholder(text);
    return reference === null ? [] : [`${kind}:${reference.replaceAll(/\s/g, '').toUpperCase().slice(0, 64)}`];
  });
}

/** The amounts of a payment, its own first. @param entry the entry if the payment is its only one */
function statedAmounts(transaction: Node, entry: Node | undefined): StatedAmount[] {
  const details = [one(transaction, 'AmtDtls'), one(entry, 'AmtDtls')];
  return [
    one(transaction, 'Amt'),
    ...['TxAmt', 'InstdAmt', 'CntrValAmt'].flatMap((name) => details.map((node) => one(one(node, name), 'Amt'))),
    one(one(one(transaction, 'OrgnlTxRef'), 'Amt'), 'InstdAmt'),
    ...all(one(transaction, 'RtrInf'), 'OrgnlIntrBkSttlmAmt'),
  ].flatMap((node) => amountOf(node) ?? []);
}

/** Charges within the amount of the entry, in its currency. Versions name them differently. */
function chargesOf(transaction: Node, entry: Node | undefined, currency: string): string[] {
  const charges = [...all(transaction, 'Chrgs'), ...all(entry, 'Chrgs')];
  const records = charges.flatMap((charge) => (all(charge, 'Rcrd').length > 0 ? all(charge, 'Rcrd') : [charge]));
  return records.flatMap((record) => {
    const amount = amountOf(one(record, 'Amt'));
    return amount?.currency === currency ? [amount.amount] : [];
  });
}

function returnReasonOf(entry: Node, transaction: Node): string | null {
  const info = one(transaction, 'RtrInf');
  if (info === undefined && textOf(entry, 'RvslInd') !== 'true') return null;
  const code = textOf(info, 'Rsn', 'Cd') || textOf(info, 'Rsn', 'Prtry');
  return [code, ...texts(info, 'AddtlInf')].filter(Boolean).join(' ').slice(0, 255) || 'returned';
}

/** A decimal number of ISO 20022, without sign, leading zeros and zeros at the end; null if there is none or it is not valid. */
function amountOf(node: Node | undefined): StatedAmount | null {
  const [, whole = '', fraction = ''] = /^\+?(\d*)(?:\.(\d*))?$/.exec(textOf(node, '#text')) ?? [];
  const currency = textOf(node, '@Ccy');
  if (whole + fraction === '' || !/^[A-Z]{3}$/.test(currency)) return null;
  const plain = [whole.replace(/^0+(?=\d)/, '') || '0', fraction.replace(/0+$/, '')]
    .filter((part) => part !== '')
    .join('.');
  return plain.length > 20 ? null : { amount: plain, currency };
}

function dayOf(node: Node | undefined): string | null {
  const day = (textOf(node, 'Dt') || textOf(node, 'DtTm')).slice(0, 10);
  const instant = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(day) && day !== '' ? day : null;
}
