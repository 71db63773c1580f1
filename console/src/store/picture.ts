/** Most characters that the API takes of a picture as text. */
const MOST_CHARACTERS = 10_240;
/** Most bytes that the API takes of a logo. */
const MOST_LOGO_BYTES = 100_000;
const SIZES = [480, 360, 280, 220, 160, 120, 80];
const LOGO_SIZES = [1024, 720, 512, 360, 256, 160];
const QUALITIES = [0.8, 0.6, 0.4];

/**
 * A picture that somebody chose as a data URI that the API takes: the largest JPEG that is small enough.
 * @throws when the browser cannot read it
 */
export async function pictureText(file: File): Promise<string> {
  const picture = await createImageBitmap(file);
  for (const size of SIZES) {
    // JPEG has no transparency; what shines through is white.
    const canvas = drawn(picture, size, '#fff');
    for (const quality of QUALITIES) {
      const text = canvas.toDataURL('image/jpeg', quality);
      if (text.length <= MOST_CHARACTERS) return text;
    }
  }
  throw new Error('too rich to be made small enough');
}

/**
 * A logo that somebody chose as the API takes it: as it is, or of the same kind and as much smaller as it must be.
 * @throws when the browser cannot read it
 */
export async function logoFile(file: File): Promise<File> {
  const picture = await createImageBitmap(file);
  if (file.size <= MOST_LOGO_BYTES) return file;
  for (const size of LOGO_SIZES) {
    const canvas = drawn(picture, size);
    const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, file.type, QUALITIES[0]));
    if (smaller !== null && smaller.size <= MOST_LOGO_BYTES) return new File([smaller], file.name, { type: file.type });
  }
  throw new Error('too rich to be made small enough');
}

/** A picture on a ground, its longer side at most so many pixels. */
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
