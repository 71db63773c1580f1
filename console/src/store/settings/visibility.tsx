import { Alert, Button, Card, Group, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { client } from '../../api.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
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
    <Card component="section" aria-labelledby="visibility">
      <Title order={2} size="h4" id="visibility">
        {t.title}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {isHidden ? t.hidden : t.shown}
      </Text>
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
      {isHidden && saving.failure && (
        <Alert color="red" variant="light" role="alert" mt="md">
          {saving.failure}
        </Alert>
      )}
      <ConfirmDialog
        title={t.ask}
        words={t.warning}
        action={t.hideNow}
        opened={isAsking}
        doing={{ ...saving, mutate: () => saving.mutate(1) }}
        onClose={asking.close}
      />
    </Card>
  );
}
