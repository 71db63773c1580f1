import { client } from '../api.ts';

/** Uploads a picture of a publication. @returns its id; null without a picture */
export async function sendProof(publication: number, [file]: readonly File[]): Promise<number | null> {
  if (file === undefined) return null;
  const content = new FormData();
  content.append('file', file);
  const sent = await client.POST('/v2/publications/{publication}/proofs', {
    params: { path: { publication } },
    body: { file: '' },
    bodySerializer: () => content,
  });
  return sent.data!.id;
}
