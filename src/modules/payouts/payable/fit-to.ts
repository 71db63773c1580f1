/**
 * Makes amounts add up to a total: what exceeds it is taken from the first amounts, and what is missing is added to the last one. Negative amounts are
 * offset first, so that none of the results is negative.
 * @param amounts whole minor units, oldest first
 * @param total their sum afterwards; not negative
 */
export function fitTo(amounts: readonly number[], total: number): number[] {
  const fitted = amounts.map((amount) => Math.max(amount, 0));
  let excess = fitted.reduce((sum, amount) => sum + amount, 0) - total;
  for (const [index, amount] of fitted.entries()) {
    if (excess <= 0) break;
    const taken = Math.min(excess, amount);
    fitted[index] = amount - taken;
    excess -= taken;
  }
  if (excess < 0 && fitted.length > 0) fitted[fitted.length - 1]! -= excess;
  return fitted;
}
