import QRCode from 'qrcode';
import sharp from 'sharp';
import { parseColour } from '../colours.ts';

export const QR_FORMATS = ['svg', 'png'] as const;
type QrFormat = (typeof QR_FORMATS)[number];

/** Light modules around the code, which scanners need (ISO/IEC 18004). */
const QUIET_MODULES = 4;

interface QrOptions {
  format: QrFormat;
  /** Width and height in pixels. A PNG has larger margins where the modules do not fill it exactly. */
  size: number;
  /** The colour of the modules, `#rrggbb`; black unless given. Scanners need a contrast to what is behind it. */
  colour?: string | undefined;
  /** Whether what is behind the picture is seen between the modules; otherwise they are on white. */
  isTransparent?: boolean | undefined;
}

/** Draws a text as a QR code. Up to 15 % of it may be damaged. */
export async function drawQrCode(
  text: string,
  { format, size, colour = '#000000', isTransparent = false }: QrOptions,
): Promise<Buffer> {
  if (format === 'svg') {
    const svg = await QRCode.toString(text, {
      type: 'svg',
      errorCorrectionLevel: 'M',
      margin: QUIET_MODULES,
      width: size,
      color: { dark: colour, light: isTransparent ? '#ffffff00' : '#ffffff' },
    });
    return Buffer.from(svg);
  }
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const side = modules.size + 2 * QUIET_MODULES;
  const behind = [255, 255, 255, isTransparent ? 0 : 255];
  const pixels = Buffer.alloc(side * side * 4, Buffer.from(behind));
  const dark = [...parseColour(colour), 255];
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (modules.get(row, column)) pixels.set(dark, 4 * ((row + QUIET_MODULES) * side + column + QUIET_MODULES));
    }
  }
  const scale = Math.max(1, Math.floor(size / side));
  const margin = Math.max(0, size - side * scale);
  const [before, after] = [Math.floor(margin / 2), Math.ceil(margin / 2)];
  // libvips scales and compresses outside of the event loop.
  const scaled = await sharp(pixels, { raw: { width: side, height: side, channels: 4 } })
    .resize(side * scale, side * scale, { kernel: 'nearest' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = scaled.info;
  const background = { r: 255, g: 255, b: 255, alpha: isTransparent ? 0 : 1 };
  return sharp(scaled.data, { raw: { width, height, channels } })
    .extend({ top: before, left: before, bottom: after, right: after, background })
    .png({ palette: true, colours: 2 })
    .toBuffer();
}
