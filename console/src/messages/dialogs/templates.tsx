import { Button, Card, Group, NativeSelect, Skeleton, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { paths } from '@tributary/client';
import { useState } from 'react';
import { api, client } from '../../api.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Failure } from '../../components/failure.tsx';
import { Form } from '../../components/form.tsx';
import { LimitedArea } from '../../components/limited-area.tsx';
import { Note, Strong } from '../../components/note.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useForm } from '../../components/use-form.ts';
import { useFormats } from '../../language/formats.ts';
import { useMessageTexts } from '../texts.ts';

type Template =
  paths['/v2/stores/{store}/message-templates']['get']['responses']['200']['content']['application/json']['data'][number];
type Trigger =
  paths['/v2/stores/{store}/message-triggers']['get']['responses']['200']['content']['application/json']['data'][number];

const MAX_TEXT = 3_000;
const OCCASIONS = ['joined', 'no_clicks', 'first_order', 'tier_reached'] as const;
type Occasion = (typeof OCCASIONS)[number];

interface TemplatesProps {
  store: number;
  mayWrite: boolean;
  onClose: () => void;
}

/** A dialog with the texts that a store uses again, and the occasions on which it sends them by itself. */
export default function Templates({ store, mayWrite, onClose }: TemplatesProps) {
  const { templates: t } = useMessageTexts();
  const params = { path: { store } };
  const templates = api.useQuery('get', '/v2/stores/{store}/message-templates', { params });
  const triggers = api.useQuery('get', '/v2/stores/{store}/message-triggers', { params });
  const [edited, setEdited] = useState<Template | 'new' | null>(null);
  const error = templates.error ?? triggers.error;
  return (
    <Dialog opened size="lg" title={t.open} onClose={onClose}>
      {error !== null && (
        <Failure error={error} onRetry={() => Promise.all([templates.refetch(), triggers.refetch()])} />
      )}
      {error === null && (templates.data === undefined || triggers.data === undefined) && <Skeleton h={160} />}
      {templates.data !== undefined && triggers.data !== undefined && (
        <Stack gap="md">
          {templates.data.data.length === 0 && edited === null && <Note>{t.none}</Note>}
          {templates.data.data.map((template) => (
            <Card key={template.id} padding="sm" withBorder style={{ overflowWrap: 'anywhere' }}>
              <Group justify="space-between" gap="xs">
                <div>
                  <Strong>{template.name}</Strong>
                  <Note size="xs">{template.subject}</Note>
                </div>
                {mayWrite && (
                  <Group gap="xs">
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={t.changeLabel(template.name)}
                      onClick={() => setEdited(template)}
                    >
                      {t.change}
                    </Button>
                    <ConfirmButton
                      button={{ size: 'compact-sm', variant: 'default', 'aria-label': t.removeLabel(template.name) }}
                      title={t.removeTitle(template.name)}
                      text={t.removeText}
                      action={t.remove}
                      isHarmful
                      act={() =>
                        client.DELETE('/v2/stores/{store}/message-templates/{message_template}', {
                          params: { path: { store, message_template: template.id } },
                        })
                      }
                      done={t.removed}
                    />
                  </Group>
                )}
              </Group>
            </Card>
          ))}
          {mayWrite && edited === null && (
            <Button variant="light" w="fit-content" onClick={() => setEdited('new')}>
              {t.make}
            </Button>
          )}
          {edited !== null && (
            <TemplateForm
              key={edited === 'new' ? 'new' : edited.id}
              store={store}
              template={edited === 'new' ? null : edited}
              onClose={() => setEdited(null)}
            />
          )}
          <SectionTitle order={3}>{t.occasions.title}</SectionTitle>
          <Note>{t.occasions.hint}</Note>
          {triggers.data.data.map((trigger) => (
            <TriggerRow key={trigger.id} store={store} trigger={trigger} mayWrite={mayWrite} />
          ))}
          {mayWrite && templates.data.data.length > 0 && <TriggerForm store={store} templates={templates.data.data} />}
        </Stack>
      )}
    </Dialog>
  );
}

function TemplateForm({ store, template, onClose }: { store: number; template: Template | null; onClose: () => void }) {
  const { templates: t, write } = useMessageTexts();
  const form = useForm(
    { name: template?.name ?? '', subject: template?.subject ?? '', text: template?.text ?? '' },
    {
      send: (body) =>
        template === null
          ? client.POST('/v2/stores/{store}/message-templates', { params: { path: { store } }, body })
          : client.PUT('/v2/stores/{store}/message-templates/{message_template}', {
              params: { path: { store, message_template: template.id } },
              body,
            }),
      done: t.saved,
      onDone: onClose,
    },
  );
  return (
    <Form of={form} action={t.save} onCancel={onClose}>
      <TextInput label={t.name} required maxLength={120} {...form.text('name')} />
      <TextInput label={write.subject} required maxLength={120} {...form.text('subject')} />
      <LimitedArea
        label={write.text}
        description={write.fields}
        required
        autosize
        minRows={4}
        max={MAX_TEXT}
        {...form.text('text')}
      />
    </Form>
  );
}

function useOccasionWords() {
  const { templates: t } = useMessageTexts();
  const { number } = useFormats();
  return (occasion: Occasion, days: number | null) =>
    occasion === 'no_clicks' ? t.occasions.noClicks(number(days ?? 14)) : t.occasions.words[occasion];
}

function TriggerRow({ store, trigger, mayWrite }: { store: number; trigger: Trigger; mayWrite: boolean }) {
  const { templates: t } = useMessageTexts();
  const { number } = useFormats();
  const words = useOccasionWords()(trigger.occasion, trigger.days);
  const params = { path: { store, message_trigger: trigger.id } };
  const turn = useApiMutation((isOn: boolean) =>
    client.PATCH('/v2/stores/{store}/message-triggers/{message_trigger}', { params, body: { is_on: isOn } }),
  );
  return (
    <Card padding="sm" withBorder style={{ overflowWrap: 'anywhere' }}>
      <Group justify="space-between" gap="xs">
        <div>
          <Text size="sm">{`${words}: ${trigger.template.name}`}</Text>
          <Note size="xs">
            {[trigger.offer?.title ?? t.occasions.all, t.occasions.sent(number(trigger.sent))].join(' · ')}
          </Note>
        </div>
        <Group gap="xs">
          <Switch
            aria-label={t.occasions.isOn(words)}
            checked={trigger.is_on}
            disabled={!mayWrite || turn.isPending}
            onChange={({ currentTarget }) => turn.mutate(currentTarget.checked)}
          />
          {mayWrite && (
            <ConfirmButton
              button={{ size: 'compact-sm', variant: 'default', 'aria-label': t.removeLabel(words) }}
              title={t.removeTitle(words)}
              text={t.occasions.removeText}
              action={t.remove}
              act={() => client.DELETE('/v2/stores/{store}/message-triggers/{message_trigger}', { params })}
              done={t.occasions.removed}
            />
          )}
        </Group>
      </Group>
    </Card>
  );
}

function TriggerForm({ store, templates }: { store: number; templates: readonly Template[] }) {
  const { templates: t } = useMessageTexts();
  const words = useOccasionWords();
  const form = useForm(
    { occasion: 'joined' as string, template_id: String(templates[0]!.id) },
    {
      send: ({ occasion, template_id: template }) =>
        client.POST('/v2/stores/{store}/message-triggers', {
          params: { path: { store } },
          body: { occasion: occasion as Occasion, template_id: Number(template) },
        }),
      done: t.occasions.added,
    },
  );
  return (
    <Form of={form} action={t.occasions.add}>
      <NativeSelect
        label={t.occasions.when}
        data={OCCASIONS.map((value) => ({ value, label: words(value, null) }))}
        {...form.text('occasion')}
      />
      <NativeSelect
        label={t.occasions.what}
        data={templates.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.text('template_id')}
      />
    </Form>
  );
}
