/** Most characters that the API takes of a picture as text. */
const MOST_CHARACTERS = 10_240;
const SIZES = [480, 360, 280, 220, 160, 120, 80];
const QUALITIES = [0.8, 0.6, 0.4];

/**
 * A picture that somebody chose as a data URI that the API takes: the largest JPEG that is small enough.
 * @throws when the browser cannot read it
 */
export async function pictureText(file: File): Promise<string> {
  const picture = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  for (const size of SIZES) {
    const scale = Math.min(1, size / Math.max(picture.width, picture.height));
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const drawing = canvas.getContext('2d')!;
    // JPEG has no transparency; what shines through is white.
    drawing.fillStyle = '#fff';
    drawing.fillRect(0, 0, canvas.width, canvas.height);
    drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
    for (const quality of QUALITIES) {
      const text = canvas.toDataURL('image/jpeg', quality);
      if (text.length <= MOST_CHARACTERS) return text;
    }
  }
  throw new Error('too rich to be made small enough');
}
