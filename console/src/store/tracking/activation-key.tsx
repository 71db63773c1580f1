import { Button, Code, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { client } from '../../api.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useTrackingTexts } from './texts.ts';

/** The key of the shop's plugin, hidden until it is wanted, and its replacement. */
export function ActivationKey({ store, activationKey }: { store: number; activationKey: string }) {
  const t = useTrackingTexts();
  const [isShown, shown] = useDisclosure(false);
  const [isAsking, asking] = useDisclosure(false);
  const rotate = useApiMutation(
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
      <ConfirmDialog
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
