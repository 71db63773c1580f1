import { Alert, Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { client } from '../../api.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { useDoing } from '../../parts/use-doing.ts';
import { useTrackingTexts } from './texts.ts';

/** The key of the shop's plugin, hidden until it is wanted, and its replacement. */
export function ActivationKey({ store, activationKey }: { store: number; activationKey: string }) {
  const t = useTrackingTexts();
  const [isShown, shown] = useDisclosure(false);
  const [isAsking, asking] = useDisclosure(false);
  const rotate = useDoing(
    async () =>
      (
        await client.POST('/v2/advertisers/{advertiser}/order-collectors/shop_plugin/rotate-key', {
          params: { path: { advertiser: store } },
        })
      ).data!,
    { done: t.rotate.done, onDone: asking.close },
  );
  return (
    <>
      <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {isShown ? activationKey : '•'.repeat(24)}
      </Code>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={shown.toggle}>
          {isShown ? t.hideKey : t.showKey}
        </Button>
        <CopyText text={activationKey} />
        <Button size="xs" variant="subtle" color="red" onClick={asking.open}>
          {t.rotate.button}
        </Button>
      </Group>
      <Modal opened={isAsking} onClose={asking.close} title={t.rotate.title}>
        <Stack>
          <Text size="sm">{t.rotate.warning}</Text>
          {rotate.failure && (
            <Alert color="red" variant="light" role="alert">
              {rotate.failure}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={asking.close}>
              {t.rotate.cancel}
            </Button>
            <Button color="red" loading={rotate.isPending} onClick={() => rotate.mutate()}>
              {t.rotate.confirm}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
