import { readFile } from 'node:fs/promises';

/** Reads the last stage of a Dockerfile. Each of its instructions is on one line. */
export interface Image {
  /** Copies from a stage (or the repository: null) to a path in the image; relative paths are below `workdir`. */
  copies: { stage: string | null; from: string; to: string }[];
  environment: Record<string, string>;
  workdir: string;
  user: string;
  command: string[];
  health: string[];
  stopSignal: NodeJS.Signals;
}

export async function readDockerfile(file: string): Promise<Image> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  const all = (word: string) =>
    last.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  const one = (word: string) => {
    const [said, ...more] = all(word);
    if (said === undefined || more.length > 0) throw new Error(`${file}: the last stage needs exactly one ${word}`);
    return said;
  };
  return {
    copies: all('COPY').map((said) => {
      const [, stage = null, from, to] = /^(?:--from=(\S+) )?(\S+) (\S+)$/.exec(said) ?? [];
      if (from === undefined || to === undefined) throw new Error(`${file}: COPY ${said}`);
      return { stage, from, to };
    }),
    environment: Object.fromEntries(
      all('ENV').flatMap((said) => said.split(' ').map((pair) => pair.split('=') as [string, string])),
    ),
    workdir: one('WORKDIR'),
    user: one('USER'),
    command: JSON.parse(one('CMD')),
    health: JSON.parse(one('HEALTHCHECK').replace(/^.*? CMD /, '')),
    stopSignal: one('STOPSIGNAL') as NodeJS.Signals,
  };
}
