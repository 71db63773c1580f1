import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiError } from '@tributary/client';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { LeaveGuard } from '../../../components/leave-guard.tsx';
import { useMe } from '../../../session/use-me.ts';
import { PastCost } from '../past-cost.tsx';
import { useCampaignTexts } from '../texts.ts';
import { AudienceSection } from './audience-section.tsx';
import { bodyOf } from './body.ts';
import { BriefSection } from './brief-section.tsx';
import { BudgetSection } from './budget-section.tsx';
import { CompensationSection } from './compensation-section.tsx';
import { DeliverablesSection } from './deliverables-section.tsx';
import { type Draft, type Faults, faultAt } from './draft.ts';
import classes from './form-layout.module.css';
import type { FormSectionProps } from './form-section.tsx';
import type { OfferBody } from './plain-fields.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { ScheduleSection } from './schedule-section.tsx';
import { TypeSection } from './type-section.tsx';

interface CampaignFormProps {
  store: number;
  currency: string;
  /** Initial values. */
  first: Draft;
  /** The current picture. */
  picture?: string | null;
  /** The campaign has participants. */
  isTakenPartIn?: boolean;
  users?: readonly { id: number; name: string }[];
  label: string;
  /** Saves the campaign; throws ApiError. Returns a function that navigates away, called after the leave guard is disabled. */
  onSave: (body: OfferBody, picture: string | null) => Promise<() => unknown>;
  cancel: ReactNode;
}

/** Campaign form with the estimate. Input is kept after a failure. */
export function CampaignForm(props: CampaignFormProps) {
  const { store, currency, first, isTakenPartIn = false, users = [], label, onSave, cancel } = props;
  const { form: t } = useCampaignTexts();
  const isAdmin = useMe().roles.includes('admin');
  const [draft, setDraft] = useState(first);
  const [picture, setPicture] = useState<string | null>(null);
  const isSaved = useRef(false);
  const frame = useRef<HTMLFormElement>(null);
  const { body, faults: own } = bodyOf(draft, { currency, isAdmin, t });
  const saving = useSaving(async () => {
    const lead = await onSave(body, picture);
    isSaved.current = true;
    await lead();
  }, frame);
  const part: FormSectionProps = {
    draft,
    set: (change) => setDraft((before) => ({ ...before, ...change })),
    fault: (field) => (saving.wasTried ? faultAt({ ...saving.refused, ...own }, field) : undefined),
    currency,
    isAdmin,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void saving.save(own);
  };
  const isDirty = () => !isSaved.current && (picture !== null || JSON.stringify(draft) !== JSON.stringify(first));
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
          <TypeSection {...part} isFixed={isTakenPartIn} />
          <BriefSection {...part} store={store} picture={shownPicture} onPicture={setPicture} />
          <CompensationSection {...part} />
          <AudienceSection {...part} store={store} users={users} />
          <ScheduleSection {...part} />
          <BudgetSection {...part} store={store} />
          <DeliverablesSection {...part} isFixed={isTakenPartIn} />
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
          <PreviewPanel store={store} body={body} draft={draft} picture={shownPicture} />
          {/* The cost does not depend on the title, which may be missing yet. */}
          <PastCost store={store} campaign={{ offer: { ...body, campaign_title: '–' } }} />
        </Stack>
      </div>
      <LeaveGuard isDirty={isDirty} />
    </div>
  );
}

/** Saves the form; errors are by field, and the first invalid field gets the focus. */
function useSaving(act: () => Promise<unknown>, frame: React.RefObject<HTMLFormElement | null>) {
  const { form: t } = useCampaignTexts();
  const [state, setState] = useState<{
    refused: Faults;
    message: string | null;
    wasTried: boolean;
    isPending: boolean;
  }>({
    refused: {},
    message: null,
    wasTried: false,
    isPending: false,
  });
  const fail = (refused: Faults, message: string) => {
    setState({ refused, message, wasTried: true, isPending: false });
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };
  return {
    ...state,
    save: async (own: Faults) => {
      if (Object.keys(own).length > 0) return fail({}, t.faults);
      setState((before) => ({ ...before, refused: {}, message: null, isPending: true }));
      try {
        await act();
        setState((before) => ({ ...before, isPending: false }));
      } catch (error) {
        if (!(error instanceof ApiError)) return fail({}, String((error as Error).message));
        const refused = Object.entries(error.fields).map(([field, [sentence = '']]) => [field, t.fault(sentence)]);
        fail(Object.fromEntries(refused), refused.length > 0 ? t.faults : error.message);
      }
    },
  };
}
