export const en = {
  title: 'Import links',
  hint: 'Create links from a file of another platform: an export of Dub, or a list with your tracking links of Awin, Adtraction or Tradedoubler.',
  back: 'My links',
  file: {
    title: 'File',
    hint: (rows: string) =>
      `CSV or XLSX, with a heading row and at most ${rows} rows. Nothing is created before you have seen the preview.`,
    column: 'Column with the URL',
    columnHint: 'Only if it is not recognised.',
    select: 'Select file',
  },
  preview: {
    title: (file: string) => `Preview of ${file}`,
    done: (file: string) => `Import of ${file}`,
    read: (columns: string) => `Columns that are read: ${columns}`,
    import: (count: string) => `Create ${count} links`,
    nothing: 'The file has no new links.',
    imported: 'Links created',
    row: 'Row',
    outcome: 'Result',
    page: 'Page',
    link: 'Link',
    empty: 'No rows',
  },
  outcomes: { new: 'New', existing: 'You already have it', repeated: 'Repeated in the file', refused: 'Refused' },
  counts: (one: { new: string; existing: string; repeated: string; refused: string }) =>
    `${one.new} new, ${one.existing} existing, ${one.repeated} repeated, ${one.refused} refused`,
};
