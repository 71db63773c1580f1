import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { FailureText } from '../components/failure.tsx';
import { Strong } from '../components/note.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useSignUpTexts } from './sign-up-texts.ts';

/** How long a reader waits for a mail before asking for it again. */
const SECONDS = 30;

export interface MailSent {
  email: string;
  /** Sends the mail again. */
  send: () => Promise<unknown>;
}

/** What follows after a sign-up: the address, and what to do if no mail arrives. */
export function CheckMail({ sent: { email, send }, onWrong }: { sent: MailSent; onWrong: () => void }) {
  const t = useSignUpTexts().signUp.check;
  const [sentAt, setSentAt] = useState(Date.now);
  const [now, setNow] = useState(sentAt);
  const left = Math.max(0, SECONDS - Math.floor((now - sentAt) / 1_000));
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const again = useApiMutation(async () => {
    await send();
    setSentAt(Date.now());
    setNow(Date.now());
  });
  return (
    <Stack gap="md">
      <div role="status">
        <Text>{again.isSuccess ? t.sentAgain : t.sent}</Text>
        <Strong>{email}</Strong>
      </div>
      <Text size="sm">{t.hint}</Text>
      <FailureText message={again.failure} />
      <Group gap="sm">
        <Button variant="default" disabled={left > 0} loading={again.isPending} onClick={() => again.mutate()}>
          {left > 0 ? t.againIn(left) : t.again}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={onWrong}>
          {t.wrong}
        </Anchor>
      </Group>
    </Stack>
  );
}
