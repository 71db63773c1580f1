import { useMe } from '../../session/use-me.ts';
import { ChannelsSection } from '../channels/channels-section.tsx';
import { AgencyInvitations } from './agency-invitations.tsx';
import { ProfileSection } from './profile-section.tsx';

/** Who a creator is: invitations of agencies, profile, public page and channels. One file, because a page loads only a few. */
export default function Identity({ user }: { user: number }) {
  const me = useMe();
  return (
    <>
      {me.id === user && <AgencyInvitations user={user} />}
      <ProfileSection user={user} />
      <ChannelsSection user={user} />
    </>
  );
}
