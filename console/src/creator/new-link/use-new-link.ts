import type { paths } from '@tributary/client';
import { client } from '../../api.ts';
import { copyToClipboard } from '../../components/clipboard.ts';
import { useApiMutation } from '../../components/use-api-mutation.ts';

type Reply = paths['/v2/affiliate-links']['post']['responses']['200']['content']['application/json'];

/** Result for a URL: a link, copied or not, or the stores to select from. */
export type NewLinkOutcome =
  | { kind: 'link'; link: Extract<Reply, { status: unknown }>['affiliate_link']; isCopied: boolean }
  | { kind: 'choice'; url: string; advertisers: Extract<Reply, { advertisers: unknown }>['advertisers'] };

/** Creates a link for a URL and copies it; `advertiserId` is the store selected from several. */
export function useNewLink() {
  return useApiMutation(
    async ({ url, advertiserId }: { url: string; advertiserId?: number }): Promise<NewLinkOutcome> => {
      const { data } = await client.POST('/v2/affiliate-links', {
        body: { url, ...(advertiserId === undefined ? {} : { advertiser_id: advertiserId }) },
      });
      if ('advertisers' in data!) return { kind: 'choice', url, advertisers: data.advertisers };
      const link = data!.affiliate_link;
      return { kind: 'link', link, isCopied: await copyToClipboard(link.url) };
    },
  );
}
