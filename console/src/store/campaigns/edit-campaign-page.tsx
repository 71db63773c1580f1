import { Button, Skeleton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { api, client, ifMatch } from '../../api.ts';
import { Failure } from '../../components/failure.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RoleLimit } from '../../components/role-limit.tsx';
import { useCurrency } from '../use-currency.ts';
import { CampaignForm } from './form/campaign-form.tsx';
import { type Definition, draftOf } from './form/draft.ts';
import type { CampaignBody } from './form/plain-fields.ts';
import { savePicture } from './form/save-picture.ts';
import { useCampaignTexts } from './texts.ts';

const FROM = '/console/shop/$store/campaigns/$offer/edit';

/** Edits a campaign. */
export function EditCampaignPage() {
  const { form: t } = useCampaignTexts();
  const { store, offer } = useParams({ from: FROM });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const currency = useCurrency(Number(store));
  const path = { params: { path: { offer: Number(offer) } } };
  // The record must not change while it is being edited.
  const definition = api.useQuery('get', '/v2/offers/{offer}/definition', path, {
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const record = api.useQuery('get', '/v2/offers/{offer}', path);
  const at = { store, offer };
  const reread = async () => {
    const { data, error } = await definition.refetch();
    if (error !== null) throw error;
    return draftOf(data!, currency.data!);
  };
  const save = async (body: CampaignBody, picture: string | null) => {
    const { offer: was } = queries.getQueryData<Definition>(
      api.queryOptions('get', '/v2/offers/{offer}/definition', path).queryKey,
    )!;
    // The time of day of the start is kept unless the day changes.
    const start = was.valid_from?.slice(0, 10) === body.valid_from ? was.valid_from : body.valid_from;
    await client.PATCH('/v2/offers/{offer}', {
      ...path,
      body: { ...body, valid_from: start ?? null },
      headers: ifMatch(`/v2/offers/${offer}/definition`),
    });
    const hasPicture = await savePicture(Number(offer), picture);
    return async () => {
      notifications.show({ message: hasPicture ? t.saved : t.words.noPicture, color: hasPicture ? 'river' : 'orange' });
      await navigate({ to: '/console/shop/$store/campaigns/$offer', params: at });
      await queries.invalidateQueries();
    };
  };
  const error = currency.error ?? definition.error ?? record.error;
  const isReady = currency.data !== undefined && definition.data !== undefined && record.data !== undefined;
  return (
    <>
      <PageHeader title={t.edit} hint={t.editHint} name={record.data && t.editTitle(record.data.campaign_title)} />
      {error && <Failure error={error} onRetry={() => Promise.all([definition.refetch(), record.refetch()])} />}
      {!error && !isReady && <Skeleton h={480} maw={1120} />}
      {!error && isReady && (
        <RoleLimit need="manage">
          <CampaignForm
            key={offer}
            store={Number(store)}
            offer={Number(offer)}
            currency={currency.data!}
            name={`campaign:${offer}`}
            reread={reread}
            first={draftOf(definition.data!, currency.data!)}
            picture={record.data!.image_url.includes('/placeholder/') ? null : record.data!.image_url}
            isTakenPartIn={definition.data!.has_participants}
            users={definition.data!.users}
            label={t.save}
            onSave={save}
            cancel={
              <Button variant="default" component={Link} to={`/console/shop/${store}/campaigns/${offer}`}>
                {t.cancel}
              </Button>
            }
          />
        </RoleLimit>
      )}
    </>
  );
}
