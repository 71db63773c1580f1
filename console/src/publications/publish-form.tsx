import { Select } from '@mantine/core';
import { MAX_PROOF_PICTURE_BYTES, MIB } from '../../../src/platform/http/upload-limits.ts';
import { client } from '../api.ts';
import { DayField } from '../components/day-field.tsx';
import { today } from '../components/day-range.ts';
import { FileField } from '../components/file-field.tsx';
import { Form } from '../components/form.tsx';
import { LimitedInput } from '../components/limited-input.tsx';
import { Section } from '../components/section-card.tsx';
import { useCommonTexts } from '../components/texts.ts';
import { useForm } from '../components/use-form.ts';
import { DISCLOSURES, type Publication } from './publication.ts';
import { sendProof } from './send-proof.ts';
import { usePublicationTexts } from './texts.ts';

type Disclosure = Publication['disclosure'];

interface PublishFormProps {
  deliverable: number;
  /** The publication to correct; null: it is reported for the first time. */
  publication: Publication | null;
  onClose?: () => void;
}

/** Reports where a deliverable was published, or corrects it. */
export function PublishForm({ deliverable, publication, onClose }: PublishFormProps) {
  const all = usePublicationTexts();
  const t = all.report;
  const { faults } = useCommonTexts();
  const form = useForm(
    {
      url: publication?.url ?? '',
      published_on: publication?.published_on ?? today(),
      disclosure: (publication?.disclosure ?? null) as Disclosure | null,
      disclosure_text: publication?.disclosure_text ?? '',
      files: [] as File[],
    },
    {
      check: ({ disclosure, disclosure_text: text }) => ({
        ...(disclosure === null ? { disclosure: faults.required } : {}),
        ...(disclosure === 'other' && text.trim() === '' ? { disclosure_text: faults.required } : {}),
      }),
      send: async ({ files, disclosure, ...typed }) => {
        const body = { ...typed, url: typed.url.trim(), disclosure: disclosure! };
        const { data } =
          publication === null
            ? await client.POST('/v2/deliverables/{deliverable}/publication', {
                params: { path: { deliverable } },
                body,
              })
            : await client.PATCH('/v2/publications/{publication}', {
                params: { path: { publication: publication.id } },
                body,
              });
        await sendProof(data!.id, files);
      },
      done: publication === null ? t.sent : t.saved,
      ...(onClose === undefined ? {} : { onDone: onClose }),
    },
  );
  return (
    <Section id="report-publication" title={publication === null ? t.title : t.correct} hint={t.hint}>
      <Form
        of={form}
        action={publication === null ? t.send : t.save}
        {...(onClose === undefined ? {} : { onCancel: onClose })}
      >
        <LimitedInput type="url" required label={t.url} max={2048} placeholder="https://" {...form.text('url')} />
        <DayField label={t.day} required max={today()} {...form.value('published_on')} />
        <Select
          label={t.disclosure}
          withAsterisk
          data={DISCLOSURES.map((value) => ({ value, label: all.disclosures[value] }))}
          {...form.value('disclosure')}
        />
        <LimitedInput label={t.disclosureText} max={500} {...form.text('disclosure_text')} />
        <FileField
          label={t.picture}
          description={t.pictureHint(MAX_PROOF_PICTURE_BYTES / MIB)}
          accept="image/png,image/jpeg"
          files={form.draft.files}
          onChange={form.value('files').onChange}
        />
      </Form>
    </Section>
  );
}
