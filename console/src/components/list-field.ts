/**
 * Changes of a list among the values of a form, such as its rules.
 * @param set receives the changed list
 */
export const listField = <Entry extends { key: number }>(
  entries: readonly Entry[],
  set: (entries: Entry[]) => void,
) => ({
  /** @param create the new entry; its key identifies it while entries are moved */
  add: (create: (key: number) => Entry) =>
    set([...entries, create(Math.max(-1, ...entries.map(({ key }) => key)) + 1)]),
  change: (index: number, change: Partial<Entry>) => set(entries.with(index, { ...entries[index]!, ...change })),
  move: (index: number, by: number) => set(entries.toSpliced(index, 1).toSpliced(index + by, 0, entries[index]!)),
  remove: (index: number) => set(entries.toSpliced(index, 1)),
});
