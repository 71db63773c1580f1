import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { type KnownOrder, UNKNOWN_ORDER } from './known-order.ts';

/** What is kept of an order: what is known about it, and whether Tributary has replied to that. */
interface StoredOrder extends KnownOrder {
  /** Missing: it must be sent, or sent again. */
  answer?: Answer;
}

/** Tributary's last word about what is known of an order. */
export type Answer = 'accepted' | 'refused';

/** The folder with one file of known data for each order. */
export interface OrderFolder {
  /** Changes the known data of an order, which is then unsent. The change is on the disk when the promise is fulfilled. */
  change(id: number, change: (known: KnownOrder) => KnownOrder): Promise<void>;
  /**
   * Sends an order that is unsent, and stores the answer. Calls for one order, and its changes, run one after another.
   * @param act fails if there is no answer yet; the order then stays unsent
   */
  send(id: number, act: (known: KnownOrder) => Promise<Answer>): Promise<void>;
  /** The ids of all orders that are unsent. */
  unsent(): number[];
}

/** Opens a folder, for one process at a time. It reads all files once, to find the unsent orders of an earlier process. */
export async function openFolder(folder: string): Promise<OrderFolder> {
  await mkdir(folder, { recursive: true });
  const fileOf = (id: number) => path.join(folder, `${id}.json`);
  const unsent = new Set<number>();
  for (const name of await readdir(folder)) {
    const id = Number(/^(\d+)\.json$/.exec(name)?.[1]);
    if (id > 0 && (await read(fileOf(id))).answer === undefined) unsent.add(id);
  }
  const underWay = new Map<number, Promise<void>>();
  const inTurn = (id: number, work: () => Promise<void>) => {
    const previous = underWay.get(id);
    const mine = (async () => {
      await previous?.catch(() => undefined);
      await work();
    })();
    underWay.set(id, mine);
    const release = () => void (underWay.get(id) === mine && underWay.delete(id));
    mine.then(release, release);
    return mine;
  };
  return {
    change: (id, change) =>
      inTurn(id, async () => {
        const { answer: _, ...known } = await read(fileOf(id));
        await write(fileOf(id), change(known));
        unsent.add(id);
      }),
    send: (id, act) =>
      inTurn(id, async () => {
        if (!unsent.has(id)) return;
        const known = await read(fileOf(id));
        await write(fileOf(id), { ...known, answer: await act(known) });
        unsent.delete(id);
      }),
    unsent: () => [...unsent],
  };
}

async function read(file: string): Promise<StoredOrder> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as StoredOrder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return UNKNOWN_ORDER;
    throw error;
  }
}

/** The file is replaced atomically, so a process that ends while writing leaves the previous file. */
async function write(file: string, known: StoredOrder): Promise<void> {
  const handle = await open(`${file}.new`, 'w');
  try {
    await handle.writeFile(JSON.stringify(known));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
}
