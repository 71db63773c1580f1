import { Button, Card, Group, Stack, Text, Textarea } from '@mantine/core';
import type { paths } from '@tributary/client';
import { client } from '../../api.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Form } from '../../components/form.tsx';
import { Note } from '../../components/note.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useForm } from '../../components/use-form.ts';
import { useMe } from '../../session/use-me.ts';
import { useCreatorTexts } from '../texts.ts';
import { usePaySentence } from './sentences.ts';

type Translation = paths['/deep-links']['post']['responses']['200']['content']['application/json'][number];

interface Translated {
  text: string;
  translations: Translation[];
}

const isHtml = (text: string) => /<[a-z!/]/i.test(text);

/** Converts a blog post or a list of URLs to links and shows the result by URL. */
export default function ManyLinks() {
  const t = useCreatorTexts().many;
  const { id: user } = useMe();
  const form = useForm(
    { text: '' },
    {
      name: 'many-links',
      isFilledAfter: true,
      send: ({ text }) => (isHtml(text) ? translatePost(user, text) : translateList(user, text)),
    },
  );
  return (
    <Stack gap="md">
      <Card>
        <Form of={form} label={t.make}>
          <Textarea
            label={t.label}
            description={t.hint}
            placeholder={t.placeholder}
            required
            autosize
            minRows={6}
            maxRows={16}
            spellCheck={false}
            {...form.text('text')}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={form.isPending}>
              {t.make}
            </Button>
          </Group>
        </Form>
      </Card>
      {form.data && <Result {...form.data} />}
    </Stack>
  );
}

async function translatePost(id: number, blogPost: string): Promise<Translated> {
  const { data } = await client.POST('/deepLinkBlogPost/{id}', { params: { path: { id } }, body: { blogPost } });
  return { text: data!.newHtml, translations: data!.linkTranslation };
}

async function translateList(userId: number, text: string): Promise<Translated> {
  const links = text.split('\n').flatMap((line) => line.trim() || []);
  const { data } = await client.POST('/deep-links', { body: { links: JSON.stringify(links), userId } });
  return { text: data!.map(({ after }) => after).join('\n'), translations: data! };
}

const earnsNow = ({ status }: Translation) => status === 'created' || status === 'existing';

function Result({ text, translations }: Translated) {
  const t = useCreatorTexts().many;
  const sentence = usePaySentence();
  const pages = [...new Map(translations.map((one) => [one.before, one])).values()];
  const linked = pages.filter(earnsNow).length;
  const left = pages.length - linked;
  const columns: Column<Translation>[] = [
    {
      key: 'before',
      label: t.page,
      value: ({ before }) => before,
      cell: ({ before }) => (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {before}
        </Text>
      ),
    },
    {
      key: 'status',
      label: t.outcome,
      value: ({ status }) => t.status[status],
      cell: ({ status, store }) => (store === '' ? t.status[status] : `${t.status[status]} · ${store}`),
    },
    {
      key: 'earns',
      label: t.earns,
      cell: (one) =>
        earnsNow(one)
          ? sentence({
              perClickMinor: one.user_revenue_cpc,
              perOrder: one.user_revenue_cpa,
              perOrderFixed: one.user_revenue_cpo,
              currency: one.currency,
            })
          : '–',
    },
  ];
  return (
    <Stack gap="md" component="section" aria-labelledby="many-result">
      <Card>
        <Group justify="space-between" mb="sm">
          <div role="status">
            <SectionTitle id="many-result">{linked === 0 ? t.unchanged : t.changed(linked)}</SectionTitle>
            {left > 0 && <Note>{t.left(left)}</Note>}
          </div>
          <CopyText text={text} label={t.copyAll} size="sm" />
        </Group>
        <Textarea label={t.result} value={text} readOnly autosize minRows={4} maxRows={14} spellCheck={false} />
      </Card>
      <DataTable
        label={t.table}
        columns={columns}
        rows={pages}
        keyOf={({ before }) => before}
        empty={{ title: t.unchanged }}
      />
    </Stack>
  );
}
