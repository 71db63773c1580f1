import { Deliveries, type DeliveryLogProps } from './deliveries.tsx';
import { ReceiverTools } from './receiver-tools.tsx';

/** The log of the deliveries to a receiver, and its actions. It is loaded when a reader opens it. */
export default function DeliveryLog(props: DeliveryLogProps) {
  return (
    <>
      <ReceiverTools kind={props.kind} receiver={props.receiver} />
      <Deliveries {...props} />
    </>
  );
}
