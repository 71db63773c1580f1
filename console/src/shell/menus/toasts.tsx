import { Notifications } from '@mantine/notifications';

/** Shows the notifications of `notifications.show`, including those from before this component was loaded. */
export default function Toasts() {
  return <Notifications position="top-center" autoClose={4000} />;
}
