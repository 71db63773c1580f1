import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ACTIONS, wordsOfName } from './actions.ts';
import { en } from './texts.en.ts';

/** The actions that the server writes as literals; those that it composes are not found. */
const WRITTEN = /(?:action(?:: | = )|audit\([^()]*?)'([a-z_]+\.[a-z_]+)'/g;
/** Of the command line and the demo, which no page offers as a filter. */
const APART = /^demo\./;

it('every action that the server writes can be chosen as a filter, and has words', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  const written = files.flatMap((file) =>
    [...readFileSync(`src/${file}`, 'utf8').matchAll(WRITTEN)].map((match) => match[1]!),
  );
  expect(written.length).toBeGreaterThan(80);
  expect([...new Set(written)].filter((action) => !APART.test(action) && !ACTIONS.includes(action))).toEqual([]);
});

it('every action has words for its subject and its event', () => {
  const unknown = ACTIONS.filter((action) => {
    const [subject = '', event = ''] = action.split('.');
    return en.subjects[subject] === undefined || en.events[event] === undefined;
  });
  expect(unknown).toEqual([]);
});

it('a name without words is shown as words', () => {
  expect([wordsOfName('vat_status'), wordsOfName('networkDaily')]).toEqual(['Vat status', 'Network daily']);
});
