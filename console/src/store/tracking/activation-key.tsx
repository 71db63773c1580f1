import { Button, Code, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { client } from '../../api.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { FailureText } from '../../components/failure.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useTrackingTexts } from './texts.ts';

/** Activation key of the plugin: shown once when it is created; can be replaced. */
export function ActivationKey({ store, hasKey }: { store: number; hasKey: boolean }) {
  const t = useTrackingTexts();
  const [key, setKey] = useState<string | null>(null);
  const [isAsking, asking] = useDisclosure(false);
  const rotate = useApiMutation(
    async () =>
      (
        await client.POST('/v2/advertisers/{advertiser}/order-collectors/shop_plugin/rotate-key', {
          params: { path: { advertiser: store } },
        })
      ).data!,
    {
      done: t.rotate.done,
      onDone: ({ service_activation_key: made }) => {
        setKey(made ?? null);
        asking.close();
      },
    },
  );
  return (
    <>
      <Text size="sm">{key !== null ? t.keyOnce : hasKey ? t.keyHidden : t.noKey}</Text>
      {key !== null && (
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {key}
        </Code>
      )}
      <Group gap="xs">
        {key !== null && <CopyText text={key} />}
        {hasKey ? (
          <Button size="xs" variant="subtle" color="red" onClick={asking.open}>
            {t.rotate.button}
          </Button>
        ) : (
          <Button size="xs" loading={rotate.isPending} onClick={() => rotate.mutate()}>
            {t.makeKey}
          </Button>
        )}
      </Group>
      {!isAsking && <FailureText message={rotate.failure} />}
      <ConfirmDialog
        title={t.rotate.title}
        text={t.rotate.warning}
        action={t.rotate.confirm}
        keep={t.rotate.cancel}
        opened={isAsking}
        mutation={rotate}
        onClose={asking.close}
      />
    </>
  );
}
