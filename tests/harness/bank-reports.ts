/** A payment as a bank reports it in tests. */
export interface ReportedPayment {
  direction: 'CRDT' | 'DBIT';
  amount: string;
  currency?: string;
  day?: string;
  endToEndId?: string;
  reference?: string;
  party?: string;
  bankReference?: string;
  returnReason?: string;
  pending?: boolean;
}

const tag = (name: string, content: string | undefined) =>
  content === undefined ? '' : `<${name}>${content}</${name}>`;

/** Root and part of the message of each kind of report. */
const KINDS = {
  '052': ['BkToCstmrAcctRpt', 'Rpt'],
  '053': ['BkToCstmrStmt', 'Stmt'],
  '054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
} as const;

/** An account report (camt.052), statement (camt.053) or notification (camt.054), one entry for each payment, as the official schemas require it. */
export function camt(payments: readonly ReportedPayment[], kind: keyof typeof KINDS = '053'): Buffer {
  const [root, part] = KINDS[kind];
  const entries = payments.map((one) => {
    const side = one.direction === 'CRDT' ? 'Dbtr' : 'Cdtr';
    return `<Ntry><Amt Ccy="${one.currency ?? 'SEK'}">${one.amount}</Amt><CdtDbtInd>${one.direction}</CdtDbtInd>
      <Sts>${one.pending ? 'PDNG' : 'BOOK'}</Sts><BookgDt><Dt>${one.day ?? '2026-02-03'}</Dt></BookgDt>
      <BkTxCd><Prtry><Cd>1</Cd></Prtry></BkTxCd><NtryDtls><TxDtls>
      <Refs>${tag('AcctSvcrRef', one.bankReference)}${tag('EndToEndId', one.endToEndId)}</Refs>
      <RltdPties>${tag(side, tag('Nm', one.party))}</RltdPties><RmtInf>${tag('Ustrd', one.reference)}</RmtInf>
      ${tag('RtrInf', one.returnReason === undefined ? undefined : `<Rsn><Cd>${one.returnReason}</Cd></Rsn>`)}
      </TxDtls></NtryDtls></Ntry>`;
  });
  const created = '<CreDtTm>2026-02-03T06:00:00</CreDtTm>';
  const balance =
    kind === '053'
      ? '<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="SEK">0</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-02-03</Dt></Dt></Bal>'
      : '';
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
    <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.02"><${root}><GrpHdr><MsgId>STMT-${Math.random()}</MsgId>${created}</GrpHdr>
    <${part}><Id>1</Id>${created}<Acct><Id><Othr><Id>NOTPROVIDED</Id></Othr></Id></Acct>${balance}${entries.join('')}</${part}></${root}></Document>`);
}

/** A status report of a payment file (pain.002). */
export function pain002(
  messageId: string,
  {
    group,
    block,
    payments = [],
  }: { group?: string; block?: [id: string, status: string]; payments?: [id: string, status: string][] },
): Buffer {
  const reasons = '<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf>';
  const transactions = payments.map(
    ([id, status]) =>
      `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId><TxSts>${status}</TxSts>${reasons}</TxInfAndSts>`,
  );
  return Buffer.from(`<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"><CstmrPmtStsRpt>
    <GrpHdr><MsgId>ST-${Math.random()}</MsgId></GrpHdr>
    <OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId>${tag('GrpSts', group)}</OrgnlGrpInfAndSts>
    <OrgnlPmtInfAndSts><OrgnlPmtInfId>${block?.[0] ?? `${messageId}-X`}</OrgnlPmtInfId>${tag('PmtInfSts', block?.[1])}${transactions.join('')}
    </OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`);
}
