import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { signedIn } from '../../../platform/auth/policy.ts';
import { operation } from '../../../platform/http/operation.ts';
import { onUser, requireUser } from '../../accounts/index.ts';
import type { LinkDeps } from '../link-deps.ts';
import { MAX_POST_BYTES, translateBlogPost } from './blog-post.ts';
import type { LinkQuotes } from './find-store-prices.ts';
import { presentBlogPost, presentTranslations } from './present.ts';
import { readList } from './read-list.ts';
import { BlogPostBody, DeepLinksBody, LinkTranslation, TranslatedBlogPost } from './schemas.ts';
import { translateLinks } from './translate-links.ts';

const tags = ['Deep linking'];

/** Dependencies of the deep linking routes. */
export interface DeepLinkDeps extends Pick<LinkDeps, 'live' | 'publicUrl'> {
  quotes: LinkQuotes;
}

/**
 * One byte of text takes at most six bytes in JSON (`\u000a`), so a post of a megabyte may take six. The rest is for
 * the other fields.
 */
const BODY_LIMIT_BYTES = 6 * MAX_POST_BYTES + 1024;

/** Routes that translate the links of a post or a list to tracked links. */
export function deepLinkRoutesLegacy(app: FastifyInstance, { live, publicUrl, quotes }: DeepLinkDeps): void {
  operation(app, {
    method: 'POST',
    url: '/deepLinkBlogPost/:id',
    operationId: 'translateBlogPost',
    scope: 'links',
    presence: 'token',
    summary: 'Put tracked links into a blog post',
    description:
      'Only the `href` of links that can earn changes; every other byte is returned unchanged. Links that several stores pay for, and links that are already tracked, are not changed. Converting a post again creates no further links.',
    tags,
    policy: onUser('id'),
    body: BlogPostBody,
    bodyLimit: BODY_LIMIT_BYTES,
    replies: { 200: TranslatedBlogPost },
    errors: ['user_suspended'],
    handle: async ({ ctx, resource, body }) => {
      const { blogPost: html, dry = false } = body;
      return presentBlogPost(
        publicUrl,
        await translateBlogPost(ctx, { index: live.index, quotes }, { userId: resource.id, html, dry }),
      );
    },
  });

  operation(app, {
    method: 'POST',
    url: '/deep-links',
    operationId: 'translateLinks',
    scope: 'links',
    presence: 'token',
    summary: 'Turn a list of URLs into tracked links',
    description:
      'One entry for each URL, in their order. For that user, a representative of the user’s client, an administrator; to others there is no ' +
      'such user.',
    tags,
    policy: signedIn,
    body: DeepLinksBody,
    bodyLimit: BODY_LIMIT_BYTES,
    replies: { 200: Type.Array(LinkTranslation) },
    errors: ['user_suspended', 404],
    handle: async ({ ctx, body }) => {
      const { id: userId } = await requireUser(ctx, body.userId);
      const addresses = readList(body.links);
      const translations = await translateLinks(
        ctx,
        { index: live.index, quotes },
        { userId, addresses, dry: body.dry ?? false },
      );
      return presentTranslations(publicUrl, translations);
    },
  });
}
