import type { FastifyInstance } from 'fastify';
import type { CampaignParts } from './parts.ts';

/** User tags with the campaigns that are aimed at them. */
export function campaignRoutesLegacy(_app: FastifyInstance, _parts: CampaignParts): void {}
