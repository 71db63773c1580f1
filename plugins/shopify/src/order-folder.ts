import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { type KnownOrder, UNKNOWN_ORDER } from './known-order.ts';

/** The folder with one file of known data for each order. */
export interface OrderFolder {
  /**
   * Changes the stored data of an order and reports the result. Calls for one order run one after another.
   * @param act runs after the change is on the disk; if it fails, the change stays
   */
  change(
    id: number,
    change: (known: KnownOrder) => KnownOrder,
    act: (known: KnownOrder) => Promise<void>,
  ): Promise<void>;
}

/** Opens a folder, for one process at a time. */
export async function openFolder(folder: string): Promise<OrderFolder> {
  await mkdir(folder, { recursive: true });
  const underWay = new Map<number, Promise<void>>();
  return {
    change(id, change, act) {
      const previous = underWay.get(id);
      const mine = (async () => {
        await previous?.catch(() => undefined);
        const file = path.join(folder, `${id}.json`);
        const known = change(await read(file));
        await write(file, known);
        await act(known);
      })();
      underWay.set(id, mine);
      const release = () => void (underWay.get(id) === mine && underWay.delete(id));
      mine.then(release, release);
      return mine;
    },
  };
}

async function read(file: string): Promise<KnownOrder> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as KnownOrder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return UNKNOWN_ORDER;
    throw error;
  }
}

/** The file is replaced atomically, so a process that ends while writing leaves the previous file. */
async function write(file: string, known: KnownOrder): Promise<void> {
  const handle = await open(`${file}.new`, 'w');
  try {
    await handle.writeFile(JSON.stringify(known));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
}
