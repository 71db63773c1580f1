import os from 'node:os';
import type { Home } from './home.ts';
import { SOCKET_PORT } from './socket-folder.ts';

/** The durability of commits. Only temporary test clusters may trade it for speed. */
export type Durability = 'durable' | 'lost-on-power-failure';

const PROMISES: Record<Durability, Record<string, string>> = {
  // A click is acknowledged because its commit is on disk, so these settings are never off.
  durable: { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' },
  // Committed data has been handed to the operating system, so a killed server loses nothing.
  'lost-on-power-failure': { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'on' },
};

const GIB = 1024 ** 3;

/** The memory of the machine, or of the container if that is less, in bytes. */
const memory = () => Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/**
 * The memory for pages that all processes share, in MiB: an eighth, which leaves the rest to the other programs of a laptop. A closing changes more pages of
 * indexes than a small one holds. Tests have many servers.
 */
const sharedMiB = (durability: Durability): number =>
  Math.max(128, Math.min(Math.floor(memory() / 2 ** 20 / 8), durability === 'durable' ? 1024 : 256));

/**
 * Returns the server's settings as command-line arguments. They override every file, so a cluster of an older
 * version follows the settings of a newer one without a rewrite.
 */
export function settingsArguments(home: Home, hbaFile: string, socketFolder: string, durability: Durability): string[] {
  const hasEnoughMemory = memory() >= 2 * GIB;
  const settings: Record<string, string> = {
    ...PROMISES[durability],
    listen_addresses: '',
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: String(SOCKET_PORT),
    hba_file: hbaFile,
    // Tests open many applications on one server.
    max_connections: durability === 'durable' ? '100' : '400',
    shared_buffers: `${sharedMiB(durability)}MB`,
    effective_cache_size: hasEnoughMemory ? '1GB' : '512MB',
    work_mem: '8MB',
    maintenance_work_mem: hasEnoughMemory ? '128MB' : '64MB',
    // These binaries support neither lz4 nor zstd, and pglz costs more CPU time than the saved disk writes are worth.
    wal_compression: 'off',
    max_wal_size: '2GB',
    min_wal_size: '128MB',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: '0.9',
    random_page_cost: '1.1',
    jit: 'off',
    track_io_timing: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: 'off',
    // The application logs its own failed statements, and statement values may be secrets.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    cluster_name: 'tributary',
  };
  return ['-D', home.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
