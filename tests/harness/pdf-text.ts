import { inflateSync } from 'node:zlib';

/**
 * Extracts the text of a PDF as a reader's copy-and-paste does: each piece of text, page by page, by the characters that its fonts
 * name.
 */
export function pdfTexts(pdf: Buffer): string[][] {
  const objects = objectsOf(pdf);
  const contentOf = (body: string) => objects.get(/\/Contents (\d+) 0 R/.exec(body)![1]!)!.stream;
  return [...objects.values()]
    .filter(({ body }) => /\/Type \/Page\b(?!s)/.test(body))
    .map(({ body }) => {
      const resources = objects.get(/\/Resources (\d+) 0 R/.exec(body)![1]!)!.body;
      const fonts = new Map<string, Map<string, string>>();
      for (const [, name, id] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
        const toUnicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id!)!.body)![1]!;
        fonts.set(name!, charactersOf(objects.get(toUnicode)!.stream));
      }
      return piecesOf(contentOf(body), fonts);
    });
}

interface PdfObject {
  body: string;
  stream: string;
}

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const objects = new Map<string, PdfObject>();
  const source = pdf.toString('latin1');
  for (const { index, 1: id, 0: start } of source.matchAll(/^(\d+) 0 obj\n/gm)) {
    const from = index + start.length;
    const length = /^<<\n\/Length (\d+)\n\/Filter \/FlateDecode\n>>\nstream\n/.exec(source.slice(from, from + 100));
    if (length === null) {
      objects.set(id!, { body: source.slice(from, source.indexOf('\nendobj', from)), stream: '' });
    } else {
      const at = from + length[0].length;
      objects.set(id!, { body: '', stream: inflateSync(pdf.subarray(at, at + Number(length[1]))).toString('latin1') });
    }
  }
  return objects;
}

/** The characters by glyph; the file contains both as hexadecimal numbers. */
function charactersOf(cmap: string): Map<string, string> {
  const characters = new Map<string, string>();
  for (const [, first, list] of cmap.matchAll(/<(\w{4})> <\w{4}> \[(.*?)\]/gs)) {
    [...list!.matchAll(/<(.*?)>/g)].forEach(([, figures], at) => {
      const units = (figures!.match(/\w{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16));
      const glyph = (Number.parseInt(first!, 16) + at).toString(16).padStart(4, '0');
      characters.set(glyph, String.fromCharCode(...units));
    });
  }
  return characters;
}

function piecesOf(content: string, fonts: Map<string, Map<string, string>>): string[] {
  const pieces: string[] = [];
  let font = new Map<string, string>();
  let line = '';
  for (const [whole, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ|\bET\b/g)) {
    if (name !== undefined) font = fonts.get(name)!;
    else if (shown !== undefined) {
      for (const [, figures] of shown.matchAll(/<(\w+)>/g))
        for (const glyph of figures!.match(/\w{4}/g)!) line += font.get(glyph) ?? '\ufffd';
    } else if (whole === 'ET' && line !== '') {
      pieces.push(line);
      line = '';
    }
  }
  return pieces;
}
