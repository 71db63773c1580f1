import type { Context } from '../../platform/context.ts';
import { type CreatedLink, createLink, type NewLink } from './create-link.ts';
import type { StoreIndex } from './matching/index.ts';
import { changeLink, type LinkChange } from './settings/change-link.ts';

/**
 * Converts a product URL to a creator's tracked link with settings, all or nothing: a slug that is taken leaves no link. A dry run ignores the settings.
 * @throws the errors of `createLink` and `changeLink`
 */
export async function createLinkWithSettings(
  ctx: Context,
  index: StoreIndex,
  { settings, ...input }: NewLink & { settings: LinkChange },
): Promise<CreatedLink> {
  if (Object.values(settings).every((value) => value === undefined)) return createLink(ctx, index, input);
  return ctx.db.transaction(async (tx) => {
    const context = { ...ctx, db: tx };
    const created = await createLink(context, index, input);
    if (created.kind !== 'link') return created;
    const { slug, title } = await changeLink(context, index, { ...settings, linkId: created.link.id });
    return { ...created, link: { ...created.link, slug, title } };
  });
}
