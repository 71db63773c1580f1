/** A part of an amount that is not negative, rounded half up. */
export const proportion = (amount: number, part: number, whole: number): number =>
  part === whole ? amount : Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)));
