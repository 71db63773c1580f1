import { createServer } from 'node:net';
import type { Config } from './config.ts';

/** The configuration with a port that is free now in place of `PORT=0`. */
export async function withFreePort(config: Config): Promise<Config> {
  const port = config.port === 0 ? await freePort(config.host) : config.port;
  return { ...config, port, publicUrl: config.publicUrl.replace(/:0$/, `:${port}`) };
}

function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, host, () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
