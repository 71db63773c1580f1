import { createHash } from 'node:crypto';
import type pg from 'pg';
import sharp from 'sharp';
import type { FileStorage } from '../platform/storage/storage.ts';
import type { Campaigns } from './campaigns.ts';
import { insertRows } from './insert.ts';
import type { Timeline } from './timeline.ts';

const SIDE = 480;

/** Gives the participants of a campaign a logo and a brief to download. */
export async function provideMaterials(
  client: pg.ClientBase,
  { time, campaigns, storage }: { time: Timeline; campaigns: Campaigns; storage: FileStorage },
): Promise<void> {
  const logo = await sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: '#1f5f4a' } })
    .png()
    .toBuffer();
  const files = [
    {
      content: logo,
      mediaType: 'image/png',
      ending: 'png',
      name: 'logotyp.png',
      note: 'Vår logotyp. Lämna luft runt den.',
    },
    {
      content: pdfOf('Stigen kallar: visa skorna där du springer i dem.'),
      mediaType: 'application/pdf',
      ending: 'pdf',
      name: 'riktlinjer.pdf',
      note: 'Så vill vi synas: ton, färger och hashtaggar.',
    },
  ];
  const at = time.at(-1, 9);
  const rows = files.map(({ content, mediaType, ending, name, note }, index) => {
    const hash = createHash('sha256').update(content).digest();
    return {
      campaign_id: campaigns.trail,
      place: index + 1,
      file_name: name,
      media_type: mediaType,
      note,
      bytes: content.length,
      sha256: `\\x${hash.toString('hex')}`,
      file_key: `materials/${createHash('sha256').update(`demo ${name}`).update(hash).digest('hex')}.${ending}`,
      created_at: at,
      updated_at: at,
    };
  });
  await Promise.all(
    rows.map(({ file_key }, index) => storage.put(file_key, files[index]!.content, files[index]!.mediaType)),
  );
  await insertRows(client, 'campaign_materials', rows);
}

/** A PDF of one page with a line of Latin text. */
function pdfOf(line: string): Buffer {
  const drawing = `BT /F1 18 Tf 60 760 Td (${line}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((content, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${content}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(`${text}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`, 'latin1');
}
