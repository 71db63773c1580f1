export function NewCampaignPage() {
  return null;
}
