import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { hasPasskeys } from './passkey.ts';

/** Button that uses a passkey; absent if the browser or the address does not support passkeys. */
export function PasskeyButton({
  label,
  isPending,
  onClick,
}: {
  label: string;
  isPending: boolean;
  onClick: () => void;
}) {
  if (!hasPasskeys()) return null;
  return (
    <Button
      type="button"
      variant="default"
      fullWidth
      loading={isPending}
      leftSection={<IconFingerprint size={18} aria-hidden />}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
