import { Button, Group, NativeSelect, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { DayField } from '../../components/day-field.tsx';
import { today } from '../../components/day-range.ts';
import { Note } from '../../components/note.tsx';
import { Segments } from '../../components/segments.tsx';
import { omitUndefined, readId } from '../components/list-search.ts';
import { CreatorPicker } from '../components/person-picker.tsx';
import { CampaignPicker, LinkPicker } from '../components/record-pickers.tsx';
import { StorePicker } from '../components/store-picker.tsx';
import { optionsOf, useAgencies } from '../people/references.ts';
import { filterOf, VOID_KINDS, type VoidSearch } from './search.ts';
import { useVoidsTexts } from './texts.ts';

interface FilterFormProps {
  search: VoidSearch;
  onPreview: (search: VoidSearch) => void;
}

/** Selection of the records to void: by their ids, or by a filter. */
export function FilterForm({ search, onPreview }: FilterFormProps) {
  const { new: t, ...common } = useVoidsTexts();
  const agencies = useAgencies();
  const [draft, setDraft] = useState<VoidSearch>(search);
  const [isById, setIsById] = useState(search.ids !== undefined);
  const [isIncomplete, setIsIncomplete] = useState(false);
  const change = (fields: { [Key in keyof VoidSearch]?: VoidSearch[Key] | undefined }) =>
    setDraft((before) => omitUndefined({ ...before, ...fields }));
  const { kind = 'clicks', ids, store, creator, agency, link, campaign, from, to } = draft;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const next = isById
      ? omitUndefined({ kind, ids })
      : omitUndefined({
          kind,
          store,
          creator,
          agency,
          link: kind === 'one_time_payments' ? undefined : link,
          campaign,
          from,
          to,
        });
    setIsIncomplete(filterOf(next) === null);
    if (filterOf(next) !== null) onPreview(next);
  };
  const idOf = (value: number | undefined) => (value === undefined ? null : String(value));
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Group align="flex-end">
          <NativeSelect
            label={common.kind}
            value={kind}
            data={VOID_KINDS.map((value) => ({ value, label: common.kinds[value] }))}
            onChange={({ currentTarget }) => change({ kind: VOID_KINDS.find((one) => one === currentTarget.value) })}
          />
          <Segments
            aria-label={t.how}
            value={isById ? 'ids' : 'filter'}
            choices={[
              { value: 'filter', label: t.byFilter },
              { value: 'ids', label: t.byId },
            ]}
            onChange={(how) => setIsById(how === 'ids')}
          />
        </Group>
        {isById ? (
          <Textarea
            label={t.ids[kind]}
            description={t.idsHint[kind]}
            autosize
            minRows={3}
            maw={480}
            value={(ids ?? '').replaceAll(',', '\n')}
            onChange={({ currentTarget }) =>
              change({ ids: currentTarget.value === '' ? undefined : currentTarget.value.replaceAll(/\n/g, ',') })
            }
          />
        ) : (
          <>
            <Note>{t.filterHint}</Note>
            <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="md">
              <DayField
                label={t.from}
                max={today()}
                value={from ?? ''}
                onChange={(day) => change({ from: day || undefined })}
              />
              <DayField
                label={t.to}
                max={today()}
                value={to ?? ''}
                onChange={(day) => change({ to: day || undefined })}
              />
              <StorePicker label={t.store} value={idOf(store)} onChange={(id) => change({ store: readId(id) })} />
              <CreatorPicker
                label={t.creator}
                value={idOf(creator)}
                onChange={(id) => change({ creator: readId(id) })}
              />
              <NativeSelect
                label={t.agency}
                value={idOf(agency) ?? ''}
                data={[{ value: '', label: '–' }, ...optionsOf(agencies)]}
                onChange={({ currentTarget }) => change({ agency: readId(currentTarget.value) })}
              />
              {kind !== 'one_time_payments' && (
                <LinkPicker label={t.link} value={idOf(link)} onChange={(id) => change({ link: readId(id) })} />
              )}
              <CampaignPicker
                label={t.campaign}
                value={idOf(campaign)}
                onChange={(id) => change({ campaign: readId(id) })}
              />
            </SimpleGrid>
          </>
        )}
        {isIncomplete && (
          <Text size="sm" className="is-worse" role="alert">
            {isById ? t.missingIds : t.missing}
          </Text>
        )}
        <Group>
          <Button type="submit">{t.preview}</Button>
        </Group>
      </Stack>
    </form>
  );
}
