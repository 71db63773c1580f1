import type { Registry } from 'prom-client';
import type { Database } from '../database/database.ts';
import { Unavailable } from '../errors/errors.ts';
import { exportAsyncGauge } from '../metrics.ts';

/** The bytes that uploads may take (docs/configuration.md). */
export interface UploadLimits {
  /** Kept files of one account. An established account may upload as much on a day. */
  accountBytes: number;
  /** Uploads of an account on a day (UTC) until it is established. */
  newAccountDayBytes: number;
  /** Kept files of all accounts. */
  totalBytes: number;
  /** The share of the disk of the local file storage below which uploads are refused. */
  minFreeShare: number;
}

/** The code of a 400 that only uploads produce: the account has uploaded too much. */
export const UPLOAD_LIMIT = 'upload_limit';

/** Admits uploads: by the free space before the file is read, and by the account's day afterwards. */
export interface UploadGuard {
  /** @throws Unavailable if too little of the disk is free */
  requireSpace(): Promise<void>;
  /**
   * Counts an upload for the account's day.
   * @param account a user, or the negative id of a store's key
   * @throws RuleRefused `upload_limit`
   */
  count(upload: CountedUpload): Promise<void>;
  /** Takes back a counted upload that was refused. */
  takeBack(upload: CountedUpload): Promise<void>;
}

export interface CountedUpload {
  db: Database;
  now: () => Date;
  account: number;
  bytes: number;
}

/** No limits, for applications without settings of them. */
export const NO_UPLOAD_LIMITS: UploadLimits = {
  accountBytes: Number.MAX_SAFE_INTEGER,
  newAccountDayBytes: Number.MAX_SAFE_INTEGER,
  totalBytes: Number.MAX_SAFE_INTEGER,
  minFreeShare: 0,
};

/** Admits every upload. */
export const NO_UPLOAD_GUARD: UploadGuard = {
  requireSpace: async () => {},
  count: async () => {},
  takeBack: async () => {},
};

/** Counts an upload while it is handled, and takes it back if it is refused. */
export async function countedUpload<Value>(
  guard: UploadGuard,
  upload: CountedUpload,
  handle: () => Promise<Value> | Value,
): Promise<Value> {
  await guard.count(upload);
  try {
    return await handle();
  } catch (error) {
    await guard.takeBack(upload);
    throw error;
  }
}

const RETRY_SECONDS = 600;

/**
 * The check of free space, for `UploadGuard.requireSpace`.
 * @param freeShare of the storage; null if it is not a local disk
 */
export function spaceCheck(
  freeShare: () => Promise<number | null>,
  { minFreeShare }: Pick<UploadLimits, 'minFreeShare'>,
): () => Promise<void> {
  return async () => {
    const free = await freeShare();
    if (free !== null && free < minFreeShare)
      throw new Unavailable(
        `Files cannot be uploaded: less than ${Math.round(minFreeShare * 100)} % of the disk of this server is free.`,
        RETRY_SECONDS,
      );
  };
}

/** Exports the figures of the file storage at /metrics. @param storedBytes of all kept files */
export function measureUploads(
  registry: Registry,
  { storedBytes, freeShare }: { storedBytes: () => Promise<number>; freeShare: () => Promise<number | null> },
): void {
  exportAsyncGauge(registry, ['tributary_files_stored_bytes', 'Bytes of all kept uploads of creators.'], storedBytes);
  exportAsyncGauge(
    registry,
    ['tributary_files_free_share', 'The free share of the disk of the local file storage, from 0 to 1.'],
    freeShare,
  );
}
