import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';

export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Replies received. */
  acknowledged: number;
  /** Replies with an unexpected status, and requests without a reply. */
  others: number;
}

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

/** wrk if it is installed (it uses the least CPU time), otherwise autocannon. */
export const loadGenerator = spawnSync('wrk', ['-v']).error === undefined ? 'wrk' : 'autocannon';

/**
 * Follows random links of `codes` (prefix + 1..count) for some seconds, each from a new address.
 * `seed` distinguishes the visitors of different calls.
 */
export async function followLinks(
  base: string,
  {
    prefix,
    count,
    connections,
    seconds,
    seed,
  }: { prefix: string; count: number; connections: number; seconds: number; seed: number },
): Promise<LoadResult> {
  return loadGenerator === 'wrk'
    ? runWrk(base, { prefix, count, connections, seconds, seed })
    : runAutocannon(base, { prefix, count, connections, seconds, seed });
}

interface Load {
  prefix: string;
  count: number;
  connections: number;
  seconds: number;
  seed: number;
}

async function runWrk(base: string, { prefix, count, connections, seconds, seed }: Load): Promise<LoadResult> {
  const script = `local n = 0
math.randomseed(${seed})
request = function()
  n = n + 1
  return wrk.format("GET", "/r/${prefix}" .. math.random(1, ${count}), {
    ["User-Agent"] = "${AGENT}",
    ["X-Forwarded-For"] = string.format("10.%d.%d.%d", (${seed} * 8 + math.floor(n / 65536)) % 256, math.floor(n / 256) % 256, n % 256)
  })
end`;
  return wrk(base, script, { connections, seconds });
}

/** Runs wrk with a script that makes requests; replies below 400 count. */
async function wrk(
  base: string,
  script: string,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<LoadResult> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tributary-wrk-'));
  const file = path.join(folder, 'requests.lua');
  await writeFile(
    file,
    `${script}
done = function(summary, latency)
  io.write(string.format("RESULT %d %d %d %d %d\\n", summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.write))
end
`,
  );
  const output = await new Promise<string>((resolve, reject) => {
    const child = spawn('wrk', ['-t1', `-c${connections}`, `-d${seconds}`, '-s', file, base]);
    let text = '';
    child.stdout.on('data', (part) => {
      text += part;
    });
    child.on('error', reject);
    child.on('exit', () => resolve(text));
  });
  await rm(folder, { recursive: true, force: true });
  const result = /RESULT (\d+) (\d+) (\d+) (\d+) (\d+)/.exec(output);
  if (result === null) throw new Error(`wrk said: ${output}`);
  const [requests, micros, p50, p99, others] = result.slice(1).map(Number) as [number, number, number, number, number];
  return { perSecond: requests / (micros / 1e6), p50Ms: p50 / 1000, p99Ms: p99 / 1000, acknowledged: requests, others };
}

async function runAutocannon(base: string, { prefix, count, connections, seconds, seed }: Load): Promise<LoadResult> {
  let sent = 0;
  // One request that is generated each time. A list would be prepared for every connection before the first request.
  const setupRequest = (request: autocannon.Request) => {
    sent += 1;
    const address = `10.${(seed * 8 + (sent >> 16)) % 256}.${(sent >> 8) % 256}.${sent % 256}`;
    const path = `/r/${prefix}${1 + ((sent * 7919) % count)}`;
    return { ...request, path, headers: { 'user-agent': AGENT, 'x-forwarded-for': address } };
  };
  const requests = [{ method: 'GET' as const, setupRequest }];
  const result = await autocannon({ url: base, connections, duration: seconds, requests });
  return summedUp(result, result.non2xx - result['3xx'] + result.errors);
}

/** Requests these paths equally often, with these headers, for some seconds; a 200 is expected. */
export async function readPaths(
  base: string,
  {
    paths,
    headers,
    connections,
    seconds,
  }: { paths: readonly string[]; headers: Record<string, string>; connections: number; seconds: number },
): Promise<LoadResult> {
  if (loadGenerator === 'wrk') {
    const table = Object.entries(headers).map(
      ([name, value]) => `[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
    );
    const script = `local paths = { ${paths.map((one) => JSON.stringify(one)).join(', ')} }
local n = 0
request = function()
  n = n % #paths + 1
  return wrk.format("GET", paths[n], { ${table.join(', ')} })
end`;
    return wrk(base, script, { connections, seconds });
  }
  let sent = 0;
  const setupRequest = (request: autocannon.Request) => ({ ...request, path: paths[sent++ % paths.length]!, headers });
  const requests = [{ method: 'GET' as const, setupRequest }];
  const result = await autocannon({ url: base, connections, duration: seconds, requests });
  return summedUp(result, result.non2xx + result.errors);
}

function summedUp({ requests, latency }: autocannon.Result, others: number): LoadResult {
  return {
    perSecond: requests.average,
    p50Ms: latency.p50,
    p99Ms: latency.p99,
    acknowledged: requests.total,
    others,
  };
}
