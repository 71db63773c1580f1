/**
 * A planted fault: a message to NATS counts as stored before NATS has acknowledged it. Loaded into a server to show that the
 * check finds loss.
 */
import { type Nats, NatsLink } from '../../src/platform/nats/nats-link.ts';

const use = NatsLink.prototype.use;
NatsLink.prototype.use = function <T>(work: (nats: Nats) => Promise<T>): Promise<T> {
  return use.call(this, (nats: Nats) => work({ ...nats, js: withoutAcknowledgement(nats) })) as Promise<T>;
};

function withoutAcknowledgement({ nc, js }: Nats): Nats['js'] {
  return new Proxy(js, {
    get(target, name) {
      if (name !== 'publish') return Reflect.get(target, name, target);
      return async (subject: string, data: Uint8Array) => {
        nc.publish(subject, data);
        return { stream: '', seq: 0, duplicate: false };
      };
    },
  });
}
