import { Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCopy, IconPencil, IconPlayerPause, IconPlayerPlay, IconTemplate, IconTrash } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { cloneElement, type ReactElement, type Ref, type RefObject, useRef, useState } from 'react';
import { MAX_TITLE } from '../../../../../src/platform/limits.ts';
import { client } from '../../../api.ts';
import { ConfirmDialog } from '../../../components/dialog.tsx';
import { useApiMutation } from '../../../components/use-api-mutation.ts';
import { TemplateNameDialog } from '../template-name-dialog.tsx';
import { useCampaignTexts } from '../texts.ts';
import { type Managed, usePausing } from '../use-pausing.ts';

/** Duplicates a campaign, and opens the paused duplicate for editing. */
function useDuplicating(store: string) {
  const { actions: t, form } = useCampaignTexts();
  const navigate = useNavigate();
  return useApiMutation(
    async ({ id, campaign_title: title }: Managed) => {
      const body = { campaign_title: form.copyOf(title).slice(0, MAX_TITLE) };
      return (await client.POST('/v2/offers/{offer}/duplicate', { params: { path: { offer: id } }, body })).data!.data;
    },
    {
      done: t.copied,
      onDone: ({ id }) =>
        navigate({ to: '/console/shop/$store/campaigns/$offer/edit', params: { store, offer: String(id) } }),
    },
  );
}

/** Menu of a campaign, with the dialogs of its items. */
export default function CampaignItems({
  target,
  store,
  campaign,
  onDeleted,
}: {
  /** The button that opens it. */
  target: ReactElement<{ ref: Ref<HTMLButtonElement> }>;
  store: string;
  campaign: Managed;
  onDeleted?: (() => unknown) | undefined;
}) {
  const t = useCampaignTexts();
  const pausing = usePausing();
  const duplicating = useDuplicating(store);
  const [asking, ask] = useState<'delete' | 'template' | null>(null);
  const close = () => ask(null);
  const saveTemplate = (name: string) => {
    const params = { path: { store: Number(store) } };
    return client.POST('/v2/stores/{store}/campaign-templates', { params, body: { name, offer_id: campaign.id } });
  };
  const button = useRef<HTMLButtonElement>(null);
  const isPaused = campaign.status === 'paused';
  const mayPause = ['active', 'paused', 'scheduled'].includes(campaign.status);
  const at = { store, offer: String(campaign.id) };
  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>{cloneElement(target, { ref: button })}</Menu.Target>
        <Menu.Dropdown>
          {mayPause && (
            <Menu.Item
              leftSection={isPaused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
              onClick={() => pausing.mutate(campaign)}
            >
              {isPaused ? t.actions.resume : t.actions.pause}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconPencil size={16} />}
            renderRoot={(props) => <Link {...props} to="/console/shop/$store/campaigns/$offer/edit" params={at} />}
          >
            {t.actions.edit}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconCopy size={16} />}
            disabled={duplicating.isPending}
            onClick={() =>
              duplicating.mutate(campaign, {
                onError: ({ message }) => notifications.show({ message, color: 'red' }),
              })
            }
          >
            {t.actions.copy}
          </Menu.Item>
          <Menu.Item leftSection={<IconTemplate size={16} />} onClick={() => ask('template')}>
            {t.templates.save}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" c="red" leftSection={<IconTrash size={16} />} onClick={() => ask('delete')}>
            {t.actions.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <RemoveModal
        campaign={campaign}
        isOpen={asking === 'delete'}
        openedBy={button}
        onClose={close}
        onDeleted={onDeleted}
      />
      <TemplateNameDialog
        title={t.templates.saveTitle(campaign.campaign_title)}
        words={t.templates.saveHint}
        first={campaign.campaign_title}
        opened={asking === 'template'}
        openedBy={button}
        send={saveTemplate}
        done={t.templates.saved}
        onClose={close}
      />
    </>
  );
}

function RemoveModal({
  campaign,
  isOpen,
  openedBy,
  onClose,
  onDeleted = () => undefined,
}: {
  campaign: Managed;
  isOpen: boolean;
  openedBy: RefObject<HTMLElement | null>;
  onClose: () => void;
  onDeleted: (() => unknown) | undefined;
}) {
  const t = useCampaignTexts();
  const removing = useApiMutation(
    async () => {
      await client.DELETE('/v2/offers/{offer}', { params: { path: { offer: campaign.id } } });
    },
    {
      done: t.actions.deleted,
      onDone: () => {
        onClose();
        return onDeleted();
      },
    },
  );
  return (
    <ConfirmDialog
      title={t.remove.title(campaign.campaign_title)}
      text={t.remove.hint}
      action={t.remove.yes}
      keep={t.remove.no}
      opened={isOpen}
      openedBy={openedBy}
      mutation={removing}
      onClose={onClose}
    />
  );
}
