import QRCode from 'qrcode';
import sharp from 'sharp';

export const QR_FORMATS = ['svg', 'png'] as const;
export type QrFormat = (typeof QR_FORMATS)[number];

/** Light modules around the code, which scanners need (ISO/IEC 18004). */
const QUIET_MODULES = 4;

/**
 * Draws a text as a QR code, black on white. Up to 15 % of it may be damaged.
 * @param size width and height in pixels. A PNG has larger margins where the modules do not fill it exactly.
 */
export async function drawQrCode(text: string, { format, size }: { format: QrFormat; size: number }): Promise<Buffer> {
  if (format === 'svg') {
    const svg = await QRCode.toString(text, {
      type: 'svg',
      errorCorrectionLevel: 'M',
      margin: QUIET_MODULES,
      width: size,
    });
    return Buffer.from(svg);
  }
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const side = modules.size + 2 * QUIET_MODULES;
  const pixels = Buffer.alloc(side * side, 0xff);
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (modules.get(row, column)) pixels[(row + QUIET_MODULES) * side + column + QUIET_MODULES] = 0;
    }
  }
  const scale = Math.max(1, Math.floor(size / side));
  const margin = Math.max(0, size - side * scale);
  const [before, after] = [Math.floor(margin / 2), Math.ceil(margin / 2)];
  // libvips scales and compresses outside of the event loop.
  const scaled = await sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
    .resize(side * scale, side * scale, { kernel: 'nearest' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = scaled.info;
  return sharp(scaled.data, { raw: { width, height, channels } })
    .extend({ top: before, left: before, bottom: after, right: after, background: '#ffffff' })
    .png({ palette: true, colours: 2 })
    .toBuffer();
}
