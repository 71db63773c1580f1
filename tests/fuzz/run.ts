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
  /** All lines of the server's log; they are removed when they are checked. */
  log: string[];
  /** Secrets that must not be revealed, by name. */
  secrets: Map<string, string>;
  /** Read again before each round. */
  ground(): Promise<Ground>;
  /** The tokens are renewed for each round, because their users may have been signed out. */
  credentials(): Promise<Credentials>;
}

export interface FuzzOptions {
  requests: number;
  seed: number;
  onRound?: (done: number, result: FuzzResult) => void;
}

/** Equal failures. */
interface Failure {
  what: string;
  count: number;
  /** The first of them, which can be sent again. */
  curl: string;
}

export interface FuzzResult {
  sent: number;
  failures: Map<string, Failure>;
  /** Number of replies by status. */
  statuses: Map<number, number>;
  /** Endpoints that accepted at least one request (status below 400). */
  accepted: Set<string>;
  endpoints: number;
  /** Numbers of requests that were generated valid, and of those that were accepted. */
  validSent: number;
  validTaken: number;
  seconds: number;
  /** The time for which the event loop was blocked, including the generator. */
  loopMaxMs: number;
  /** The request that was sent. */
  heldBy: string[];
  loopP99Ms: number;
  heapBytes: number[];
}

const ROUND = 500;
const AT_ONCE = 12;

/**
 * Generates requests from the server's own document and sends them, endpoint by endpoint in turns. Checks every reply and every line
 * of the log.
 */
export async function fuzz(target: Fuzzed, { requests, seed, onRound }: FuzzOptions): Promise<FuzzResult> {
  const document = await send(target.port, { method: 'GET', target: '/openapi.json', headers: [], body: null });
  const endpoints = endpointsOf(JSON.parse(document!.body.toString()));
  const judge = new Judge(endpoints, leaksOf(target.secrets));
  const result: FuzzResult = {
    sent: 0,
    failures: new Map(),
    statuses: new Map(),
    accepted: new Set(),
    endpoints: endpoints.length,
    validSent: 0,
    validTaken: 0,
    seconds: 0,
    loopMaxMs: 0,
    heldBy: [],
    loopP99Ms: 0,
    heapBytes: [],
  };
  const [loop, batchLoop] = [monitorEventLoopDelay({ resolution: 5 }), monitorEventLoopDelay({ resolution: 5 })];
  loop.enable();
  batchLoop.enable();
  const began = performance.now();
  for (let round = 0; round * ROUND < requests; round++) {
    const [ground, credentials] = [await target.ground(), await target.credentials()];
    const count = Math.min(ROUND, requests - round * ROUND);
    // Generated and sent in small parts, because some bodies are large.
    for (let from = 0; from < count; from += AT_ONCE) {
      const size = Math.min(AT_ONCE, count - from);
      const offset = round * ROUND + from;
      const batch = drawn(
        (draw, index) => drawRequest(draw, endpoints[(offset + index) % endpoints.length]!, ground, credentials),
        { seed: seed + offset, count: size },
      );
      // The time of generating requests does not count as the server's.
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
  // The log line of a request is written after its reply has been sent.
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
