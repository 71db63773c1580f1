import { client } from '../../../api.ts';

/** Uploads the picture of a saved campaign. @returns false if it was rejected */
export async function savePicture(offer: number, picture: string | null): Promise<boolean> {
  if (picture === null) return true;
  try {
    await client.POST('/v2/offers/{offer}/uploads', { params: { path: { offer } }, body: { default: picture } });
    return true;
  } catch {
    return false;
  }
}
