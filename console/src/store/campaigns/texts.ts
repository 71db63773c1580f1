import { textsOf } from '../../language/texts.ts';
import { en } from './texts.en.ts';

export const useCampaignTexts = textsOf(en);
export type CampaignTexts = typeof en;
