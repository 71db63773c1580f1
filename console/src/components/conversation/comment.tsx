import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { MAX_COMMENT } from '../../../../src/platform/limits.ts';
import { client } from '../../api.ts';
import { FailureText } from '../failure.tsx';
import { Form } from '../form.tsx';
import { LimitedArea } from '../limited-area.tsx';
import { useApiMutation } from '../use-api-mutation.ts';
import { useForm } from '../use-form.ts';
import { useConversationTexts } from './texts.ts';

interface CommentProps {
  text: string;
  path: { offerUser: number; comment: number };
  isMine: boolean;
}

/** A comment; the author can edit it or, after a confirmation, delete it. */
export function Comment({ text, path, isMine }: CommentProps) {
  const [mode, setMode] = useState<'read' | 'edit' | 'ask'>('read');
  const read = () => setMode('read');
  const back = useFocusBack(mode === 'read');
  if (mode === 'edit') return <Edit text={text} path={path} onClose={read} />;
  return (
    <>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      {isMine && mode === 'ask' && <Ask path={path} onClose={read} />}
      {isMine && mode === 'read' && (
        <CommentActions first={back} onEdit={() => setMode('edit')} onDelete={() => setMode('ask')} />
      )}
    </>
  );
}

/** Returns the focus to the first button when editing ends, but not on first render. */
function useFocusBack(isBack: boolean) {
  const first = useRef<HTMLButtonElement>(null);
  const was = useRef(isBack);
  useEffect(() => {
    if (isBack && !was.current) first.current?.focus();
    was.current = isBack;
  }, [isBack]);
  return first;
}

interface CommentActionsProps {
  first: React.RefObject<HTMLButtonElement | null>;
  onEdit: () => void;
  onDelete: () => void;
}

function CommentActions({ first, onEdit, onDelete }: CommentActionsProps) {
  const t = useConversationTexts();
  return (
    <Group gap={4} mt={2} ml={-8}>
      <Button ref={first} size="compact-xs" variant="subtle" aria-label={t.editOf} onClick={onEdit}>
        {t.edit}
      </Button>
      <Button size="compact-xs" variant="subtle" color="gray" aria-label={t.deleteOf} onClick={onDelete}>
        {t.delete}
      </Button>
    </Group>
  );
}

function Edit({ text, path, onClose }: Omit<CommentProps, 'isMine'> & { onClose: () => void }) {
  const t = useConversationTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const form = useForm(
    { comment: text },
    {
      send: ({ comment }) =>
        client.PUT('/v2/offer-users/{offerUser}/comments/{comment}', {
          params: { path },
          body: { comment: comment.trim() },
        }),
      onDone: onClose,
    },
  );
  return (
    <Form of={form} label={t.editOf}>
      <LimitedArea
        ref={field}
        aria-label={t.editOf}
        autosize
        required
        max={MAX_COMMENT}
        {...form.text('comment')}
        // Escape ends editing but does not close the drawer around it, unless there is something to ask about.
        data-mantine-stop-propagation={!form.isChanged}
        onKeyDown={({ key }) => key === 'Escape' && !form.isChanged && onClose()}
      />
      <Group gap={4}>
        <Button type="submit" size="compact-xs" loading={form.isPending} disabled={form.draft.comment.trim() === ''}>
          {t.save}
        </Button>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={onClose}>
          {t.cancel}
        </Button>
      </Group>
    </Form>
  );
}

function Ask({ path, onClose }: Pick<CommentProps, 'path'> & { onClose: () => void }) {
  const t = useConversationTexts();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  const removing = useApiMutation(
    async () => await client.DELETE('/v2/offer-users/{offerUser}/comments/{comment}', { params: { path } }),
    { done: t.deleted },
  );
  return (
    <Group gap="xs" mt={4} role="group" aria-label={t.sure}>
      <Text size="xs">{t.sure}</Text>
      <Button size="compact-xs" color="red" loading={removing.isPending} onClick={() => removing.mutate()}>
        {t.delete}
      </Button>
      <Button
        ref={keep}
        size="compact-xs"
        variant="default"
        data-mantine-stop-propagation="true"
        onKeyDown={({ key }) => key === 'Escape' && onClose()}
        onClick={onClose}
      >
        {t.keep}
      </Button>
      <FailureText message={removing.failure} size="xs" />
    </Group>
  );
}
