import { ActionIcon, Button, Group, Menu, Skeleton, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { useRef, useState } from 'react';
import { MAX_PAGE_SIZE } from '../../../../src/platform/page-size.ts';
import { api, client, ifMatch } from '../../api.ts';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Failure } from '../../components/failure.tsx';
import { Note, Strong } from '../../components/note.tsx';
import { useMay } from '../../components/role-limit.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { TemplateNameDialog } from './template-name-dialog.tsx';
import { useCampaignTexts } from './texts.ts';

type Template =
  paths['/v2/stores/{store}/campaign-templates']['get']['responses']['200']['content']['application/json']['data'][number];

const ONE = '/v2/stores/{store}/campaign-templates/{campaign_template}';

/** The campaign templates of a store, from which campaigns are created. */
export function Templates({ store }: { store: number }) {
  const t = useCampaignTexts().templates;
  const { data, error, refetch } = api.useQuery('get', '/v2/stores/{store}/campaign-templates', {
    params: { path: { store }, query: { size: MAX_PAGE_SIZE } },
  });
  return (
    <SectionCard id="templates" title={t.title} hint={t.hint} mt="lg">
      {error && <Failure error={error} onRetry={refetch} />}
      {!error && data === undefined && <Skeleton h={60} />}
      {data?.data.length === 0 && <Note>{t.none}</Note>}
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {data?.data.map((template) => (
          <Entry key={template.id} store={store} template={template} />
        ))}
      </Stack>
    </SectionCard>
  );
}

function Entry({ store, template }: { store: number; template: Template }) {
  const { templates: t, type } = useCampaignTexts();
  const mayManage = useMay('manage');
  const navigate = useNavigate();
  const params = { path: { store, campaign_template: template.id } };
  const creating = useApiMutation(async () => (await client.POST(`${ONE}/offers`, { params, body: {} })).data!.data, {
    done: t.created,
    onDone: ({ id }) =>
      navigate({
        to: '/console/shop/$store/campaigns/$offer/edit',
        params: { store: String(store), offer: String(id) },
      }),
  });
  return (
    <Group component="li" justify="space-between" gap="sm">
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Strong>{template.name}</Strong>
        <Note size="xs">{type[template.type].name}</Note>
      </div>
      {mayManage && (
        <Group gap="xs">
          <Button
            size="xs"
            variant="light"
            aria-label={t.createFor(template.name)}
            loading={creating.isPending}
            onClick={() =>
              creating.mutate(undefined, { onError: ({ message }) => notifications.show({ message, color: 'red' }) })
            }
          >
            {t.create}
          </Button>
          <TemplateMenu store={store} template={template} />
        </Group>
      )}
    </Group>
  );
}

function TemplateMenu({ store, template }: { store: number; template: Template }) {
  const { templates: t, actions } = useCampaignTexts();
  const [asking, ask] = useState<'name' | 'delete' | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => ask(null);
  const params = { path: { store, campaign_template: template.id } };
  const { data, error, refetch } = api.useQuery('get', ONE, { params }, { enabled: asking === 'name' });
  const rename = (name: string) =>
    client.PATCH(ONE, {
      params,
      body: { name },
      headers: ifMatch(`/v2/stores/${store}/campaign-templates/${template.id}`),
    });
  const deleting = useApiMutation(
    async () => {
      await client.DELETE(ONE, { params });
    },
    { done: t.deleted, onDone: close },
  );
  return (
    <>
      <Menu position="bottom-end" width={180}>
        <Menu.Target>
          <ActionIcon ref={button} variant="subtle" color="gray" aria-label={actions.of(template.name)}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => ask('name')}>
            {t.rename}
          </Menu.Item>
          <Menu.Item color="red" c="red" leftSection={<IconTrash size={16} />} onClick={() => ask('delete')}>
            {actions.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <TemplateNameDialog
        title={t.renameTitle(template.name)}
        words={t.renameHint}
        first={data?.name}
        reread={async () => (await refetch({ throwOnError: true })).data!.name}
        error={error}
        opened={asking === 'name'}
        openedBy={button}
        send={rename}
        done={t.renamed}
        onClose={close}
      />
      <ConfirmDialog
        title={t.deleteTitle(template.name)}
        text={t.deleteHint}
        action={t.deleteYes}
        opened={asking === 'delete'}
        openedBy={button}
        mutation={deleting}
        onClose={close}
      />
    </>
  );
}
