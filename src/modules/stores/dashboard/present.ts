import { legacyFlag, legacyTime } from '../../../platform/legacy-values.ts';
import { presentStoreUser } from '../record/present.ts';
import { presentLegacyTag } from '../user-tags.ts';
import type { Dashboard } from './find-dashboard.ts';

/** A creator as the unversioned paths show them to a store. */
export function presentDashboard({ storeId, user, canEdit, tags, socialAccounts, payments }: Dashboard) {
  return {
    ...presentStoreUser(user, storeId),
    public_name: user.public_name,
    phone: user.phone ?? '',
    can_edit: canEdit,
    user_tags: tags.map((tag) => ({
      ...presentLegacyTag(tag),
      pivot: { user_id: user.id, user_tag_id: tag.id },
    })),
    social_media: socialAccounts.map((account) => ({
      id: account.id,
      user_id: user.id,
      type: account.type,
      identifier: account.identifier,
      is_valid: legacyFlag(account.is_valid),
      created_at: printed(account.created_at),
      updated_at: printed(account.updated_at),
      followers: account.followers,
    })),
    one_time_earnings: payments.map((payment) => ({
      id: payment.id,
      user_id: user.id,
      store_id: storeId,
      user_earnings: payment.user_minor,
      payment_date: payment.payment_date,
      created_at: printed(payment.created_at),
      updated_at: printed(payment.updated_at),
      comment: payment.comment,
    })),
  };
}

const printed = (instant: string): string => legacyTime(new Date(instant));
