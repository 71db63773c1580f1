/** A movement of the demo company's account, as its bank reports it. */
export interface StatementLine {
  direction: 'in' | 'out';
  /** Amount in major units. */
  amount: string;
  currency: string;
  /** `YYYY-MM-DD` */
  day: string;
  party: string;
  reference?: string;
  endToEndId?: string;
  /** Reason code of ISO 20022, for a returned payment. */
  returnReason?: string;
}

/** Writes a camt.053 statement of at least one movement. @param id names the statement */
export function bankStatement(id: string, lines: readonly StatementLine[]): Buffer {
  const tag = (name: string, content: string | undefined) =>
    content === undefined ? '' : `<${name}>${content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</${name}>`;
  const entries = lines.map((line, index) => {
    const [sign, party] = line.direction === 'in' ? ['CRDT', 'Dbtr'] : ['DBIT', 'Cdtr'];
    const reason = line.returnReason === undefined ? '' : `<RtrInf><Rsn>${tag('Cd', line.returnReason)}</Rsn></RtrInf>`;
    return `<Ntry><Amt Ccy="${line.currency}">${line.amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Sts>BOOK</Sts>
<BookgDt>${tag('Dt', line.day)}</BookgDt><BkTxCd><Prtry><Cd>1</Cd></Prtry></BkTxCd><NtryDtls><TxDtls><Refs>${tag('AcctSvcrRef', `${id}-${index + 1}`)}${tag('EndToEndId', line.endToEndId)}</Refs>
<RltdPties><${party}>${tag('Nm', line.party)}</${party}></RltdPties><RmtInf>${tag('Ustrd', line.reference)}</RmtInf>${reason}</TxDtls></NtryDtls></Ntry>`;
  });
  const last = lines
    .map(({ day }) => day)
    .sort()
    .at(-1)!;
  const created = tag('CreDtTm', `${last}T20:00:00`);
  // A statement has a balance; nothing reads it.
  const balance = `<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="${lines[0]!.currency}">0</Amt><CdtDbtInd>CRDT</CdtDbtInd>
<Dt>${tag('Dt', last)}</Dt></Bal>`;
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr>${tag('MsgId', id)}${created}</GrpHdr>
<Stmt>${tag('Id', id)}${created}<Acct><Id><Othr><Id>NOTPROVIDED</Id></Othr></Id></Acct>${balance}${entries.join('\n')}</Stmt></BkToCstmrStmt></Document>`);
}
