import { ApiError } from '@tributary/client';
import { useState } from 'react';
import { useErrorMessage } from '../../../components/failure.tsx';
import { faultSentence } from '../../../components/fault-sentence.ts';
import { useCommonTexts } from '../../../components/texts.ts';
import { useCampaignTexts } from '../texts.ts';
import type { Faults } from './draft.ts';

/** Saves the form; errors are by field, and the first invalid field gets the focus. */
export function useSaving(act: () => Promise<unknown>, frame: React.RefObject<HTMLFormElement | null>) {
  const { form: t } = useCampaignTexts();
  const { faults } = useCommonTexts();
  const [state, setState] = useState<{ error: unknown; wasTried: boolean; isPending: boolean }>({
    error: null,
    wasTried: false,
    isPending: false,
  });
  // Null if the form's own checks have found errors.
  const fail = (error: unknown) => {
    setState({ error, wasTried: true, isPending: false });
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };
  const sentence = useErrorMessage(state.error);
  const fields = state.error instanceof ApiError ? Object.entries(state.error.fields) : [];
  const isFieldFault = state.error === null || fields.length > 0;
  return {
    refused: Object.fromEntries(fields.map(([field, [message = '']]) => [field, faultSentence(message, faults)])),
    message: !state.wasTried || state.isPending ? null : isFieldFault ? t.faults : sentence,
    wasTried: state.wasTried,
    isPending: state.isPending,
    save: async (own: Faults) => {
      if (Object.keys(own).length > 0) return fail(null);
      setState((before) => ({ ...before, error: null, isPending: true }));
      try {
        await act();
        setState({ error: null, wasTried: false, isPending: false });
      } catch (error) {
        fail(error);
      }
    },
  };
}
