import { client } from '../../../api.ts';

/** Gives a campaign that has been saved its picture. False: it was not taken; the campaign is saved all the same. */
export async function savePicture(offer: number, picture: string | null): Promise<boolean> {
  if (picture === null) return true;
  try {
    await client.POST('/v2/offers/{offer}/uploads', { params: { path: { offer } }, body: { default: picture } });
    return true;
  } catch {
    return false;
  }
}
