import { deflateRawSync } from 'node:zlib';

/** A zip archive of files, each packed by deflate; checksums are left out. */
export function zipOf(files: readonly (readonly [name: string, content: Buffer])[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of files) {
    const packed = deflateRawSync(content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const body = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), fields, rest, Buffer.from(name));
    bodies.push(body);
    at += body.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...bodies, list, Buffer.from('PK\u0005\u0006'), end]);
}
