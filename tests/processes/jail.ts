import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { waitUntil } from '../faults/server-process.ts';
import type { Image } from './dockerfile.ts';

/** The user id of `node` in the image, an ordinary user. */
const USER = 1000;
/** The parts of this machine's system that the base image has, too: programs, libraries, certificates and names. */
const SYSTEM = ['/usr', '/etc'];
const LINKS = ['bin', 'lib', 'lib64', 'sbin'];

/**
 * Creates the image in `root`: the files that its last stage copies, from folders that replace its other stages (a stage works in `/`
 * and its name).
 */
export async function layOut(root: string, image: Image, stages: Record<string, string>, project: string) {
  for (const { stage, from, to } of image.copies) {
    const source =
      stage === null ? path.join(project, from) : path.join(stages[stage]!, path.relative(`/${stage}`, from));
    const target = path.resolve('/', image.workdir, to === './' ? path.basename(from) : to);
    await cp(source, path.join(root, target), { recursive: true, verbatimSymlinks: true });
  }
  for (const folder of [...SYSTEM, '/proc', '/dev', '/tmp', '/data'])
    await mkdir(path.join(root, folder), { recursive: true });
  for (const name of LINKS) await symlink(`usr/${name}`, path.join(root, name));
}

/** A process of the image. */
export interface Jailed {
  pid: number;
  /** Its output so far, of both streams. */
  said(): string;
  /** Sends the image's stop signal. @returns the exit code */
  stop(): Promise<number | null>;
}

/** A folder of this machine that is mounted writable at a path in the jail. */
export type Volumes = Record<string, string>;

/**
 * Runs a command as a container would be run with `read_only`, `cap_drop: ALL`, `no-new-privileges` and a tmpfs at /tmp: with a
 * separate root, in separate namespaces for mounts and processes, as an ordinary user. The network is this machine's.
 */
export async function runJailed(
  root: string,
  image: Image,
  { command, environment, volumes }: { command: string[]; environment: Record<string, string>; volumes: Volumes },
): Promise<Jailed> {
  const at = (place: string) => path.join(root, place);
  const mounts = [
    `mount --bind '${root}' '${root}'`,
    ...SYSTEM.map((folder) => `mount --bind ${folder} '${at(folder)}' && mount -o remount,bind,ro '${at(folder)}'`),
    `mount --bind /dev '${at('/dev')}'`,
    `mount -t proc proc '${at('/proc')}'`,
    `mount -t tmpfs -o mode=1777,size=64m tmpfs '${at('/tmp')}'`,
    ...Object.entries(volumes).map(([place, folder]) => `mount --bind '${folder}' '${at(place)}'`),
    `mount -o remount,bind,ro '${root}'`,
    `exec chroot '${root}' /usr/bin/setpriv --reuid=${USER} --regid=${USER} --clear-groups --bounding-set=-all --inh-caps=-all --no-new-privs sh -c 'cd ${image.workdir} && exec "$@"' jail "$@"`,
  ];
  const child = spawn(
    'unshare',
    [
      ...'--mount --pid --fork --kill-child --propagation private'.split(' '),
      'sh',
      '-ec',
      mounts.join('\n'),
      'jail',
      ...command,
    ],
    {
      env: { PATH: process.env['PATH'] ?? '', ...image.environment, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output.on('data', (chunk) => {
      said += chunk;
    });
  const exited = once(child, 'exit');
  let pid = 0;
  await waitUntil('the jail has its process', async () => {
    pid = await childOf(child);
    return pid !== 0 || child.exitCode !== null;
  });
  return {
    pid,
    said: () => said,
    async stop() {
      if (child.exitCode === null) process.kill(pid, image.stopSignal);
      await exited;
      return child.exitCode;
    },
  };
}

async function childOf({ pid }: ChildProcess): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return Number(children.trim().split(' ')[0] ?? 0);
}

/** The paths that a jailed process could write, and the content of its /tmp. */
export async function writableIn({ pid }: Jailed): Promise<{ places: string[]; temporary: string[] }> {
  const mounts = (await readFile(`/proc/${pid}/mountinfo`, 'utf8')).trim().split('\n');
  const places = mounts
    .map((line) => line.split(' '))
    .filter((fields) => fields[5]!.split(',').includes('rw'))
    .map((fields) => fields[4]!);
  return { places, temporary: await readdir(`/proc/${pid}/root/tmp`) };
}

/** Gives a volume to the user, as a new one takes its owner from the image. */
export function giveOwnership(folder: string): void {
  execFileSync('chown', ['-R', `${USER}:${USER}`, folder]);
}
