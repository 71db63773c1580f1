import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = path.resolve(import.meta.dirname, '..');

/** What follows the language of the browser or the machine, and not that of the page. */
const IN_ANOTHER_LANGUAGE =
  /type="(?:date|month|week|time|datetime-local)"|\.toLocale(?:Date|Time)?String\(|new Intl\.\w+Format\(\)|navigator\.language\b/;

it('Nothing in the console follows the language of the browser instead of that of the page: date fields, numbers and dates', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const found = files
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => IN_ANOTHER_LANGUAGE.test(readFileSync(path.join(SOURCES, file), 'utf8')));
  expect(files.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});
