import { ActionIcon, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconCopy,
  IconDots,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTemplate,
  IconTrash,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { type RefObject, useRef, useState } from 'react';
import { client } from '../../api.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useMay } from '../../components/role-limit.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { TemplateNameDialog } from './template-name-dialog.tsx';
import { useCampaignTexts } from './texts.ts';

interface Managed {
  id: number;
  campaign_title: string;
  status: string;
}

/** Pauses or resumes a campaign. */
export function usePausing() {
  const t = useCampaignTexts().actions;
  return useApiMutation(
    async ({ id, status }: Pick<Managed, 'id' | 'status'>) => {
      const params = { params: { path: { offer: id } } };
      return status === 'paused'
        ? (await client.POST('/v2/offers/{offer}/unpause', params)).data!
        : (await client.POST('/v2/offers/{offer}/pause', params)).data!;
    },
    { done: (offer) => (offer.status === 'paused' ? t.paused : t.resumed) },
  );
}

/** Maximum length of a title. */
const MAX_TITLE = 64;

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

/** Menu of a campaign. */
export function CampaignMenu({
  store,
  campaign,
  onDeleted,
}: {
  store: string;
  campaign: Managed;
  onDeleted?: () => unknown;
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
  const mayManage = useMay('manage');
  if (campaign.status === 'deleted' || !mayManage) return null;
  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon ref={button} variant="subtle" color="gray" aria-label={t.actions.of(campaign.campaign_title)}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
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
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => ask('delete')}>
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
      words={t.remove.hint}
      action={t.remove.yes}
      keep={t.remove.no}
      opened={isOpen}
      openedBy={openedBy}
      doing={removing}
      onClose={onClose}
    />
  );
}
