import type { PageFiles } from './page-files.ts';

/** Limits of the files that a page loads, in the language with the largest texts. */
export interface Budget {
  /** Number of scripts, including those loaded on demand. */
  scripts: number;
  /** Bytes of scripts and styles until the page is shown, compressed with gzip. */
  firstBytes: number;
  /** The same, including the files that the page loads on demand. */
  allBytes: number;
}

/** docs/console.md explains the limits. */
export const BUDGET: Budget = { scripts: 15, firstBytes: 438_000, allBytes: 444_000 };

/** The page that redirects to the first page of the reader. It has no content, so that its files are those of all pages in the frame. */
const EMPTY_PAGE = '/console';
/** The limit of `firstBytes` for the files of all pages in the frame. */
const FRAME_BYTES = 285_000;

/** Sizes of the files that a page loads, in the language with the largest texts. */
export interface PageWeight extends Budget {
  path: string;
}

/** @param sizeOf the size of a file in bytes, compressed with gzip */
export function weigh({ path, first, texts, later, styles }: PageFiles, sizeOf: (file: string) => number): PageWeight {
  const sum = (files: readonly string[]) => files.reduce((total, file) => total + sizeOf(file), 0);
  const languages = [[], ...Object.values(texts)];
  const firstBytes = Math.max(...languages.map((files) => sum([...first, ...styles, ...files])));
  return {
    path,
    scripts: first.length + later.length + Math.max(...languages.map((files) => files.length)),
    firstBytes,
    allBytes: firstBytes + sum(later),
  };
}

/** A sentence for each limit that a page exceeds; empty when all are within the budget. */
export function exceeded(pages: readonly PageWeight[], budget: Budget): string[] {
  return pages.flatMap((page) => {
    const own = page.path === EMPTY_PAGE ? { ...budget, firstBytes: FRAME_BYTES } : budget;
    return (Object.entries(own) as [keyof Budget, number][])
      .filter(([limit, most]) => page[limit] > most)
      .map(([limit, most]) => `${page.path}: ${limit} is ${page[limit]}, the budget is ${most}`);
  });
}
