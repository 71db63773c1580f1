import { Button, Code, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { client } from '../../api.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { useDoing } from '../../parts/use-doing.ts';
import { useTrackingTexts } from './texts.ts';

/** The key of the shop's plugin: shown once, when it is made, and its replacement. */
export function ActivationKey({ store, hasKey }: { store: number; hasKey: boolean }) {
  const t = useTrackingTexts();
  const [key, setKey] = useState<string | null>(null);
  const [isAsking, asking] = useDisclosure(false);
  const rotate = useDoing(
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
      {!isAsking && rotate.failure && (
        <Text size="sm" className="is-worse" role="alert">
          {rotate.failure}
        </Text>
      )}
      <Confirm
        title={t.rotate.title}
        words={t.rotate.warning}
        action={t.rotate.confirm}
        keep={t.rotate.cancel}
        opened={isAsking}
        doing={rotate}
        onClose={asking.close}
      />
    </>
  );
}
