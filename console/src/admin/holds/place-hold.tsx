import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { client } from '../../api.ts';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { CreatorPicker } from '../components/creator-picker.tsx';
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
  const [isAsking, setIsAsking] = useState(false);
  const [kind, setKind] = useState<Kind>('store');
  const [chosen, setChosen] = useState<Subject | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const held = subject ?? chosen;
  const close = () => {
    setIsAsking(false);
    setChosen(null);
    setIsMissing(false);
    placing.reset();
  };
  const placing = useApiMutation(
    async ({ reason, of }: { reason: string; of: Subject }) => {
      await client.POST('/v2/admin/holds', { body: { [`${of.kind}_id`]: of.id, reason } });
      return of;
    },
    { done: ({ name }) => t.placed(name), onDone: close },
  );
  const mutate = (reason: string) => {
    setIsMissing(held === null);
    if (held !== null) placing.mutate({ reason, of: held });
  };
  return (
    <>
      <Button variant={subject === undefined ? 'filled' : 'default'} onClick={() => setIsAsking(true)}>
        {t.place}
      </Button>
      <ReasonDialog
        title={subject === undefined ? t.placeTitle : t.placeTitleOf(subject.name)}
        words={t.placeWords[subject?.kind ?? kind]}
        hint={t.placeHint}
        isHarmful
        action={t.place}
        opened={isAsking}
        doing={{ ...placing, mutate }}
        onClose={close}
      >
        {subject === undefined && (
          <>
            <NativeSelect
              label={t.kind}
              value={kind}
              data={HOLD_KINDS.map((value) => ({ value, label: t.kinds[value] }))}
              onChange={({ currentTarget }) => {
                setKind(HOLD_KINDS.find((one) => one === currentTarget.value)!);
                setChosen(null);
              }}
            />
            <SubjectPicker
              kind={kind}
              chosen={chosen}
              error={isMissing && chosen === null ? t.choose : undefined}
              onChange={setChosen}
            />
          </>
        )}
      </ReasonDialog>
    </>
  );
}

interface SubjectPickerProps {
  kind: Kind;
  chosen: Subject | null;
  error: string | undefined;
  onChange: (subject: Subject | null) => void;
}

function SubjectPicker({ kind, chosen, error, onChange }: SubjectPickerProps) {
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
