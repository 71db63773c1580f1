import type { FastifyInstance } from 'fastify';
import { NotFound } from '../../../platform/errors/errors.ts';
import { operation } from '../../../platform/http/operation.ts';
import { file } from '../../../platform/http/replies.ts';
import { MAX_MATERIAL_BYTES, PICTURE_KINDS, STORED_MATERIAL_SIDE } from '../../../platform/http/upload-limits.ts';
import { readInTurn } from '../../../platform/storage/read-in-turn.ts';
import type { CampaignDeps } from '../deps.ts';
import { onCampaign } from '../policy.ts';
import { listMaterials, MAX_MATERIALS } from './material.ts';
import { onCampaignToDownload, onMaterial, onMaterialOfStore } from './policy.ts';
import { MATERIAL_TYPES } from './read-material.ts';
import { MaterialChangesBody, MaterialList, MaterialRecord, newMaterialQuery, presentMaterial } from './schemas.ts';
import { addMaterial, changeMaterial, removeMaterial } from './write-materials.ts';

/** Files of a campaign that its participants download. */
export function materialRoutes(app: FastifyInstance, deps: Pick<CampaignDeps, 'storage' | 'uploadLimits'>): void {
  const common = { tags: ['Campaigns'], addition: true } as const;
  const write = { ...common, scope: 'campaigns', presence: 'token' } as const;

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/offers/:offer/materials',
    operationId: 'listCampaignMaterials',
    assistants: 'search',
    summary: 'List the files that a campaign’s participants download',
    policy: onCampaignToDownload,
    replies: { 200: MaterialList },
    handle: async ({ ctx, resource }) => ({ data: (await listMaterials(ctx, resource.id)).map(presentMaterial) }),
  });

  operation(app, {
    ...write,
    method: 'POST',
    url: '/v2/offers/:offer/materials',
    operationId: 'addCampaignMaterial',
    summary: 'Add a file for a campaign’s participants',
    description: `It comes after the others; a campaign has at most ${MAX_MATERIALS}. A picture larger than ${STORED_MATERIAL_SIDE} pixels is scaled down, and loses its metadata. A film loses its title and notes. What is inside a PDF or a ZIP is not checked.`,
    policy: onCampaign,
    query: newMaterialQuery,
    upload: {
      field: 'file',
      maxBytes: MAX_MATERIAL_BYTES,
      description: `${PICTURE_KINDS}, an MP4, a PDF or a ZIP.`,
    },
    replies: { 201: MaterialRecord },
    errors: ['too_many_materials'],
    handle: async ({ ctx, resource, query, upload }) =>
      presentMaterial(
        await addMaterial(ctx, deps, {
          campaignId: resource.id,
          file: upload.content,
          fileName: upload.filename,
          note: query.note ?? '',
        }),
      ),
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/materials/:material/file',
    operationId: 'getCampaignMaterial',
    summary: 'Download a file of a campaign',
    policy: onMaterial,
    replies: { 200: file('The file.', ...MATERIAL_TYPES) },
    errors: [404],
    handle: async ({ resource, reply }) => {
      const { material, fileKey } = resource;
      const content = await readInTurn(reply.raw, () => deps.storage.get(fileKey));
      if (content === null) throw new NotFound('material');
      reply
        .headers({
          'cache-control': 'private, no-store',
          'content-disposition': attachmentNamed(material.fileName, `material-${material.id}`),
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
        })
        .type(material.mediaType);
      return content;
    },
  });

  operation(app, {
    ...write,
    method: 'PATCH',
    url: '/v2/materials/:material',
    operationId: 'changeCampaignMaterial',
    summary: 'Change the note or the place of a file of a campaign',
    policy: onMaterialOfStore,
    body: MaterialChangesBody,
    replies: { 200: MaterialRecord },
    handle: async ({ ctx, resource: { material, campaign }, body }) =>
      presentMaterial(await changeMaterial(ctx, { id: material.id, campaignId: campaign.id }, body)),
  });

  operation(app, {
    ...write,
    method: 'DELETE',
    url: '/v2/materials/:material',
    operationId: 'deleteCampaignMaterial',
    summary: 'Remove a file of a campaign',
    description: 'Its content is removed soon afterwards.',
    policy: onMaterialOfStore,
    replies: { 204: null },
    handle: ({ ctx, resource: { material, campaign } }) => removeMaterial(ctx, { material, campaignId: campaign.id }),
  });
}

/** The header of a download with the name of the file (RFC 6266), and a plain name for clients that do not know it. */
function attachmentNamed(fileName: string, plain: string): string {
  const ending = fileName.slice(fileName.lastIndexOf('.')).toLowerCase();
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}${ending}"; filename*=UTF-8''${encoded}`;
}
