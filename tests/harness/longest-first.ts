import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files here take long for their size: they start programs, simulate months, or call every route. */
const LONG =
  /\/(?:tests\/(?:authorization|faults|instructions|processes)|src\/(?:backup|demo|sandboxes)|src\/platform\/database\/embedded|packages)\/|\/tests\/large-sums\./;

/**
 * The order of the files of a run: long ones first, so that no worker is left with a long file at the end. Vitest itself orders by the
 * durations of the previous run, which a clean clone does not have, or else by size.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
