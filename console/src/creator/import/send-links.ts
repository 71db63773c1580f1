import { client } from '../../api.ts';

/** A file of links, and how it is imported. */
export interface LinksFile {
  user: number;
  file: File;
  /** The name of the column with the URL; empty: it is recognised. */
  column: string;
}

/** Imports a file, or shows what an import would do. The generated client types a file as text; the request sends form data. */
export async function sendLinks({ user, file, column }: LinksFile, dry: boolean) {
  const form = new FormData();
  form.append('file', file);
  const query = { dry, ...(column === '' ? {} : { column_url: column }) };
  const { data } = await client.POST('/v2/users/{user}/link-imports', {
    params: { path: { user }, query },
    body: { file: '' },
    bodySerializer: () => form,
  });
  return data!;
}

export type LinksResult = Awaited<ReturnType<typeof sendLinks>>;
