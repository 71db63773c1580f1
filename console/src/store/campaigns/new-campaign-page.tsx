import { Button, Skeleton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { api, client } from '../../api.ts';
import { Failure } from '../../components/failure.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RoleLimit } from '../../components/role-limit.tsx';
import { CampaignForm } from './form/campaign-form.tsx';
import { draftOf, EMPTY } from './form/draft.ts';
import type { OfferBody } from './form/plain-fields.ts';
import { savePicture } from './form/save-picture.ts';
import { useCampaignTexts } from './texts.ts';
import { useCurrency } from './use-currency.ts';

const FROM = '/console/shop/$store/campaigns/new';

/** Creates a campaign, optionally from a copy. */
export function NewCampaignPage() {
  const { form: t } = useCampaignTexts();
  const { store } = useParams({ from: FROM });
  const { copy } = useSearch({ from: FROM });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const currency = useCurrency(Number(store));
  const copied = api.useQuery(
    'get',
    '/v2/offers/{offer}/definition',
    { params: { path: { offer: copy ?? 0 } } },
    { enabled: copy !== undefined },
  );
  const save = async (body: OfferBody, picture: string | null) => {
    const { data } = (
      await client.POST('/v2/stores/{store}/offers', { params: { path: { store: Number(store) } }, body })
    ).data!;
    const hasPicture = await savePicture(data.id, picture);
    return async () => {
      notifications.show({ message: hasPicture ? t.made : t.words.noPicture, color: hasPicture ? 'river' : 'orange' });
      await navigate({ to: '/console/shop/$store/campaigns/$offer', params: { store, offer: String(data.id) } });
      await queries.invalidateQueries();
    };
  };
  const error = currency.error ?? copied.error;
  const isReady = currency.data !== undefined && (copy === undefined || copied.data !== undefined);
  const first = () => {
    if (copied.data === undefined || currency.data === undefined) return EMPTY;
    const draft = draftOf(copied.data, currency.data);
    return { ...draft, title: t.copyOf(draft.title).slice(0, 64), name: '' };
  };
  return (
    <>
      <PageHeader title={t.newTitle} hint={t.newHint} />
      {error && <Failure error={error} onRetry={() => Promise.all([currency.refetch(), copied.refetch()])} />}
      {!error && !isReady && <Skeleton h={480} maw={1120} />}
      {!error && isReady && (
        <RoleLimit need="manage">
          <CampaignForm
            key={copy}
            store={Number(store)}
            currency={currency.data!}
            name={`new-campaign:${store}:${copy ?? ''}`}
            first={first()}
            users={copied.data?.users ?? []}
            label={t.make}
            onSave={save}
            cancel={
              <Button variant="default" component={Link} to={`/console/shop/${store}/campaigns`}>
                {t.cancel}
              </Button>
            }
          />
        </RoleLimit>
      )}
    </>
  );
}
