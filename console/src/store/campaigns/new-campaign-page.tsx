import { Button, Skeleton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { client } from '../../api.ts';
import { Failure } from '../../components/failure.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RoleLimit } from '../../components/role-limit.tsx';
import { useCurrency } from '../use-currency.ts';
import { CampaignForm } from './form/campaign-form.tsx';
import { EMPTY } from './form/draft.ts';
import type { CampaignBody } from './form/plain-fields.ts';
import { savePicture } from './form/save-picture.ts';
import { useCampaignTexts } from './texts.ts';

const FROM = '/console/shop/$store/campaigns/new';

/** Creates a campaign. */
export function NewCampaignPage() {
  const { form: t } = useCampaignTexts();
  const { store } = useParams({ from: FROM });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const currency = useCurrency(Number(store));
  const save = async (body: CampaignBody, picture: string | null) => {
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
  return (
    <>
      <PageHeader title={t.newTitle} hint={t.newHint} />
      {currency.error && <Failure error={currency.error} onRetry={currency.refetch} />}
      {!currency.error && currency.data === undefined && <Skeleton h={480} maw={1120} />}
      {!currency.error && currency.data !== undefined && (
        <RoleLimit need="manage">
          <CampaignForm
            store={Number(store)}
            currency={currency.data}
            name={`new-campaign:${store}`}
            first={EMPTY}
            users={[]}
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
