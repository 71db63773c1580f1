import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { Redis } from 'ioredis';
import type { Config } from '../config.ts';
import { isReachableFromOutside } from '../demo/index.ts';
import { verifySmtp } from '../platform/mail/smtp.ts';
import { NatsLink } from '../platform/nats/nats-link.ts';
import { freeShareOf } from '../platform/storage/free-share.ts';
import { createStorage } from '../platform/storage/storage.ts';
import { advice, type Finding, missing, ready } from './finding.ts';

const TIMEOUT_MS = 10_000;
/** A file that no upload has: the name is the hash of the content. */
const PROBE = `media/${'0'.repeat(64)}.png`;
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
const MIN_FREE_SHARE = 0.1;

/** Checks the services to which the installation connects, and whether its public address leads to it. It writes and removes one file in a bucket. */
export async function checkServices(config: Config): Promise<Finding[]> {
  const findings = await Promise.all([
    ofFolder(config),
    ofMail(config),
    ofStorage(config),
    ofRedis(config),
    ofClickLog(config),
    ofPublicAddress(config),
  ]);
  return findings.filter((finding) => finding !== null);
}

async function ofFolder({ dataDir }: Config): Promise<Finding> {
  try {
    await access(dataDir, constants.W_OK);
  } catch (error) {
    return missing(
      'DATA_DIR',
      `${dataDir} cannot be written to (${messageOf(error)}). Make the folder for the user that runs the server.`,
    );
  }
  const share = Math.round((await freeShareOf(dataDir)) * 100);
  return share < MIN_FREE_SHARE * 100
    ? missing(
        'DATA_DIR',
        `Only ${share} % of the disk of ${dataDir} are free. Clicks are stored there before they are counted.`,
      )
    : ready('DATA_DIR', `${dataDir} can be written to, and ${share} % of its disk are free.`);
}

async function ofMail({ smtpUrl, mailFrom, dataDir }: Config): Promise<Finding> {
  if (smtpUrl === null)
    return missing(
      'SMTP_URL',
      `Nobody receives mails: they are written to ${path.join(dataDir, 'mail')}. Set a mail server.`,
    );
  try {
    await verifySmtp(smtpUrl);
    return ready('SMTP_URL', `The mail server accepts connections. Mails come from ${mailFrom.address}.`);
  } catch (error) {
    return missing('SMTP_URL', `Mails cannot be sent: ${messageOf(error)}.`);
  }
}

async function ofStorage(config: Config): Promise<Finding> {
  if (config.s3 === null) {
    const folder = path.join(config.dataDir, 'files');
    return advice(
      'S3_*',
      `Uploaded files are stored in ${folder}, which all processes must share. Use a bucket for several machines.`,
    );
  }
  const storage = createStorage(config);
  const where = `the bucket ${config.s3.bucket}`;
  try {
    await storage.put(PROBE, Buffer.from('tributary check'), 'image/png');
    await storage.delete(PROBE);
    return ready('S3_*', `Files can be stored in ${where}.`);
  } catch (error) {
    return missing('S3_*', `No file can be stored in ${where}: ${messageOf(error)}.`);
  }
}

async function ofRedis({ redisUrl }: Config): Promise<Finding | null> {
  if (redisUrl === null) return null;
  const redis = new Redis(redisUrl, { lazyConnect: true, connectTimeout: TIMEOUT_MS, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
    return ready('REDIS_URL', 'Redis answers.');
  } catch (error) {
    return missing('REDIS_URL', `Redis cannot be used: ${messageOf(error)}.`);
  } finally {
    redis.disconnect();
  }
}

async function ofClickLog({ clickLog }: Config): Promise<Finding | null> {
  if (clickLog === null) return null;
  const link = new NatsLink(clickLog, SILENT);
  try {
    return (await link.open())
      ? ready('CLICK_LOG_URL', 'NATS answers.')
      : missing('CLICK_LOG_URL', 'NATS does not answer. Clicks would stay in the journals of the processes.');
  } finally {
    await link.close();
  }
}

/** Only a running installation can be reached, so that a failure is not `missing`. */
async function ofPublicAddress(config: Config): Promise<Finding | null> {
  if (!isReachableFromOutside(config)) return null;
  const url = `${config.publicUrl}/v2/health`;
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' });
    const body = (await reply.json().catch(() => null)) as { status?: unknown } | null;
    if (typeof body?.status === 'string') return ready('PUBLIC_URL', `A running process answers at ${url}.`);
    return advice('PUBLIC_URL', `${url} answers ${reply.status}, but not as Tributary does. Check the proxy.`);
  } catch (error) {
    const { cause } = error as { cause?: unknown };
    return advice(
      'PUBLIC_URL',
      `${url} cannot be opened from this machine (${messageOf(cause ?? error)}). Check that Tributary runs, and its name, certificate and proxy.`,
    );
  }
}

const messageOf = (error: unknown): string => {
  const { message, code } = error as { message?: string; code?: string };
  return (message || code || String(error)).replace(/\.$/, '');
};
