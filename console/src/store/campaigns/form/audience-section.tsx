import { MultiSelect, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { MAX_PAGE_SIZE } from '../../../../../src/platform/page-size.ts';
import { api } from '../../../api.ts';
import { useFoundCreators } from '../../tracking/found-creators.ts';
import { useCampaignTexts } from '../texts.ts';
import { FormSection, type FormSectionProps } from './form-section.tsx';

type Choice = { value: string; label: string };

/** Earlier targets remain selectable, even if they are no longer listed. */
const withChosen = (
  data: readonly Choice[],
  chosen: readonly string[],
  nameOf: (id: string) => string = (id) => `#${id}`,
) => [
  ...data,
  ...chosen.filter((id) => !data.some(({ value }) => value === id)).map((id) => ({ value: id, label: nameOf(id) })),
];

const choices = (list: readonly { id: number; name: string }[] | undefined): Choice[] =>
  (list ?? []).map(({ id, name }) => ({ value: String(id), label: name }));

/** Audience of the campaign. */
export function AudienceSection(
  part: FormSectionProps & { store: number; users: readonly { id: number; name: string }[] },
) {
  const { draft, set, fault, store } = part;
  const t = useCampaignTexts().form.who;
  const path = { params: { path: { id: store } } };
  const tags = api.useQuery('get', '/stores/{id}/user-tags', path);
  const agencies = api.useQuery('get', '/stores/{id}/clients', path);
  const markets = api.useQuery('get', '/v2/advertiser-groups', { params: { query: { size: MAX_PAGE_SIZE } } });
  const tiers = agencies.data?.data.flatMap(({ name: agency, revenue_tiers: own }) =>
    own.map(({ id, name }) => ({ id, name: `${agency}: ${name}` })),
  );
  const kinds = [
    { key: 'tagIds', label: t.tags, hint: t.tagsHint, data: choices(tags.data), field: 'user_tag_ids' },
    {
      key: 'clientIds',
      label: t.agencies,
      hint: t.agenciesHint,
      data: choices(agencies.data?.data),
      field: 'client_ids',
    },
    { key: 'tierIds', label: t.tiers, hint: t.tiersHint, data: choices(tiers), field: 'revenue_tier_ids' },
    { key: 'groupIds', label: t.markets, hint: undefined, data: choices(markets.data?.data), field: 'store_group_ids' },
  ] as const;
  return (
    <FormSection id="audience" title={t.title} hint={draft.type === 'standard' ? t.hintStandard : t.hintOthers}>
      {kinds.map(({ key, label, hint, data, field }) => (
        <MultiSelect
          key={key}
          label={label}
          description={hint}
          placeholder={draft[key].length === 0 ? t.choose : ''}
          data={withChosen(data, draft[key])}
          value={draft[key]}
          error={fault(`targets.${field}`)}
          searchable
          hidePickedOptions
          nothingFoundMessage={t.nothing}
          onChange={(value) => set({ [key]: value })}
        />
      ))}
      <Creators {...part} />
      <Textarea
        label={t.emails}
        description={t.emailsHint}
        autosize
        minRows={2}
        maxRows={8}
        value={draft.emails}
        error={fault('targets.emails')}
        onChange={({ currentTarget }) => set({ emails: currentTarget.value })}
      />
      <Textarea
        label={t.socials}
        description={t.socialsHint}
        autosize
        minRows={2}
        maxRows={8}
        value={draft.socials}
        error={fault('targets.social_media_identifiers')}
        onChange={({ currentTarget }) => set({ socials: currentTarget.value })}
      />
    </FormSection>
  );
}

function Creators({
  draft,
  set,
  fault,
  store,
  users,
}: FormSectionProps & { store: number; users: readonly { id: number; name: string }[] }) {
  const t = useCampaignTexts().form.who;
  const [text, setText] = useState('');
  const [looked] = useDebouncedValue(text, 250);
  const [names, setNames] = useState(() => new Map(users.map(({ id, name }) => [String(id), name])));
  const found = useFoundCreators(store, looked.trim());
  return (
    <MultiSelect
      label={t.users}
      description={t.usersHint}
      placeholder={draft.userIds.length === 0 ? t.choose : ''}
      data={withChosen(found, draft.userIds, (id) => names.get(id) ?? `#${id}`)}
      value={draft.userIds}
      error={fault('targets.user_ids')}
      searchable
      searchValue={text}
      onSearchChange={setText}
      hidePickedOptions
      nothingFoundMessage={t.nothing}
      onChange={(value) => {
        // Selected creators keep their names when the search changes.
        setNames((before) => new Map([...before, ...found.map((one) => [one.value, one.label] as const)]));
        set({ userIds: value });
      }}
    />
  );
}
