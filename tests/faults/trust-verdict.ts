import type { Kind, TrustMarketReport } from './trust-market.ts';

/**
 * The highest earnings from one address in three months at 0.70 SEK per click: 60 paid clicks of a creator on each of 90 days; minor
 * units.
 */
const MAX_OF_ONE_ADDRESS = 90 * 60 * 70;
const NOTHING: readonly Kind[] = [
  'order squatter',
  'self-buyer',
  'accomplice of the store that does not pay',
  'accomplice of a store that registered itself',
];

/** The objections to a protected marketplace; empty if all promises hold. */
export function objectionsToReport({ outcomes, platformLoss, farmAfterVoid }: TrustMarketReport): string[] {
  const wrong: string[] = [];
  for (const { kind, due, payable } of outcomes) {
    if (NOTHING.includes(kind) && payable !== 0) wrong.push(`${kind}: ${payable} payable`);
    if (kind === 'click farm at one address' && payable > MAX_OF_ONE_ADDRESS) wrong.push(`${kind}: ${payable} payable`);
    const isHonest = kind === 'honest creator' || kind === 'honest agency';
    if (isHonest && (payable > due || payable < due * 0.95)) wrong.push(`${kind}: ${payable} payable of ${due} due`);
  }
  if (platformLoss > 0) wrong.push(`${platformLoss} paid out that no store has paid`);
  if (farmAfterVoid !== 0) wrong.push(`a farm whose clicks are void has ${farmAfterVoid} left`);
  return wrong;
}
