import { Divider } from '@mantine/core';
import { client, ifMatch } from '../../api.ts';
import { type CreditReply, useCredit } from '../../components/credit/credit.ts';
import { CreditCard } from '../../components/credit/credit-card.tsx';
import { useFormats } from '../../language/formats.ts';
import type { Field } from '../components/fields.ts';
import { RecordForm } from '../components/record-form.tsx';
import { useStoresTexts } from './texts.ts';

/** Used credit of a store, and its own limits. An empty field uses the limit of the marketplace. */
export function StoreLimits({ store }: { store: number }) {
  const { data, refetch } = useCredit(store);
  return (
    <CreditCard store={store}>
      <Divider my="lg" />
      {data && (
        <LimitsForm store={store} credit={data} reread={async () => (await refetch({ throwOnError: true })).data!} />
      )}
    </CreditCard>
  );
}

function LimitsForm({
  store,
  credit,
  reread,
}: {
  store: number;
  credit: CreditReply;
  reread: () => Promise<CreditReply>;
}) {
  const t = useStoresTexts().limits;
  const { money } = useFormats();
  const fields: Field[] = [
    {
      name: 'own_limit_minor',
      label: t.own,
      hint: credit.own_limit_minor === null ? t.ownHint(money(credit.limit.minor, credit.currency)) : t.emptyHint,
      kind: 'money',
    },
    { name: 'network_daily', label: t.daily, hint: t.emptyHint, kind: 'number' },
    { name: 'network_minute', label: t.minute, hint: t.emptyHint, kind: 'number' },
  ];
  return (
    <RecordForm
      key={store}
      name={`limits:${store}`}
      fields={fields}
      values={credit}
      reread={reread}
      send={(body) =>
        client.PATCH('/v2/admin/stores/{store}/credit', {
          params: { path: { store } },
          body,
          headers: ifMatch(`/v2/stores/${store}/credit`),
        })
      }
      done={t.saved}
      submit={t.save}
    />
  );
}
