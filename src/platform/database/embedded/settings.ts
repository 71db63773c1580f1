import os from 'node:os';
import type { Home } from './home.ts';
import { SOCKET_PORT } from './socket-folder.ts';

/** What a commit promises. Only test clusters, whose data is thrown away, may give the promise up for speed. */
export type Durability = 'durable' | 'lost-on-power-failure';

const PROMISES: Record<Durability, Record<string, string>> = {
  // A click is acknowledged because its commit is on disk: these are never off.
  durable: { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' },
  // Still, what is committed has been handed to the system: a server that is killed loses nothing.
  'lost-on-power-failure': { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'on' },
};

/**
 * The server's settings as command-line arguments: they win over every file, so a cluster made by an older version
 * follows a newer one's settings without a rewrite.
 */
export function settingsArguments(home: Home, hbaFile: string, socketFolder: string, durability: Durability): string[] {
  const roomy = os.totalmem() >= 2 * 1024 ** 3;
  const settings: Record<string, string> = {
    ...PROMISES[durability],
    listen_addresses: '',
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: String(SOCKET_PORT),
    hba_file: hbaFile,
    max_connections: '100',
    shared_buffers: roomy ? '256MB' : '128MB',
    effective_cache_size: roomy ? '1GB' : '512MB',
    work_mem: '8MB',
    maintenance_work_mem: roomy ? '128MB' : '64MB',
    // These binaries have neither lz4 nor zstd, and pglz costs more processor time than the disk gains.
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
    // The application reports its own failed statements, and their values may be secrets.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    cluster_name: 'tributary',
  };
  return ['-D', home.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
