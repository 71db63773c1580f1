/** Clicks of a journal that are carried together, in the order of their sequence numbers: the range [from, to). */
export interface SequencedBatch<T> {
  from: number;
  to: number;
  clicks: readonly T[];
  /** Runs of clicks with consecutive sequence numbers, in order; numbers between two runs belong to no click. */
  runs: readonly { first: number; count: number }[];
  /** Identifies a place of the log before `to`, to detect later whether the log is unchanged there. */
  mark?: string | undefined;
}

/** Divides a batch after its first `count` clicks. A gap between two runs belongs to the first part. */
export function cutBatch<T>(batch: SequencedBatch<T>, count: number): [SequencedBatch<T>, SequencedBatch<T>] {
  const before: { first: number; count: number }[] = [];
  const after: { first: number; count: number }[] = [];
  let left = count;
  for (const run of batch.runs) {
    const taken = Math.min(left, run.count);
    left -= taken;
    if (taken > 0) before.push({ first: run.first, count: taken });
    if (taken < run.count) after.push({ first: run.first + taken, count: run.count - taken });
  }
  const middle = after[0]?.first ?? batch.to;
  return [
    { from: batch.from, to: middle, clicks: batch.clicks.slice(0, count), runs: before },
    { from: middle, to: batch.to, clicks: batch.clicks.slice(count), runs: after, mark: batch.mark },
  ];
}
