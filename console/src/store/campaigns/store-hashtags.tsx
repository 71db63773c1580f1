import { Card, Skeleton, TagsInput } from '@mantine/core';
import { MAX_HASHTAGS } from '../../../../src/platform/limits.ts';
import { api, client, ifMatch } from '../../api.ts';
import { Failure } from '../../components/failure.tsx';
import { Form } from '../../components/form.tsx';
import { Note } from '../../components/note.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useForm } from '../../components/use-form.ts';
import { useCampaignTexts } from './texts.ts';

const MAX_HASHTAG_LENGTH = 100;

/** Hashtags of a store, without `#`. */
export const useHashtags = (store: number) =>
  api.useQuery('get', '/advertiser/stores/{id}/hashtags', { params: { path: { id: store } } });

/** Form for the store's hashtags. */
export function StoreHashtags({ store }: { store: number }) {
  const { hashtags: t } = useCampaignTexts();
  const { data, error, refetch } = useHashtags(store);
  return (
    <Card mt="lg" component="section" aria-labelledby="shop-hashtags">
      <SectionTitle id="shop-hashtags">{t.title}</SectionTitle>
      <Note mb="md">{t.hint}</Note>
      {error && <Failure error={error} onRetry={refetch} />}
      {!error && data === undefined && <Skeleton h={60} />}
      {data !== undefined && (
        <HashtagsForm store={store} saved={data} reread={async () => (await refetch({ throwOnError: true })).data!} />
      )}
    </Card>
  );
}

type Hashtags = readonly { hashtag: string }[];

const valuesOf = (saved: Hashtags) => ({ hashtags: saved.map(({ hashtag }) => `#${hashtag}`) });

function HashtagsForm(props: { store: number; saved: Hashtags; reread: () => Promise<Hashtags> }) {
  const { store, saved, reread } = props;
  const { hashtags: t } = useCampaignTexts();
  const form = useForm(valuesOf(saved), {
    name: `hashtags:${store}`,
    send: ({ hashtags }) =>
      client.PATCH('/advertiser/stores/{id}/hashtags', {
        params: { path: { id: store } },
        body: { store_id: String(store), hashtags },
        headers: ifMatch(`/advertiser/stores/${store}/hashtags`),
      }),
    record: { reread: async () => valuesOf(await reread()), labels: { hashtags: t.label } },
    done: t.saved,
  });
  return (
    <Form of={form} action={t.save} isEdit>
      <TagsInput
        label={t.label}
        placeholder={t.placeholder}
        maxTags={MAX_HASHTAGS}
        maxLength={MAX_HASHTAG_LENGTH}
        splitChars={[',', ' ']}
        acceptValueOnBlur
        {...form.value('hashtags')}
        onChange={(words) => form.set('hashtags', withSigns(words))}
      />
    </Form>
  );
}

/** Adds `#` and removes duplicates by the API's rules. */
function withSigns(words: readonly string[]): string[] {
  const bare = words.map((word) => word.replace(/^[#＃]+/, '')).filter((word) => word !== '');
  const first = new Map(bare.toReversed().map((word) => [word.toLowerCase(), word]));
  return bare.filter((word) => first.get(word.toLowerCase()) === word).map((word) => `#${word}`);
}
