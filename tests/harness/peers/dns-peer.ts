import { createSocket, type RemoteInfo } from 'node:dgram';
import { onTestFinished } from 'vitest';

const TXT = 16;
const NAME_ERROR = 3;

/** A name server on loopback, for one test, that knows only these TXT records. @returns its address with the port */
export async function openDnsPeer(records: Readonly<Record<string, readonly string[]>>): Promise<string> {
  const socket = createSocket('udp4');
  socket.on('message', (query: Buffer, from: RemoteInfo) => {
    const { name, end } = readName(query, 12);
    const type = query.readUInt16BE(end);
    const values = type === TXT ? (records[name] ?? []) : [];
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | (records[name] === undefined ? NAME_ERROR : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(values.length, 6);
    socket.send(Buffer.concat([header, query.subarray(12, end + 4), ...values.map(answer)]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  return `127.0.0.1:${socket.address().port}`;
}

function readName(query: Buffer, from: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = from;
  while (query[at] !== 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
    at += 1 + query[at]!;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/** A TXT record of the requested name, in character strings of at most 255 bytes. */
function answer(value: string): Buffer {
  const parts = value.match(/.{1,255}/gs) ?? [''];
  const data = Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])));
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
