import type { ShareOrigin } from '../clicks/index.ts';
import type { Explaining } from './explanation.ts';

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
  /** A fixed amount that is shared, too. */
  fixedMinor?: number;
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
  const { baseMinor, partPpm, isByLine = false, fixedMinor = 0, split } = shared;
  const inputsOf = (sharePpm: number) => ({
    base_minor: baseMinor,
    ...(partPpm === null ? {} : { part_ppm: partPpm }),
    ...(fixedMinor === 0 ? {} : { fixed_minor: fixedMinor }),
    share_ppm: sharePpm,
  });
  const { texts, formats } = explaining.words;
  const part = isByLine ? 'by_line' : partPpm === null ? null : formats.number(partPpm / 1_000_000);
  const formula = (sharePpm: number, resultMinor: number, from: ShareOrigin | null) => ({
    base: explaining.money(baseMinor),
    part,
    fixed: fixedMinor === 0 ? null : explaining.money(fixedMinor),
    share: formats.number(sharePpm / 1_000_000),
    result: explaining.money(resultMinor),
    from,
  });
  if (reader.creator) {
    const { userSharePpm, userFrom } = shared;
    explaining.add('creator_share', {
      inputs: { ...inputsOf(userSharePpm), ...(userFrom === null ? {} : { share_from: userFrom }) },
      result: split.creator,
      because: texts.creatorShare(formula(userSharePpm, split.creator, userFrom)),
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
        agencyId === null ? texts.noAgency : texts.agencyShare(formula(agencySharePpm, split.agency, agencyFrom)),
    });
  }
  if (reader.platform)
    explaining.add('platform_rest', {
      inputs: { store_minor: split.store, creator_minor: split.creator, agency_minor: split.agency },
      result: split.store - split.creator - split.agency,
      because: texts.platformRest,
    });
}
