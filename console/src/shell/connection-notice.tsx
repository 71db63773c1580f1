import { Paper } from '@mantine/core';
import { useConnection } from '../connection.ts';
import { useShellTexts } from './texts.ts';

const PLACE = { position: 'fixed', bottom: 16, left: '50%', translate: '-50%', zIndex: 300 } as const;

/** One notice for the whole page while the server does not reply, or takes long. */
export function ConnectionNotice() {
  const t = useShellTexts().connection;
  const connection = useConnection();
  return (
    <Paper role="status" withBorder={connection !== 'ok'} px="md" style={PLACE}>
      {connection !== 'ok' && t[connection]}
    </Paper>
  );
}
