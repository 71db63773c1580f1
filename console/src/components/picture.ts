import { MAX_CAMPAIGN_PICTURE_CHARACTERS, MAX_LOGO_BYTES } from '../../../src/platform/http/upload-limits.ts';

const SIZES = [480, 360, 280, 220, 160, 120, 80];
const LOGO_SIZES = [1024, 720, 512, 360, 256, 160];
const QUALITIES = [0.8, 0.6, 0.4];

/**
 * Converts a picture to a data URI: the largest JPEG within the API's limit.
 * @throws when the browser cannot read it
 */
export async function pictureText(file: File): Promise<string> {
  const picture = await createImageBitmap(file);
  for (const size of SIZES) {
    // JPEG has no transparency; transparent areas become white.
    const canvas = drawn(picture, size, '#fff');
    for (const quality of QUALITIES) {
      const text = canvas.toDataURL('image/jpeg', quality);
      if (text.length <= MAX_CAMPAIGN_PICTURE_CHARACTERS) return text;
    }
  }
  throw new Error('too rich to be made small enough');
}

/**
 * Prepares a logo for upload: unchanged, or resized in the same format.
 * @throws when the browser cannot read it
 */
export async function logoFile(file: File): Promise<File> {
  const picture = await createImageBitmap(file);
  if (file.size <= MAX_LOGO_BYTES) return file;
  for (const size of LOGO_SIZES) {
    const canvas = drawn(picture, size);
    const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, file.type, QUALITIES[0]));
    if (smaller !== null && smaller.size <= MAX_LOGO_BYTES) return new File([smaller], file.name, { type: file.type });
  }
  throw new Error('too rich to be made small enough');
}

/** Draws a picture on a background; limits the longer side, in pixels. */
function drawn(picture: ImageBitmap, size: number, ground?: string): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const scale = Math.min(1, size / Math.max(picture.width, picture.height));
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const drawing = canvas.getContext('2d')!;
  if (ground !== undefined) {
    drawing.fillStyle = ground;
    drawing.fillRect(0, 0, canvas.width, canvas.height);
  }
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}
