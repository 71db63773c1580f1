export function EditCampaignPage() {
  return null;
}
