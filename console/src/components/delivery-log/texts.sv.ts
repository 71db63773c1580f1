import type { en } from './texts.en.ts';

const sv: typeof en = {
  noDeliveries: { title: 'Inga leveranser än', hint: 'Händelser från de senaste 30 dagarna visas här.' },
  event: 'Händelse',
  at: 'Tid',
  status: 'Status',
  statuses: { pending: 'Väntar', delivered: 'Levererad', failed: 'Misslyckad' },
  reply: 'Senaste svar',
  noReply: 'Inget',
  replay: 'Skicka igen',
  replayLabel: (event, at) => `Skicka igen: ${event}, ${at}`,
  replayed: 'Händelsen skickas igen',
  range: {
    label: 'Skicka igen alla händelser sedan',
    action: 'Skicka igen',
    actionLabel: (url) => `Skicka igen alla händelser till ${url}`,
    done: (count) => `Händelser som skickas igen: ${count}`,
  },
  rotation: {
    action: 'Ny hemlighet',
    actionLabel: (url) => `Ny hemlighet för ${url}`,
    title: 'Ge den här webhooken en annan hemlighet?',
    words: 'Händelser signeras med båda hemligheterna i 24 timmar. Uppdatera mottagaren under den tiden.',
    done: 'Kopiera den nya hemligheten nu: den visas bara en gång.',
  },
  attempt: {
    title: 'Senaste förfrågan och svar',
    none: 'Inget har skickats än.',
    request: 'Förfrågan',
    reply: 'Svar',
  },
};
export default sv;
