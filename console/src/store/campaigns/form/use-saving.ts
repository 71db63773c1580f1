import { ApiError } from '@tributary/client';
import { useState } from 'react';
import { isSame, valueAt } from '../../../components/edits.ts';
import { useErrorMessage } from '../../../components/failure.tsx';
import { faultSentence } from '../../../components/fault-sentence.ts';
import { useCommonTexts } from '../../../components/texts.ts';
import { useCampaignTexts } from '../texts.ts';
import type { Faults } from './draft.ts';
import type { CampaignBody } from './plain-fields.ts';

/**
 * Saves the form; errors are by field, and the first invalid field gets the focus.
 * @param body what the form would send now: a fault of the server holds until its field has another value
 * @param own the faults that the form itself finds now
 */
export function useSaving(
  act: () => Promise<unknown>,
  { frame, body, own }: { frame: React.RefObject<HTMLFormElement | null>; body: CampaignBody; own: Faults },
) {
  const { form: t } = useCampaignTexts();
  const { faults } = useCommonTexts();
  const [state, setState] = useState<{ error: unknown; refused: CampaignBody; wasTried: boolean; isPending: boolean }>({
    error: null,
    refused: body,
    wasTried: false,
    isPending: false,
  });
  // Null if the form's own checks have found errors.
  const fail = (error: unknown) => {
    setState({ error, refused: body, wasTried: true, isPending: false });
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };
  const sentence = useErrorMessage(state.error);
  const fields = state.error instanceof ApiError ? Object.entries(state.error.fields) : [];
  const isFieldFault = state.error === null || fields.length > 0;
  const current = fields.filter(([path]) => isSame(valueAt(body, path), valueAt(state.refused, path)));
  const isFaulty = current.length > 0 || Object.keys(own).length > 0;
  return {
    refused: Object.fromEntries(current.map(([field, [message = '']]) => [field, faultSentence(message, faults)])),
    message: !state.wasTried || state.isPending ? null : !isFieldFault ? sentence : isFaulty ? t.faults : null,
    wasTried: state.wasTried,
    isPending: state.isPending,
    save: async () => {
      if (Object.keys(own).length > 0) return fail(null);
      setState((before) => ({ ...before, error: null, isPending: true }));
      try {
        await act();
        setState({ error: null, refused: body, wasTried: false, isPending: false });
      } catch (error) {
        fail(error);
      }
    },
  };
}
