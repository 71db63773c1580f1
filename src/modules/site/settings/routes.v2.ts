import type { FastifyInstance } from 'fastify';
import { everyone } from '../../../platform/auth/policy.ts';
import { operation } from '../../../platform/http/operation.ts';
import { MAX_SITE_LOGO_BYTES, PICTURE_KINDS, PICTURE_STORAGE } from '../../../platform/http/upload-limits.ts';
import { fileUrl } from '../../../platform/storage/file-url.ts';
import { provisioning } from '../../accounts/index.ts';
import type { SiteDeps } from '../deps.ts';
import { hasImprint } from './imprint.ts';
import { SiteRecord, SiteSettingsBody, SiteSettingsRecord } from './schemas.ts';
import {
  changeSiteSettings,
  listCurrencies,
  lockSiteSettings,
  readSite,
  readSiteSettings,
  type SiteSettings,
  setSiteLogo,
} from './site-settings.ts';

const url = '/v2/admin/site-settings';

/** The fields that a change can set, without the logo, which has its own route. */
const versionOf = ({ name, accent, introduction, terms, privacy, imprint }: Omit<SiteSettings, 'logo_key'>) => ({
  name,
  accent,
  introduction,
  terms,
  privacy,
  imprint,
});

/** The presentation of the marketplace, for administrators and for everybody. */
export function siteSettingsRoutes(app: FastifyInstance, { publicUrl, storage, company }: SiteDeps): void {
  const present = ({ logo_key, name, accent, introduction, terms, privacy, imprint }: SiteSettings) => ({
    name,
    accent,
    introduction,
    terms,
    privacy,
    imprint,
    logo_url: logo_key === null ? null : fileUrl(publicUrl, logo_key),
    has_imprint: hasImprint({ imprint }, company),
  });

  operation(app, {
    ...provisioning,
    method: 'GET',
    url,
    operationId: 'getSiteSettings',
    summary: 'Read the name, colours and texts of the marketplace',
    replies: { 200: SiteSettingsRecord },
    version: versionOf,
    handle: async ({ ctx }) => present(await readSiteSettings(ctx)),
  });

  operation(app, {
    ...provisioning,
    method: 'PATCH',
    url,
    operationId: 'updateSiteSettings',
    scope: 'administration',
    presence: 'fresh',
    summary: 'Change the name, colours and texts of the marketplace',
    description: 'Omitted fields are unchanged.',
    body: SiteSettingsBody,
    replies: { 200: SiteSettingsRecord },
    current: async ({ ctx }) => versionOf(await lockSiteSettings(ctx)),
    handle: async ({ ctx, body }) => present(await changeSiteSettings(ctx, body)),
  });

  operation(app, {
    ...provisioning,
    method: 'POST',
    url: `${url}/logo`,
    operationId: 'uploadSiteLogo',
    scope: 'administration',
    presence: 'fresh',
    summary: 'Set the logo of the marketplace',
    description: PICTURE_STORAGE,
    upload: { field: 'logo', maxBytes: MAX_SITE_LOGO_BYTES, description: `${PICTURE_KINDS}.` },
    replies: { 200: SiteSettingsRecord },
    handle: async ({ ctx, upload }) => present(await setSiteLogo(ctx, storage, upload.content)),
  });

  operation(app, {
    ...provisioning,
    method: 'DELETE',
    url: `${url}/logo`,
    operationId: 'deleteSiteLogo',
    scope: 'administration',
    presence: 'fresh',
    summary: 'Remove the logo of the marketplace',
    replies: { 200: SiteSettingsRecord },
    handle: async ({ ctx }) => present(await setSiteLogo(ctx, storage, null)),
  });

  operation(app, {
    method: 'GET',
    url: '/v2/site',
    operationId: 'getSite',
    summary: 'Read how the marketplace presents itself',
    description: 'Its name and colours, its public pages, and who may sign up.',
    tags: ['Public pages'],
    addition: true,
    policy: everyone,
    replies: { 200: SiteRecord },
    handle: async ({ ctx }) => {
      const site = await readSite(ctx);
      const pageAt = (name: 'terms' | 'privacy' | 'imprint', isThere = site[name] !== '') =>
        isThere ? `${publicUrl}/${name}` : null;
      return {
        name: site.name,
        accent: site.accent,
        logo_url: site.logo_key === null ? null : fileUrl(publicUrl, site.logo_key),
        terms_url: pageAt('terms'),
        privacy_url: pageAt('privacy'),
        imprint_url: pageAt('imprint', hasImprint(site, company)),
        sign_up: site.sign_up,
        store_registration: site.store_registration,
        currencies: await listCurrencies(ctx),
      };
    },
  });
}
