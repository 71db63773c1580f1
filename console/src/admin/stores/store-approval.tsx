import { Alert, Anchor, Button, Checkbox, Group, List, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../api.ts';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useFormats } from '../../language/formats.ts';
import { type Approval, ApprovalFacts } from './approval-facts.tsx';
import { useStoresTexts } from './texts.ts';

/** The approval of a store with its reason, the facts to compare, similar stores, and the decision. */
export function StoreApproval({ approval: record }: { approval: Approval }) {
  const { approval: t, approvals } = useStoresTexts();
  const { day } = useFormats();
  const { approval, reason, decided_by: by, decided_at: at, resembling_stores: similar } = record;
  return (
    <SectionCard id="approval" title={t.title} hint={t.hints[approval]}>
      <Stack gap="sm">
        <ApprovalFacts record={record} />
        {at !== null && <Text size="sm">{t.decided(day(at), by?.name ?? t.unknown)}</Text>}
        {reason !== null && (
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {t.because(reason)}
          </Text>
        )}
        {similar.length > 0 && (
          <Alert variant="light" color="yellow" c="var(--mantine-color-text)" title={t.similar}>
            <List size="sm">
              {similar.map(({ store: { id, name }, approval: state, likenesses }) => (
                <List.Item key={id}>
                  <Anchor
                    size="sm"
                    c="inherit"
                    td="underline"
                    renderRoot={(props) => (
                      <Link {...props} to="/console/admin/stores/$shop" params={{ shop: String(id) }} />
                    )}
                  >
                    {name}
                  </Anchor>{' '}
                  {t.alike(likenesses.map((one) => t.likenesses[one]).join(', '))}
                  {state !== 'approved' && ` · ${approvals[state]}`}
                </List.Item>
              ))}
            </List>
          </Alert>
        )}
        <Decision record={record} />
      </Stack>
    </SectionCard>
  );
}

function Decision({ record: { approval, store, domains } }: { record: Approval }) {
  const { approval: t } = useStoresTexts();
  const [asking, setAsking] = useState<'approve' | 'reject' | null>(null);
  const unproven = domains.filter(({ standing }) => standing === 'unproven').map(({ host }) => host);
  const close = () => setAsking(null);
  const params = { path: { store: store.id } };
  return (
    <Group gap="sm">
      {approval !== 'approved' && <Button onClick={() => setAsking('approve')}>{t.approve}</Button>}
      {approval !== 'rejected' && (
        <Button variant="default" onClick={() => setAsking('reject')}>
          {t.reject}
        </Button>
      )}
      <ReasonDialog
        title={t.approveTitle(store.name)}
        text={t.approveWords}
        label={t.message}
        hint={t.messageHint}
        isOptional
        action={t.approve}
        opened={asking === 'approve'}
        values={{ consent_to_domains: false }}
        fields={({ flag }) =>
          unproven.length > 0 && (
            <Checkbox label={t.consent} description={unproven.join(', ')} {...flag('consent_to_domains')} />
          )
        }
        send={({ reason, ...consent }) => {
          const body = { ...consent, ...(reason === '' ? {} : { reason }) };
          return client.POST('/v2/admin/stores/{store}/approve', { params, body });
        }}
        done={t.approved(store.name)}
        onClose={close}
      />
      <ReasonDialog
        title={t.rejectTitle(store.name)}
        text={approval === 'approved' ? t.rejectApprovedWords : t.rejectWords}
        hint={t.reasonHint}
        isHarmful
        action={t.reject}
        opened={asking === 'reject'}
        send={({ reason }) => client.POST('/v2/admin/stores/{store}/reject', { params, body: { reason } })}
        done={t.rejected(store.name)}
        onClose={close}
      />
    </Group>
  );
}
