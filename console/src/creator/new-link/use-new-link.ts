import type { paths } from '@tributary/client';
import { client } from '../../api.ts';
import { copyToClipboard } from '../../components/clipboard.ts';
import { useApiMutation } from '../../components/use-api-mutation.ts';

type Reply = paths['/v2/affiliate-links']['post']['responses']['200']['content']['application/json'];

/** What became of an address: a link, in the clipboard or not, or shops to choose from. */
export type NewLinkOutcome =
  | { kind: 'link'; link: Extract<Reply, { status: unknown }>['affiliate_link']; isCopied: boolean }
  | { kind: 'choice'; url: string; advertisers: Extract<Reply, { advertisers: unknown }>['advertisers'] };

/** Turns an address into a link and puts it into the clipboard; `advertiserId` is the shop that was chosen of several. */
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
