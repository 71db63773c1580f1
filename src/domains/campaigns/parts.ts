/** What the campaigns' routes stand on. */
export interface CampaignParts {
  /** What addresses of ours begin with. */
  publicUrl: string;
}
