import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { laterPart } from '../../../components/lazy-part.tsx';
import { LeaveGuard } from '../../../components/leave-guard.tsx';
import { RestoredNote } from '../../../components/restored-note.tsx';
import { useCheckedSave } from '../../../components/use-checked-save.tsx';
import { useDraft } from '../../../components/use-draft.ts';
import { useMe } from '../../../session/use-me.ts';
import { PastCost } from '../past-cost.tsx';
import { useCampaignTexts } from '../texts.ts';
import { AudienceSection } from './audience-section.tsx';
import { bodyOf } from './body.ts';
import { BriefSection } from './brief-section.tsx';
import { BudgetSection } from './budget-section.tsx';
import { CompensationSection } from './compensation-section.tsx';
import { useConflictWords } from './conflict-words.ts';
import { DeliverablesSection } from './deliverables-section.tsx';
import { type Draft, type Faults, faultAt } from './draft.ts';
import classes from './form-layout.module.css';
import type { FormSectionProps } from './form-section.tsx';
import type { CampaignBody } from './plain-fields.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { ScheduleSection } from './schedule-section.tsx';
import { TypeSection } from './type-section.tsx';
import { useSaving } from './use-saving.ts';

const QuestionsSection = laterPart(() => import('../questions/questions-section.tsx'));

/** What a new campaign asks of applicants. Nobody applies for a standard campaign. */
const askedOf = ({ type, questions }: Draft): NonNullable<CampaignBody['questions']> =>
  type === 'standard' ? [] : questions.map(({ text, is_required }) => ({ text: text.trim(), is_required }));

interface CampaignFormProps {
  store: number;
  currency: string;
  /** Its name and record, to keep the input until it is saved. */
  name: string;
  /** The campaign that is edited; undefined: a new one. */
  offer?: number;
  /** Initial values. */
  first: Draft;
  /** Reads the saved values again, if the campaign exists. */
  reread?: () => Promise<Draft>;
  /** The current picture. */
  picture?: string | null;
  /** The campaign has participants. */
  isTakenPartIn?: boolean;
  users?: readonly { id: number; name: string }[];
  label: string;
  /** Saves the campaign; throws ApiError. Returns a function that navigates away, called after the leave guard is disabled. */
  onSave: (body: CampaignBody, picture: string | null) => Promise<() => unknown>;
  cancel: ReactNode;
}

/** Why no estimate can be made; null if it can. The title and the texts do not matter for it. */
function waitsFor(faults: Faults, t: { waitsForPrice: string; waitsForFields: string }): string | null {
  const fields = Object.keys(faults).filter((field) => !['campaign_title', 'campaign_text', 'name'].includes(field));
  if (fields.length === 0) return null;
  return fields.some((field) => /^traffic_sources_costs|^one_time_payment/.test(field))
    ? t.waitsForPrice
    : t.waitsForFields;
}

/** Campaign form with the estimate. Input is kept after a failure. */
export function CampaignForm(props: CampaignFormProps) {
  const { store, offer, currency, name, first, isTakenPartIn = false, users = [], label, onSave, cancel } = props;
  const { reread = async () => first } = props;
  const { form: t } = useCampaignTexts();
  const isAdmin = useMe().roles.includes('admin');
  const kept = useDraft(first, name);
  const { draft } = kept;
  const { run, dialog } = useCheckedSave(kept, { reread, ...useConflictWords(users) });
  const [picture, setPicture] = useState<string | null>(null);
  const isSaved = useRef(false);
  const frame = useRef<HTMLFormElement>(null);
  const { body, faults } = bodyOf(draft, { currency, isAdmin, t });
  const asked = askedOf(draft);
  const own = { ...faults };
  for (const [index, { text }] of asked.entries()) if (text === '') own[`questions.${index}.text`] = t.required;
  // The questions of an existing campaign are edited apart.
  const withQuestions = (sent: CampaignBody, now: Draft): CampaignBody => {
    const questions = offer === undefined ? askedOf(now) : [];
    return questions.length === 0 ? sent : { ...sent, questions };
  };
  const act = async () => {
    const lead = await run((now) => onSave(withQuestions(bodyOf(now, { currency, isAdmin, t }).body, now), picture));
    isSaved.current = true;
    kept.release();
    await lead();
  };
  const saving = useSaving(act, { frame, body: withQuestions(body, draft), own });
  const part: FormSectionProps = {
    draft,
    set: kept.type,
    fault: (field) => (saving.wasTried ? faultAt({ ...saving.refused, ...own }, field) : undefined),
    currency,
    isAdmin,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void saving.save();
  };
  const isDirty = () => !isSaved.current && (picture !== null || kept.isChanged);
  // Invalid values are not in the body: an estimate without them would be of another campaign.
  const waits = waitsFor(faults, t.preview);
  const shownPicture = picture ?? props.picture ?? null;
  return (
    <div className={classes.layout}>
      <form ref={frame} onSubmit={submit} noValidate>
        <Stack gap="lg">
          {saving.message !== null && (
            <Alert color="red" variant="light" icon={<IconAlertTriangle />} role="alert">
              {saving.message}
            </Alert>
          )}
          <RestoredNote form={kept} />
          <TypeSection {...part} isFixed={isTakenPartIn} />
          <BriefSection {...part} store={store} picture={shownPicture} onPicture={setPicture} />
          <CompensationSection {...part} />
          <AudienceSection {...part} store={store} users={users} />
          <ScheduleSection {...part} />
          <BudgetSection {...part} store={store} />
          <DeliverablesSection {...part} isFixed={isTakenPartIn} />
          {offer === undefined && draft.type !== 'standard' && <QuestionsSection {...part} />}
          <Group justify="flex-end">
            {cancel}
            <Button type="submit" loading={saving.isPending}>
              {label}
            </Button>
          </Group>
        </Stack>
      </form>
      <div className={classes.aside}>
        <Stack gap="lg">
          <PreviewPanel store={store} offer={offer} body={body} waits={waits} draft={draft} picture={shownPicture} />
          {/* The cost does not depend on the title, which may still be missing. */}
          <PastCost
            store={store}
            waits={waits}
            campaign={{ offer: { ...body, ...(offer === undefined ? {} : { offer_id: offer }), campaign_title: '–' } }}
          />
        </Stack>
      </div>
      <LeaveGuard isDirty={isDirty} onLeave={kept.release} />
      {dialog}
    </div>
  );
}
