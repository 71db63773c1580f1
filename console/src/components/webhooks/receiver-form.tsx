import { Button, Stack, TextInput } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { FailureText } from '../failure.tsx';
import { SectionCard } from '../section-card.tsx';
import type { useApiMutation } from '../use-api-mutation.ts';
import { useFieldFaults } from '../use-field-faults.ts';

interface ReceiverFormProps {
  id: string;
  title: string;
  label: string;
  hint: string;
  /** An example of a URL. */
  example?: string;
  url: string;
  onUrl: (url: string) => void;
  make: Pick<ReturnType<typeof useApiMutation>, 'error' | 'failure' | 'isPending'> & { mutate: () => void };
  action: string;
  /** Whether the other fields are complete. */
  isReady?: boolean;
  /** Other fields. */
  children?: ReactNode;
  /** What is shown below the button. */
  result?: ReactNode;
}

/** Form for a new webhook or postback. An error of the URL is shown at its field. */
export function ReceiverForm(props: ReceiverFormProps) {
  const { id, title, label, hint, example, url, onUrl, make, action, isReady = true, children, result } = props;
  const { frame, at, isElsewhere } = useFieldFaults(make.error, ['url']);
  const isComplete = isReady && url.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete) make.mutate();
  };
  return (
    <SectionCard id={id} title={title}>
      <form ref={frame} onSubmit={submit} noValidate>
        <Stack gap="md" align="flex-start">
          <TextInput
            type="url"
            label={label}
            description={hint}
            placeholder={example}
            value={url}
            maxLength={2048}
            w="100%"
            maw={560}
            error={at('url')}
            onChange={({ currentTarget }) => onUrl(currentTarget.value)}
          />
          {children}
          {isElsewhere && <FailureText message={make.failure} />}
          <Button type="submit" disabled={!isComplete} loading={make.isPending}>
            {action}
          </Button>
          {result}
        </Stack>
      </form>
    </SectionCard>
  );
}
