import { Anchor, Checkbox, type CheckboxProps } from '@mantine/core';
import { Fragment } from 'react';
import { api } from '../api.ts';
import { useSite } from '../shell/wordmark.tsx';
import { useSignUpTexts } from './sign-up-texts.ts';

/** The versions to accept at the sign-up; none if the marketplace requires no acceptance. */
export function useTerms() {
  const terms = api.useQuery('get', '/v2/sign-in-options').data?.terms ?? [];
  const site = useSite();
  // Texts that the marketplace has written itself have a page, whose address is the default.
  return terms.map((one) => ({
    ...one,
    url: one.url ?? (one.kind === 'terms' ? site?.terms_url : site?.privacy_url) ?? null,
  }));
}

/** The checkbox that accepts the terms, with links to them. */
export function AcceptTerms({ terms, ...props }: { terms: ReturnType<typeof useTerms> } & CheckboxProps) {
  const { signUp: t } = useSignUpTexts();
  if (terms.length === 0) return null;
  return (
    <Checkbox
      {...props}
      required
      label={
        <>
          {t.accept}{' '}
          {terms.map(({ kind, version, url }, index) => (
            <Fragment key={kind}>
              {index > 0 && ', '}
              {url === null ? (
                t.terms[kind]
              ) : (
                <Anchor href={url} target="_blank">
                  {t.terms[kind]}
                </Anchor>
              )}{' '}
              ({version})
            </Fragment>
          ))}
        </>
      }
    />
  );
}
