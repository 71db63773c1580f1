/** Slow clients in a separate process: `node --import tsx slow-crowd.ts <port> <how many> <token> <upload path>`; ends on SIGTERM. */
import net from 'node:net';

const [port, count, token, uploadPath] = process.argv.slice(2) as [string, string, string, string];
const EVERY_MS = 1_000;

/** The bytes that each kind of client sends first, and then every second. */
const KINDS: readonly { begin: string; drop: string }[] = [
  // Headers that never end.
  { begin: 'GET /v2/health HTTP/1.1\r\nHost: slow\r\n', drop: 'X-A: b\r\n' },
  // A body at one byte per second.
  {
    begin: `POST /v2/stores/1/orders HTTP/1.1\r\nHost: slow\r\nAuthorization: ${token}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{`,
    drop: ' ',
  },
  // A picture at one byte per second.
  {
    begin: `POST ${uploadPath} HTTP/1.1\r\nHost: slow\r\nAuthorization: ${token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 90000\r\n\r\n--x\r\nContent-Disposition: form-data; name="logo"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`,
    drop: 'a',
  },
  // Connections without any data.
  { begin: '', drop: '' },
];

let isOver = false;
function open(kind: (typeof KINDS)[number]): void {
  const socket = net.connect(Number(port), '127.0.0.1');
  const timer = setInterval(() => kind.drop !== '' && socket.write(kind.drop), EVERY_MS);
  socket.on('error', () => {});
  socket.on('connect', () => kind.begin !== '' && socket.write(kind.begin));
  socket.on('data', () => {});
  // Rejected clients reconnect.
  socket.on('close', () => {
    clearInterval(timer);
    if (!isOver) setTimeout(() => open(kind), EVERY_MS).unref();
  });
}
for (let index = 0; index < Number(count); index++) open(KINDS[index % KINDS.length]!);
console.log('open');
process.once('SIGTERM', () => {
  isOver = true;
  process.exit(0);
});
