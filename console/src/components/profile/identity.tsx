import { ChannelsSection } from '../channels/channels-section.tsx';
import { ProfileSection } from './profile-section.tsx';

/** Who a creator is: profile, public page and channels. One file, because a page loads only a few. */
export default function Identity({ user }: { user: number }) {
  return (
    <>
      <ProfileSection user={user} />
      <ChannelsSection user={user} />
    </>
  );
}
