import { Type } from 'typebox';
import { day, minorMoney, nameSchemas, whole } from '../../../platform/http/fields.ts';
import { type Guarantee, roundedDown } from './guarantee.ts';

export const guaranteeFields = {
  until: day({
    description: 'The last day, in the platform’s time zone, on which what creators earn is covered by paid money.',
  }),
  approval_days: whole({ min: 1, max: 90, description: 'Orders decide themselves after at most so many days.' }),
};

/** What a campaign guarantees now, as creators read it wherever campaigns are shown. */
export const GuaranteedRecord = Type.Object({
  ...guaranteeFields,
  left: minorMoney(
    'At least so much is left for clicks, orders, fixed amounts and bonuses: what the store has paid in and reserved, without VAT, rounded down to two digits.',
  ),
});

nameSchemas({ GuaranteedPay: GuaranteedRecord });

/** Presents the guarantee of a campaign to creators; null unless it binds today. */
export const presentGuaranteed = (guarantee: Guarantee | null) =>
  guarantee?.isBinding
    ? {
        until: guarantee.until,
        approval_days: guarantee.approvalDays,
        left: { minor: roundedDown(guarantee.leftMinor), currency: guarantee.currency },
      }
    : null;
