import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest files, about a minute each. */
const LONGEST = /\/(?:fuzz|instructions|matrix)\.test\./;
/** Files here take long for their size: they start programs, wait for timeouts, simulate months, or call every route. */
const LONG =
  /\/(?:tests\/(?:authorization|faults|fuzz|instructions|processes|recompute)|src\/(?:backup|demo|sandboxes)|src\/platform\/(?:database\/embedded|jobs|payment-provider)|packages)\/|\/(?:caps|close-period|e-invoice|edge|large-sums|local-click-log|open-database|payment-links|redirect|transfers|year)\.test\.|\/(?:quote|runs)\.property\./;
/** Long files mostly wait. This many others between two of them use the processors meanwhile. */
const OTHERS_BETWEEN = 2;

/**
 * The order of the files of a run: the longest first, then the long ones between others, so that no worker is left with a long one at the end.
 * Vitest's own order is by the duration of the run before, which a clean clone does not have, and otherwise by size.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const among = (pattern: RegExp) => sorted.filter(({ moduleId }) => pattern.test(moduleId));
    const long = new Set([...among(LONGEST), ...among(LONG)]);
    const others = sorted.filter((file) => !long.has(file));
    return [...[...long].flatMap((file) => [file, ...others.splice(0, OTHERS_BETWEEN)]), ...others];
  }
}
