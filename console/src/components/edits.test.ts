import { describe, expect, it } from 'vitest';
import { conflictsOf, decided, type Edits, withChange } from './edits.ts';

interface Values {
  title: string;
  slug: string;
  tags: string[];
}
const saved: Values = { title: 'A', slug: 'a', tags: ['x'] };
const none: Edits<Values> = { typed: {}, bases: {} };

describe('edits of a record', () => {
  it('remember the values with which they began', () => {
    const once = withChange(none, { title: 'B' }, saved);
    // The record changes in the meantime; the base of the title remains.
    const twice = withChange(once, { title: 'BB', slug: 'b' }, { ...saved, title: 'T', slug: 't' });
    expect(twice).toEqual({ typed: { title: 'BB', slug: 'b' }, bases: { title: 'A', slug: 't' } });
  });

  it('end when a field has its first value again', () => {
    expect(withChange(withChange(none, { title: 'B', slug: 'b' }, saved), { title: 'A' }, saved)).toEqual({
      typed: { slug: 'b' },
      bases: { slug: 'a' },
    });
  });

  it('conflict only in fields that were edited in the form and changed to another value by others', () => {
    const edits = withChange(none, { title: 'B', tags: ['x', 'y'] }, saved);
    expect(conflictsOf(edits, saved)).toEqual([]);
    expect(conflictsOf(edits, { ...saved, slug: 'theirs' })).toEqual([]);
    expect(conflictsOf(edits, { ...saved, title: 'B' })).toEqual([]);
    expect(conflictsOf(edits, { title: 'T', slug: 'theirs', tags: ['x'] })).toEqual([
      { field: 'title', mine: 'B', theirs: 'T' },
    ]);
  });

  it('do not conflict with a value that the form saved', () => {
    const edits = withChange(none, { title: 'C' }, saved);
    expect(conflictsOf(edits, { ...saved, title: 'B' }, { title: 'B' })).toEqual([]);
  });

  it('have no conflict after a decision, and keep the values that were not discarded', () => {
    const edits = withChange(none, { title: 'B', slug: 'b' }, saved);
    const now = { ...saved, title: 'T', slug: 't' };
    const after = decided(edits, ['slug'], now);
    expect(after).toEqual({ typed: { title: 'B' }, bases: { title: 'T' } });
    expect(conflictsOf(after, now)).toEqual([]);
  });
});
