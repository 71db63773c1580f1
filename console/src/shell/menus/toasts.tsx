import { Notifications } from '@mantine/notifications';

/** Shows what `notifications.show` reports, also what was reported before this is loaded. */
export default function Toasts() {
  return <Notifications position="top-center" autoClose={4000} />;
}
