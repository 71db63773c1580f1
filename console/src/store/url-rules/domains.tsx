import { Button, Group, TextInput } from '@mantine/core';
import { client, ifMatch } from '../../api.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import type { Domain } from '../../components/domains/domain.ts';
import { Domains } from '../../components/domains/domains.tsx';
import { useDomainsTexts } from '../../components/domains/texts.ts';
import { Form } from '../../components/form.tsx';
import { useForm } from '../../components/use-form.ts';

/** The domains of a store, which members can add, prove and remove. */
export function StoreDomains({ store }: { store: number }) {
  return (
    <Domains store={store} actions={(domain) => <Removal store={store} domain={domain} />}>
      <NewDomain store={store} />
    </Domains>
  );
}

function NewDomain({ store }: { store: number }) {
  const t = useDomainsTexts();
  const form = useForm(
    { domain: '' },
    {
      send: async (body) =>
        (await client.POST('/v2/stores/{store}/domains', { params: { path: { store } }, body })).data!,
      done: ({ host }) => t.added(host),
    },
  );
  return (
    <Form of={form}>
      <Group align="flex-start" gap="sm">
        <TextInput
          label={t.label}
          placeholder={t.placeholder}
          required
          flex={{ base: '1 1 100%', xs: '0 1 360px' }}
          {...form.text('domain')}
        />
        <Button type="submit" variant="light" mt={{ base: 0, xs: 25 }} loading={form.isPending}>
          {t.add}
        </Button>
      </Group>
    </Form>
  );
}

function Removal({ store, domain: { host } }: { store: number; domain: Domain }) {
  const t = useDomainsTexts();
  const act = async () => {
    const params = { path: { id: store } };
    // The API takes all remaining domains, and requires `hidden` in each change, so their current values are sent.
    const { hidden, urls } = (await client.GET('/advertiser/stores/{id}', { params })).data!;
    const domains = urls.map(({ end_host: one }) => one).filter((one) => one !== host);
    // If somebody else changes the store in the meantime, the change is refused.
    const headers = ifMatch(`/advertiser/stores/${store}`);
    await client.PATCH('/advertiser/stores/{id}', { params, headers, body: { hidden, domains } });
  };
  return (
    <ConfirmButton
      button={{ size: 'compact-sm', variant: 'subtle', color: 'red', 'aria-label': t.removeLabel(host) }}
      title={t.removeTitle(host)}
      text={t.removeWords}
      action={t.remove}
      act={act}
      done={t.removed(host)}
    />
  );
}
