import { deflateRawSync } from 'node:zlib';
import { readTable } from './src/domains/payments/imports/read-table.ts';
function zip(parts: Record<string, string>): Buffer {
  const locals: Buffer[] = []; const directory: Buffer[] = []; let offset = 0;
  for (const [name, text] of Object.entries(parts)) {
    const content = Buffer.from(text); const packed = deflateRawSync(content);
    const local = Buffer.alloc(30); local.writeUInt32LE(0x04034b50, 0); local.writeUInt16LE(8, 8); local.writeUInt32LE(packed.length, 18); local.writeUInt32LE(content.length, 22); local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46); entry.writeUInt32LE(0x02014b50, 0); entry.writeUInt16LE(8, 10); entry.writeUInt32LE(packed.length, 20); entry.writeUInt32LE(content.length, 24); entry.writeUInt16LE(name.length, 28); entry.writeUInt32LE(offset, 42);
    locals.push(local, Buffer.from(name), packed); directory.push(entry, Buffer.from(name)); offset += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22); const listed = Buffer.concat(directory); end.writeUInt32LE(0x06054b50, 0); end.writeUInt16LE(Object.keys(parts).length, 8); end.writeUInt16LE(Object.keys(parts).length, 10); end.writeUInt32LE(listed.length, 12); end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, listed, end]);
}
const base = {
 '[Content_Types].xml': '<Types/>',
 '_rels/.rels': '<Relationships><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
 'xl/workbook.xml': '<workbook><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
 'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
};
const M = 7.9 * 1024 * 1024;
const rep = (s: string, most = Infinity) => s.repeat(Math.min(most, Math.floor(M / s.length)));
const cases: Record<string, Record<string, string>> = {
  small: { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>invoice_id</t></is></c></row><row r="2"><c r="A2"><v>5</v></c></row></sheetData></worksheet>' },
  strings: { 'xl/sharedStrings.xml': `<sst>${rep('<si><t/></si>', 199_990)}</sst>`, 'xl/worksheets/sheet1.xml': '<worksheet/>' },
  runs: { 'xl/sharedStrings.xml': `<sst><si>${rep('<r><t>a</t></r>', 149_000)}</si></sst>`, 'xl/worksheets/sheet1.xml': '<worksheet/>' },
  styles: { 'xl/styles.xml': `<styleSheet><cellXfs>${rep('<xf/>', 599_900)}</cellXfs></styleSheet>`, 'xl/worksheets/sheet1.xml': '<worksheet/>' },
  cells: { 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${`<row>${'<c/>'.repeat(16000)}</row>`.repeat(36)}</sheetData></worksheet>` },
  far: { 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rep('<row><c r="ZZ1"><v>1</v></c></row>', 20000)}</sheetData></worksheet>` },
  far3: { 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rep('<row><c r="XFD1"><v>1</v></c></row>', 20000)}</sheetData></worksheet>` },
  farent: { 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rep('<row><c r="X&#70;D1"><v>1</v></c></row>', 20000)}</sheetData></worksheet>` },
  rows: { 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rep('<row/>',20000)}</sheetData></worksheet>` },
  deep: { 'xl/sharedStrings.xml': rep('<a>'), 'xl/worksheets/sheet1.xml': '<worksheet/>' },
  deepbin: { 'xl/sharedStrings.xml': 'x'+rep('<a>', 19_999), 'xl/worksheets/sheet1.xml': '<worksheet/>' },
  attrs: { 'xl/worksheets/sheet1.xml': `<worksheet>${`<row ${'a="" '.repeat(3000)}/>`.repeat(500)}</worksheet>` },
  attrs2: { 'xl/worksheets/sheet1.xml': `<worksheet>${`<b ${Array.from({length: 1400}, (_, i) => `a${i}="" `).join('')}/>`.repeat(500)}</worksheet>` },
  amp: { 'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${rep('&')}</t></is></c></row></sheetData></worksheet>` },
};
const which = process.argv[2]!;
const t = performance.now();
let peak = 0; const iv = setInterval(() => { peak = Math.max(peak, process.memoryUsage().rss); }, 5);
const data = zip({ ...base, ...cases[which] });
const before = process.memoryUsage().rss;
const t1 = performance.now();
try { console.log(which, data.length, JSON.stringify(await readTable({ content: data }, { required: ['invoice_id'], optional: [] })).slice(0, 100)); } catch (e) { console.log(which, data.length, (e as any).errors ?? e); }
clearInterval(iv);
console.log(`   ${Math.round(performance.now() - t1)} ms, rss +${Math.round((Math.max(peak, process.memoryUsage().rss) - before) / 1e6)} MB`);
