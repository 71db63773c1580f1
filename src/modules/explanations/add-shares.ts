import type { ShareOrigin } from '../clicks/index.ts';
import type { Explaining } from './explanation.ts';

const ORIGINS: Record<ShareOrigin, string> = {
  price: 'the price itself names it',
  tier: 'it is that of the creator’s revenue tier',
  agency: 'it is that of the creator’s agency',
  default: 'nobody names one, so it is the platform’s default',
};

/**
 * The shared amount. `baseMinor` is a click's price or an order's value, and `partPpm` the part of an order's value that is
 * shared.
 */
export interface Shared {
  baseMinor: number;
  /** Millionths; null: all of it is shared, or the lines of the order have parts of their own. */
  partPpm: number | null;
  /** Whether the lines of the order have parts of their own. */
  isByLine?: boolean;
  userSharePpm: number;
  userFrom: ShareOrigin | null;
  agencySharePpm: number;
  agencyFrom: ShareOrigin | null;
  agencyId: number | null;
  split: { store: number; creator: number; agency: number };
}

/** Adds the steps that divide an amount: the creator's share, the agency's share, and the rest of the platform. */
export function addShares(explaining: Explaining, shared: Shared): void {
  const { reader } = explaining;
  const { baseMinor, partPpm, isByLine = false, split } = shared;
  const inputsOf = (sharePpm: number) => ({
    base_minor: baseMinor,
    ...(partPpm === null ? {} : { part_ppm: partPpm }),
    share_ppm: sharePpm,
  });
  const part = isByLine ? ' × the average part of the lines' : partPpm === null ? '' : ` × ${partPpm / 1_000_000}`;
  const formula = (sharePpm: number, result: number) =>
    `${explaining.words(baseMinor)}${part} × ${sharePpm / 1_000_000}, rounded down once, is ${explaining.words(result)}`;
  const why = (from: ShareOrigin | null) => (from === null ? '' : `; ${ORIGINS[from]}`);
  if (reader.creator) {
    const { userSharePpm, userFrom } = shared;
    explaining.add('creator_share', {
      inputs: { ...inputsOf(userSharePpm), ...(userFrom === null ? {} : { share_from: userFrom }) },
      result: split.creator,
      because: `The creator’s share: ${formula(userSharePpm, split.creator)}${why(userFrom)}.`,
    });
  }
  if (reader.agency) {
    const { agencySharePpm, agencyFrom, agencyId } = shared;
    explaining.add('agency_share', {
      inputs: {
        ...inputsOf(agencySharePpm),
        agency_id: agencyId,
        ...(agencyFrom === null ? {} : { share_from: agencyFrom }),
      },
      result: split.agency,
      because:
        agencyId === null
          ? 'The creator belonged to no agency, so none has a share.'
          : `The agency’s share: ${formula(agencySharePpm, split.agency)}${why(agencyFrom)}. Both shares together never exceed the whole; the creator’s stands.`,
    });
  }
  if (reader.platform)
    explaining.add('platform_rest', {
      inputs: { store_minor: split.store, creator_minor: split.creator, agency_minor: split.agency },
      result: split.store - split.creator - split.agency,
      because: 'The platform keeps what the store pays less both shares.',
    });
}
