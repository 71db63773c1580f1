import { expect, it } from 'vitest';
import type { Me } from '../session/use-me.ts';
import { itemsOf, sectionsOf } from '../shell/navigation.tsx';
import { en } from '../shell/texts.en.ts';
import { TOPIC_OF, topicOf } from './topics.ts';

it('has a topic for each page of the navigation, in every role', () => {
  const me = { roles: ['admin', 'creator'], stores: [{ id: 1 }], clients: [{ id: 1 }] } as unknown as Me;
  const pages = sectionsOf(me, en, {})
    .flatMap(itemsOf)
    .map(({ link }) => link.to);
  expect(pages.length).toBeGreaterThan(50);
  expect(pages.filter((page) => !(page in TOPIC_OF))).toEqual([]);
});

it.each([
  ['/console/shop/$store', 'overview'],
  ['/console/shop/$store/campaigns/$offer/edit', 'campaigns'],
  ['/console/creator/links/$link', 'links'],
  ['/console/shop/$store/days', 'amounts'],
  ['/console/none', 'work'],
])('explains %s by the topic %s', (path, topic) => {
  expect(topicOf(path)).toBe(topic);
});
