import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { type Endpoint, endpointsOf } from './document.ts';
import { drawn } from './draw.ts';
import type { Ground } from './ground.ts';
import { Judge, type LogLine, leaksOf } from './judge.ts';
import { type Credentials, type Drawn, drawRequest } from './requests.ts';
import { curlOf, send, type WireReply } from './wire.ts';

export interface Fuzzed {
  port: number;
  /** Every line that its log has got; taken away as they are looked at. */
  log: string[];
  /** Secrets that must not be revealed, by name. */
  secrets: Map<string, string>;
  /** Read again before each round. */
  ground(): Promise<Ground>;
  /** Likewise: those who show them may have been signed out. */
  credentials(): Promise<Credentials>;
}

export interface FuzzOptions {
  requests: number;
  seed: number;
  onRound?: (done: number, result: FuzzResult) => void;
}

/** Failures that are alike. */
interface Failure {
  what: string;
  count: number;
  /** The first one, to be sent again. */
  curl: string;
}

export interface FuzzResult {
  sent: number;
  failures: Map<string, Failure>;
  /** How many replies had a status. */
  statuses: Map<number, number>;
  /** Endpoints that took at least one request (below 400), of all. */
  accepted: Set<string>;
  endpoints: number;
  /** Shares of requests that were drawn valid and taken. */
  validSent: number;
  validTaken: number;
  seconds: number;
  /** How long the process was kept from anything else, generator included. */
  loopMaxMs: number;
  /** The request that was sent. */
  heldBy: string[];
  loopP99Ms: number;
  heapBytes: number[];
}

const ROUND = 500;
const AT_ONCE = 12;

/** Draws requests from the server's own document and sends them, endpoint by endpoint in turns; looks at every reply and every line of the log. */
export async function fuzz(target: Fuzzed, { requests, seed, onRound }: FuzzOptions): Promise<FuzzResult> {
  const document = await send(target.port, { method: 'GET', target: '/openapi.json', headers: [], body: null });
  const endpoints = endpointsOf(JSON.parse(document!.body.toString()));
  const judge = new Judge(endpoints, leaksOf(target.secrets));
  const result: FuzzResult = {
    ...{ sent: 0, failures: new Map(), statuses: new Map(), accepted: new Set(), endpoints: endpoints.length },
    ...{ validSent: 0, validTaken: 0, seconds: 0, loopMaxMs: 0, heldBy: [], loopP99Ms: 0, heapBytes: [] },
  };
  const [loop, batchLoop] = [monitorEventLoopDelay({ resolution: 5 }), monitorEventLoopDelay({ resolution: 5 })];
  loop.enable();
  batchLoop.enable();
  const began = performance.now();
  for (let round = 0; round * ROUND < requests; round++) {
    const [ground, credentials] = [await target.ground(), await target.credentials()];
    const count = Math.min(ROUND, requests - round * ROUND);
    // Drawn and sent in small parts, since some bodies are large.
    for (let from = 0; from < count; from += AT_ONCE) {
      const size = Math.min(AT_ONCE, count - from);
      const offset = round * ROUND + from;
      const batch = drawn(
        (draw, index) => drawRequest(draw, endpoints[(offset + index) % endpoints.length]!, ground, credentials),
        { seed: seed + offset, count: size },
      );
      // Drawing is not the server's time.
      await turn();
      batchLoop.reset();
      await sendAndJudge(target, judge, batch, result);
      if (batchLoop.max / 1e6 > result.loopMaxMs) {
        result.loopMaxMs = batchLoop.max / 1e6;
        result.heldBy = batch.map(({ endpoint, wire }) => `${nameOf(endpoint)} (${wire.body?.length ?? 0} bytes)`);
      }
    }
    result.heapBytes.push(process.memoryUsage().heapUsed);
    onRound?.(result.sent, result);
  }
  await turn();
  judgeLog(target, judge, result);
  loop.disable();
  batchLoop.disable();
  result.seconds = (performance.now() - began) / 1_000;
  result.loopP99Ms = loop.percentile(99) / 1e6;
  return result;
}

async function sendAndJudge(target: Fuzzed, judge: Judge, batch: Drawn[], result: FuzzResult): Promise<void> {
  const offset = result.sent;
  const replies = await Promise.all(
    batch.map(async (one, index) => {
      one.wire.headers.push(['x-request-id', requestId(offset + index)]);
      return send(target.port, one.wire);
    }),
  );
  result.sent += batch.length;
  // The log's line of a request is written when its answer has gone.
  await turn();
  const lines = judgeLog(target, judge, result);
  for (const [index, one] of batch.entries()) {
    const reply = replies[index]!;
    count(one, reply, result);
    for (const fault of judge.faultsOf(one, reply, lines.get(requestId(offset + index)))) {
      const curl = curlOf(`http://127.0.0.1:${target.port}`, one.wire, target.secrets);
      note(result, `${one.endpoint.method} ${one.endpoint.path}: ${fault}`, curl);
    }
  }
}

const requestId = (index: number) => `fuzz-${String(index).padStart(8, '0')}`;

/** Checks the lines of the log and removes them. @returns the lines by request */
function judgeLog({ log }: Fuzzed, judge: Judge, result: FuzzResult): Map<string, LogLine> {
  const lines = new Map<string, LogLine>();
  for (const text of log.splice(0)) {
    const line = JSON.parse(text) as LogLine;
    if (line.msg === 'request' && line.request_id !== undefined) lines.set(line.request_id, line);
    for (const fault of judge.logFaultsOf(line)) note(result, fault, text.trim().slice(0, 2_000));
  }
  return lines;
}

function count({ endpoint, kind }: Drawn, reply: WireReply | null, result: FuzzResult): void {
  const status = reply?.status ?? 0;
  result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1);
  const isTaken = status >= 200 && status < 400;
  if (kind === 'valid') result.validSent += 1;
  if (kind === 'valid' && isTaken) result.validTaken += 1;
  if (isTaken) result.accepted.add(nameOf(endpoint));
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

function note({ failures }: FuzzResult, what: string, curl: string): void {
  const known = failures.get(what);
  if (known === undefined) failures.set(what, { what, count: 1, curl });
  else known.count += 1;
}
