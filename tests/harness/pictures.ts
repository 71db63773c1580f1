import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

type Chunk = [type: string, data: Buffer | string];

/** A PNG chunk with its length and checksum. */
function chunk([type, data]: Chunk): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(data)]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(named.length - 4, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

/** A PNG of these chunks, valid or not. */
export function pngOf(...chunks: Chunk[]): Buffer {
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks.map(chunk)]);
}

/** One bit per pixel and black by default. */
interface PngShape {
  width: number;
  height: number;
  bitsOfPixel?: 1 | 8 | 64;
  interlaced?: boolean;
  extra?: Chunk[];
}

/** A black picture of a few bytes regardless of its dimensions. */
export function blackPng({ width, height, bitsOfPixel = 1, interlaced = false, extra = [] }: PngShape): Buffer {
  const [depth, colour] = { 1: [1, 0], 8: [8, 0], 64: [16, 6] }[bitsOfPixel] as [number, number];
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, interlaced ? 1 : 0], 8);
  // Interlaced rows need slightly more bytes for the seven passes; surplus zeros are ignored.
  const rows = Buffer.alloc((1 + Math.ceil((width * bitsOfPixel) / 8)) * height + (interlaced ? 8 * height : 0));
  return pngOf(['IHDR', header], ...extra, ['IDAT', deflateSync(rows)], ['IEND', '']);
}

/** A multi-coloured picture, encoded by a common library. */
export function picture(kind: 'png' | 'jpeg' | 'webp' | 'gif', { width = 40, height = 20 } = {}): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, background: 'red', noise } })
    .toFormat(kind)
    .toBuffer();
}

/** Inserts a segment as the JPEG's first: an application segment (E0 to EF) or a comment (FE). */
export function withSegment(jpeg: Buffer, marker: number, content: Buffer | string, length?: number): Buffer {
  const data = Buffer.from(content);
  const frame = Buffer.from([0xff, marker, 0, 0]);
  frame.writeUInt16BE(length ?? data.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), frame, data, jpeg.subarray(2)]);
}
