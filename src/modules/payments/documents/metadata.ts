import { xmlText } from '../../../platform/xml.ts';

const FACTUR_X = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';
/** The name that Factur-X prescribes for its attachment. */
export const FACTUR_X_FILE = 'factur-x.xml';

const PROPERTIES = {
  DocumentType: ['INVOICE', 'The type of the document'],
  DocumentFileName: [FACTUR_X_FILE, 'The name of the attached file'],
  Version: ['1.0', 'The version of the standard of the attached file'],
  ConformanceLevel: ['EN 16931', 'The profile of the attached file'],
} as const;

const description = (namespaces: string, content: string) =>
  `<rdf:Description rdf:about="" ${namespaces}>${content}</rdf:Description>`;

/** The properties of Factur-X in XMP, with the extension schema by which PDF/A permits them (ISO 19005-3, 6.6.2.3.3). */
export function facturXMetadata(): string {
  const declared = Object.entries(PROPERTIES).map(
    ([name, [, meaning]]) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType>` +
      `<pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${meaning}</pdfaProperty:description></rdf:li>`,
  );
  const extension =
    '<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X</pdfaSchema:schema>' +
    `<pdfaSchema:namespaceURI>${FACTUR_X}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix>` +
    `<pdfaSchema:property><rdf:Seq>${declared.join('')}</rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas>`;
  const values = Object.entries(PROPERTIES).map(([name, [value]]) => `<fx:${name}>${value}</fx:${name}>`);
  return [
    description(
      'xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"',
      extension,
    ),
    description(`xmlns:fx="${FACTUR_X}"`, values.join('')),
  ].join('\n');
}

/** What a PDF says of itself. */
export interface PdfInfo {
  Title: string;
  Author: string;
  Creator: string;
  Producer: string;
  CreationDate: Date;
}

/** The information of a PDF in XMP. PDF/A requires that it equals the information dictionary. */
export function infoMetadata({ Title, Author, Creator, Producer, CreationDate }: PdfInfo): string {
  const created = `${CreationDate.toISOString().slice(0, 19)}Z`;
  return [
    description(
      'xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
      `<xmp:CreateDate>${created}</xmp:CreateDate><xmp:CreatorTool>${xmlText(Creator)}</xmp:CreatorTool>`,
    ),
    description(
      'xmlns:dc="http://purl.org/dc/elements/1.1/"',
      `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xmlText(Title)}</rdf:li></rdf:Alt></dc:title>` +
        `<dc:creator><rdf:Seq><rdf:li>${xmlText(Author)}</rdf:li></rdf:Seq></dc:creator>`,
    ),
    description('xmlns:pdf="http://ns.adobe.com/pdf/1.3/"', `<pdf:Producer>${xmlText(Producer)}</pdf:Producer>`),
  ].join('\n');
}
