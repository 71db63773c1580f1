/** Security events of an account that its owner is notified of. */
export type SecurityEvent =
  | 'account_created'
  | 'password_changed'
  | 'password_reset'
  | 'email_change_requested'
  | 'email_changed'
  | 'token_created'
  | 'token_created_by_other'
  | 'program_permitted'
  | 'credentials_set_by_other'
  | 'taken_over'
  | 'second_factor_guessed'
  | 'second_factor_added'
  | 'second_factor_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_codes_made'
  | 'approved'
  | 'role_changed'
  | 'removed_from_team'
  | 'deletion_requested';

/** Events that the person cannot undo with a new password. */
export const NO_ALARM: readonly SecurityEvent[] = [
  'account_created',
  'approved',
  'role_changed',
  'removed_from_team',
  'taken_over',
];
