import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { client } from '../../api.ts';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { FailureAlert } from '../../components/failure.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useSettingsTexts } from './texts.ts';

/** Visibility of a store. Hiding ends earnings from its links and asks for confirmation; showing does not. */
export function Visibility({ store, isHidden }: { store: number; isHidden: boolean }) {
  const t = useSettingsTexts().visibility;
  const [isAsking, asking] = useDisclosure(false);
  const saving = useApiMutation(
    (hidden: 0 | 1) => client.PATCH('/advertiser/stores/{id}', { params: { path: { id: store } }, body: { hidden } }),
    { done: isHidden ? t.isShownAgain : t.isHidden, onDone: asking.close },
  );
  return (
    <SectionCard id="visibility" title={t.title} hint={isHidden ? t.hidden : t.shown}>
      <Group>
        {isHidden ? (
          <Button loading={saving.isPending} onClick={() => saving.mutate(0)}>
            {t.show}
          </Button>
        ) : (
          <Button variant="default" onClick={asking.open}>
            {t.hide}
          </Button>
        )}
      </Group>
      {isHidden && <FailureAlert message={saving.failure} mt="md" />}
      <ConfirmDialog
        title={t.ask}
        text={t.warning}
        action={t.hideNow}
        opened={isAsking}
        mutation={{ ...saving, mutate: () => saving.mutate(1) }}
        onClose={asking.close}
      />
    </SectionCard>
  );
}
