import { NativeSelect } from '@mantine/core';
import { client } from '../../api.ts';
import { ReasonButton } from '../../components/reason-dialog.tsx';
import { CreatorPicker } from '../components/person-picker.tsx';
import { StorePicker } from '../components/store-picker.tsx';
import { useAdminCommonTexts } from '../components/texts.ts';
import { optionsOf, useAgencies } from '../people/references.ts';
import { useHoldsTexts } from './texts.ts';

const HOLD_KINDS = ['store', 'user', 'client'] as const;
type Kind = (typeof HOLD_KINDS)[number];

interface Subject {
  kind: Kind;
  id: number;
  name: string;
}

/** Button that puts a store, creator or agency on hold; without a subject, the dialog asks for one. */
export function PlaceHold({ subject }: { subject?: Subject }) {
  const t = useHoldsTexts();
  return (
    <ReasonButton
      button={{ variant: subject === undefined ? 'filled' : 'default' }}
      title={subject === undefined ? t.placeTitle : t.placeTitleOf(subject.name)}
      text={({ kind }) => t.placeWords[kind]}
      hint={t.placeHint}
      isHarmful
      name={`hold:${subject === undefined ? 'new' : `${subject.kind}:${subject.id}`}`}
      action={t.place}
      values={{ kind: subject?.kind ?? ('store' as Kind), chosen: subject ?? (null as Subject | null) }}
      fields={({ draft, value, type }) =>
        subject === undefined && (
          <>
            <NativeSelect
              label={t.kind}
              value={draft.kind}
              data={HOLD_KINDS.map((one) => ({ value: one, label: t.kinds[one] }))}
              onChange={({ currentTarget }) => type({ kind: currentTarget.value as Kind, chosen: null })}
            />
            <SubjectPicker kind={draft.kind} {...value('chosen')} />
          </>
        )
      }
      check={({ chosen }) => (chosen === null ? { chosen: t.choose } : {})}
      send={async ({ reason, chosen }) => {
        const { kind, id, name } = chosen!;
        await client.POST('/v2/admin/holds', { body: { [`${kind}_id`]: id, reason } });
        return name;
      }}
      done={t.placed}
    />
  );
}

interface SubjectPickerProps {
  kind: Kind;
  value: Subject | null;
  error: string | undefined;
  onChange: (subject: Subject | null) => void;
}

function SubjectPicker({ kind, value: chosen, error, onChange }: SubjectPickerProps) {
  const t = useAdminCommonTexts();
  const agencies = useAgencies();
  const value = chosen === null ? null : String(chosen.id);
  const choose = (id: string | null, name: string) => onChange(id === null ? null : { kind, id: Number(id), name });
  if (kind === 'store') return <StorePicker label={t.shop.label} error={error} value={value} onChange={choose} />;
  if (kind === 'user') return <CreatorPicker label={t.creator.label} error={error} value={value} onChange={choose} />;
  return (
    <NativeSelect
      label={t.agency.label}
      error={error}
      value={value ?? ''}
      data={[{ value: '', label: t.none }, ...optionsOf(agencies)]}
      onChange={({ currentTarget: { value: id } }) =>
        choose(id === '' ? null : id, agencies.find((agency) => String(agency.id) === id)?.name ?? '')
      }
    />
  );
}
