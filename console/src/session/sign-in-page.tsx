import {
  Alert,
  Anchor,
  Box,
  Button,
  Card,
  Group,
  PasswordInput,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
  UnstyledButton,
} from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconBuildingStore, IconShieldCheck, IconSparkles, IconUsersGroup } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ApiError } from '@tributary/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api, client, ME_KEY } from '../api.ts';
import { FailureAlert, useErrorMessage } from '../components/failure.tsx';
import { Note } from '../components/note.tsx';
import { SectionTitle } from '../components/section-title.tsx';
import { LanguageChoice } from '../language/language-choice.tsx';
import { Redirect } from '../shell/redirect.tsx';
import { Wordmark } from '../shell/wordmark.tsx';
import { missingCode } from './missing-code.ts';
import { answerWithPasskey, isCancelled } from './passkey.ts';
import { PasskeyButton } from './passkey-button.tsx';
import classes from './sign-in-page.module.css';
import { useSessionTexts } from './texts.ts';
import { useSession } from './use-me.ts';

const ICONS = { admin: IconShieldCheck, advertiser: IconBuildingStore, agency: IconUsersGroup, creator: IconSparkles };

/** Sign-in page, with demo accounts where the demo is enabled. */
export function SignInPage(): ReactNode {
  const me = useSession();
  const { to } = useSearch({ from: '/console/sign-in' });
  if (me !== null) return <Redirect to={to ?? '/console'} />;
  return <Door to={to} />;
}

function Door({ to }: { to: string | undefined }) {
  const t = useSessionTexts();
  useDocumentTitle('Tributary');
  const enter = useSignIn(to);
  const options = api.useQuery('get', '/v2/sign-in-options');
  const demo = options.data?.demo ?? [];
  return (
    <main className={classes.page}>
      <section className={classes.story}>
        <Wordmark size={32} />
        <Stack gap="md" maw={520}>
          <Title order={1} className={classes.headline}>
            {t.headline}
          </Title>
          <Text size="lg" className={classes.words}>
            {t.story}
          </Text>
        </Stack>
        <Anchor href="/docs" className={classes.words} size="sm">
          {t.reference}
        </Anchor>
      </section>
      <section className={classes.forms}>
        <Stack gap="xl" w="100%" maw={440}>
          {demo.length > 0 && (
            <Box>
              <SectionTitle mb={4}>{t.demoTitle}</SectionTitle>
              <Note mb="md">{t.demoHint}</Note>
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
                {demo.map((person) => {
                  const Icon = ICONS[person.role];
                  return (
                    <UnstyledButton
                      key={person.email}
                      className={classes.person}
                      disabled={enter.isPending}
                      onClick={() => enter.mutate(person)}
                    >
                      <Group gap="sm" wrap="nowrap" align="flex-start">
                        <Icon size={22} stroke={1.6} aria-hidden className={classes.icon} />
                        <div>
                          <Text fw={600} size="sm">
                            {person.name}
                          </Text>
                          <Note size="xs">
                            <b>{t.roles[person.role]}</b> · {t.about[person.role]}
                          </Note>
                        </div>
                      </Group>
                    </UnstyledButton>
                  );
                })}
              </SimpleGrid>
            </Box>
          )}
          <SignInForm enter={enter} to={to} identity={options.data?.identity ?? null} />
          <LanguageChoice />
        </Stack>
      </section>
    </main>
  );
}

interface GivenPassword {
  email: string;
  password: string;
  /** Of the second factor. */
  code?: string;
  /** After many wrong passwords for the address. */
  mailedCode?: string;
}

function useSignIn(to: string | undefined) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async ({ email, password, code, mailedCode }: GivenPassword) => {
      const body = {
        email,
        password,
        ...(code ? { code } : {}),
        ...(mailedCode ? { mailed_code: mailedCode.trim() } : {}),
      };
      return (await client.POST('/v2/sessions/console', { body })).data!;
    },
    onSuccess: async ({ user }) => {
      queries.clear();
      queries.setQueryData(ME_KEY, user);
      await navigate({ href: to ?? '/console' });
    },
  });
}

/** A visitor with the invitation link of a campaign signs up to join it. */
function searchOf(to: string | undefined): { campaign?: string } {
  const token = /^\/console\/creator\/invitations\/([^/?#]+)/.exec(to ?? '')?.[1];
  return token === undefined ? {} : { campaign: decodeURIComponent(token) };
}

function usePasskeySignIn(to: string | undefined) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      const response = await answerWithPasskey();
      return (await client.POST('/v2/sessions/console/passkey', { body: { response: response as never } })).data!;
    },
    onSuccess: async ({ user }) => {
      queries.clear();
      queries.setQueryData(ME_KEY, user);
      await navigate({ href: to ?? '/console' });
    },
  });
}

/** The reason why a sign-in with a passkey failed; null if it did not fail or the person closed the dialog. */
function usePasskeyFailure(error: Error | null): string | null {
  const t = useSessionTexts();
  const sentence = useErrorMessage(error);
  if (error === null || isCancelled(error)) return null;
  if (!(error instanceof ApiError)) return t.passkeyFailed;
  return error.status === 401 ? t.passkeyRefused : sentence;
}

function SignInForm({
  enter,
  to,
  identity,
}: {
  enter: ReturnType<typeof useSignIn>;
  to: string | undefined;
  identity: { name: string } | null;
}) {
  const t = useSessionTexts();
  const { failed } = useSearch({ from: '/console/sign-in' });
  const byPasskey = usePasskeySignIn(to);
  const passkeyFailure = usePasskeyFailure(byPasskey.error);
  const failure =
    passkeyFailure ?? (failed === undefined ? null : (t.identityFailed[failed] ?? t.identityFailed.sign_in_refused));
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const sentence = useErrorMessage(enter.error);
  const [code, setCode] = useState<string | null>(null);
  const [mailedCode, setMailedCode] = useState<string | null>(null);
  const isWrong = enter.error instanceof ApiError && enter.error.status === 401;
  const missing = missingCode(enter.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    enter.mutate(
      { email, password, ...(code === null ? {} : { code }), ...(mailedCode === null ? {} : { mailedCode }) },
      {
        onError: (error) => {
          if (missingCode(error) === 'second_factor_required') setCode('');
          if (missingCode(error) === 'mailed_code_required') setMailedCode('');
        },
      },
    );
  };
  return (
    <Card component="form" onSubmit={submit} padding="xl">
      <Stack gap="md">
        <SectionTitle>{t.signIn}</SectionTitle>
        {enter.error && missing === null && (
          <Alert color="red" variant="light" role="alert">
            {isWrong ? (code === null ? t.wrong : t.wrongCode) : sentence}
          </Alert>
        )}
        {!enter.error && <FailureAlert message={failure} />}
        <TextInput
          type="email"
          label={t.email}
          autoComplete="username"
          required
          value={email}
          onChange={({ currentTarget: { value } }) => setEmail(value)}
        />
        <PasswordInput
          label={t.password}
          autoComplete="current-password"
          required
          value={password}
          onChange={({ currentTarget: { value } }) => setPassword(value)}
        />
        {mailedCode !== null && (
          <TextInput
            label={t.mailedCode}
            description={t.mailedCodeHint}
            autoComplete="one-time-code"
            required
            autoFocus
            value={mailedCode}
            onChange={({ currentTarget: { value } }) => setMailedCode(value)}
          />
        )}
        {code !== null && (
          <TextInput
            label={t.code}
            description={t.codeHint}
            autoComplete="one-time-code"
            required
            autoFocus
            value={code}
            onChange={({ currentTarget: { value } }) => setCode(value)}
          />
        )}
        <Button type="submit" loading={enter.isPending} fullWidth>
          {t.signIn}
        </Button>
        <PasskeyButton label={t.passkey} isPending={byPasskey.isPending} onClick={() => byPasskey.mutate()} />
        {identity !== null && (
          <Button
            component="a"
            variant="default"
            fullWidth
            href={`/v2/sessions/identity${to === undefined ? '' : `?${new URLSearchParams({ to })}`}`}
          >
            {t.identity(identity.name)}
          </Button>
        )}
        <Group justify="space-between">
          <Anchor renderRoot={(props) => <Link {...props} to="/console/sign-up" search={searchOf(to)} />} size="sm">
            {t.toSignUp}
          </Anchor>
          <Anchor renderRoot={(props) => <Link {...props} to="/console/forgotten" />} size="sm">
            {t.toForgotten}
          </Anchor>
        </Group>
      </Stack>
    </Card>
  );
}
