import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, client } from '../api.ts';
import { Fact } from '../components/fact.tsx';
import { FileField } from '../components/file-field.tsx';
import { Form } from '../components/form.tsx';
import { Note } from '../components/note.tsx';
import { Section } from '../components/section-card.tsx';
import { useForm } from '../components/use-form.ts';
import { useFormats } from '../language/formats.ts';
import { COUNTS, type Publication } from './publication.ts';
import { sendProof } from './send-proof.ts';
import { usePublicationTexts } from './texts.ts';

/** The newest figures of a publication and all entries, which the creator's side adds. */
export function Figures({ of, isOwn }: { of: Publication; isOwn: boolean }) {
  const all = usePublicationTexts();
  const t = all.figures;
  const { number, time } = useFormats();
  const [isAdding, setIsAdding] = useState(false);
  const { figures } = of;
  return (
    <Section id="figures" title={t.title} hint={t.hint}>
      {figures === null && <Note>{t.none}</Note>}
      {figures !== null && (
        <Stack gap="xs">
          <Group component="dl" gap="xl" m={0}>
            {COUNTS.filter((name) => figures[name] !== null).map((name) => (
              <Fact key={name} label={all.counts[name]}>
                {number(figures[name]!)}
              </Fact>
            ))}
          </Group>
          <Note>
            {[t.measured(time(figures.measured_at)), ...(figures.source === 'platform' ? [t.byPlatform] : [])].join(
              ' · ',
            )}
          </Note>
          <History publication={of.id} />
        </Stack>
      )}
      {isOwn && !isAdding && (
        <Button mt="sm" variant="default" size="xs" onClick={() => setIsAdding(true)}>
          {t.add}
        </Button>
      )}
      {isOwn && isAdding && <FiguresForm publication={of.id} onClose={() => setIsAdding(false)} />}
    </Section>
  );
}

/** Entries before the newest one, and what is lower than before. */
function History({ publication }: { publication: number }) {
  const all = usePublicationTexts();
  const t = all.figures;
  const { number, time } = useFormats();
  const { data } = api.useQuery('get', '/v2/publications/{publication}/figures', {
    params: { path: { publication } },
  });
  const entries = data?.data ?? [];
  if (entries.length < 2) return null;
  return (
    <section aria-label={t.history}>
      <Stack component="ul" gap={4} p={0} m={0} style={{ listStyle: 'none' }}>
        {entries.map((one) => {
          const figures = COUNTS.flatMap((name) =>
            one[name] === null ? [] : [`${all.counts[name]} ${number(one[name])}`],
          );
          const lower = one.lower.map((name) => all.counts[name]).join(', ');
          return (
            <li key={one.id}>
              <Note size="xs">
                {[t.measured(time(one.measured_at)), ...figures, ...(lower === '' ? [] : [t.lower(lower)])].join(' · ')}
              </Note>
            </li>
          );
        })}
      </Stack>
    </section>
  );
}

const EMPTY = { views: '', likes: '', comments: '', shares: '', saves: '', clicks_shown: '' };

function FiguresForm({ publication, onClose }: { publication: number; onClose: () => void }) {
  const all = usePublicationTexts();
  const t = all.figures;
  const form = useForm(
    { ...EMPTY, files: [] as File[] },
    {
      check: (typed) => (COUNTS.every((name) => typed[name].trim() === '') ? { views: t.empty } : {}),
      send: async ({ files, ...typed }) => {
        const proof = await sendProof(publication, files);
        const given = COUNTS.flatMap((name) =>
          typed[name].trim() === '' ? [] : [[name, Number(typed[name])] as const],
        );
        await client.POST('/v2/publications/{publication}/figures', {
          params: { path: { publication } },
          body: {
            ...Object.fromEntries(given),
            measured_at: new Date().toISOString(),
            ...(proof === null ? {} : { proof_id: proof }),
          },
        });
      },
      done: t.sent,
      onDone: onClose,
    },
  );
  return (
    <Form of={form} action={t.add} onCancel={onClose}>
      {COUNTS.map((name) => (
        <TextInput
          key={name}
          label={all.counts[name]}
          inputMode="numeric"
          pattern="[0-9]{1,12}"
          autoComplete="off"
          {...form.text(name)}
        />
      ))}
      <FileField
        label={t.picture}
        accept="image/png,image/jpeg"
        files={form.draft.files}
        onChange={form.value('files').onChange}
      />
    </Form>
  );
}
