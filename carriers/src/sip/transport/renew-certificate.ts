import type { CarrierOptions } from '../../carrier.ts';
import type { Scheduler } from '../scheduler.ts';
import { TimerSet } from '../scheduler.ts';
import type { TlsIdentity } from './tls-identity.ts';
import type { Transport } from './transport.ts';

/** Certificates of today live for weeks, and new ones are put into the same files. */
const everyMs = 3_600_000;

/** Looks for a new certificate from time to time, so that nobody need restart for one. Returns what ends it. */
export function renewCertificate(parts: {
  scheduler: Scheduler;
  tls: TlsIdentity;
  transport: Transport;
  log: CarrierOptions['log'];
}): () => void {
  const { tls, transport, log } = parts;
  const timers = new TimerSet(parts.scheduler);
  let isOver = false;
  const look = async () => {
    try {
      if (await tls.renew()) {
        transport.renewTls();
        log('info', 'The certificate of SIP over TLS was renewed.');
      }
    } catch (error) {
      log('error', 'The new certificate of SIP over TLS cannot be used; the old one stays.', {
        error: String(error),
      });
    }
    wait();
  };
  const wait = () => {
    if (!isOver) timers.set('renew', everyMs, () => void look());
  };
  if (tls.canListen) wait();
  return () => {
    isOver = true;
    timers.clearAll();
  };
}
