import { Button, Card, Group, Pagination, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { MAX_PAGE_SIZE } from '../../../../../src/platform/page-size.ts';
import { api } from '../../../api.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Failure } from '../../../components/failure.tsx';
import { Strong } from '../../../components/note.tsx';
import { useMay } from '../../../components/role-limit.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { SectionHeader } from '../../../components/section-header.tsx';
import { usePageControls } from '../../../components/use-page-controls.ts';
import { useFormats } from '../../../language/formats.ts';
import type { CampaignSearch } from '../search.ts';
import { useCampaignTexts } from '../texts.ts';
import { Columns } from './columns.tsx';
import { useProfiles } from './creator-profile.tsx';
import { commonMoves, INCLUDES, type Participant, type Status } from './participant.ts';
import { useDeclining } from './use-declining.tsx';
import { useMoveParticipants } from './use-move-participants.ts';

interface BoardProps {
  store: number;
  offer: number;
  search: CampaignSearch;
  onSearch: (search: CampaignSearch) => unknown;
}

/** Board of a campaign's participants by stage. They are moved by menu, by dragging or in bulk. */
export function Board({ store, offer, search, onSearch }: BoardProps) {
  const controls = usePageControls();
  const { board: t } = useCampaignTexts();
  const mayChange = useMay('manage');
  const { q, page = 1 } = search;
  const list = api.useQuery(
    'get',
    '/v2/offers/{offer}/participants',
    {
      params: { path: { offer }, query: { page, size: MAX_PAGE_SIZE, 'include[]': INCLUDES, ...(q && { query: q }) } },
    },
    { placeholderData: (before) => before },
  );
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const moving = useMoveParticipants(offer, () => setChosen(new Set()));
  const { move, dialog } = useDeclining(moving);
  const find = (text: string) => {
    const { q: _, page: __, ...rest } = search;
    void onSearch(text === '' ? rest : { ...rest, q: text });
  };
  const participants = list.data?.data ?? [];
  const profiles = useProfiles(
    offer,
    participants.flatMap(({ id, status }) => (status === 'applied' || status === 'second_prio' ? [id] : [])),
  );
  const choose = (id: number, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  return (
    <section aria-label={t.participants}>
      <SectionHeader title={t.participants} hint={t.participantsHint}>
        <SearchBox label={t.search} value={q} onChange={find} />
      </SectionHeader>
      <SelectionBar
        store={store}
        participants={participants.filter(({ id }) => chosen.has(id))}
        isPending={moving.isPending}
        onMove={move}
        onClear={() => setChosen(new Set())}
      />
      {list.error && <Failure error={list.error} onRetry={list.refetch} />}
      {list.isPending && <Skeleton h={240} />}
      {list.data && participants.length === 0 && (
        <Card>
          <EmptyState {...t.none}>
            {mayChange && (
              <Button component={Link} to={`/console/shop/${store}/campaigns/${offer}/edit`} hash="audience">
                {t.addCreators}
              </Button>
            )}
          </EmptyState>
        </Card>
      )}
      {participants.length > 0 && (
        <Columns
          participants={participants}
          profiles={profiles}
          chosen={chosen}
          moving={moving.isPending ? moving.variables.participants : []}
          onChoose={choose}
          onOpen={(id) => onSearch({ ...search, participant: id })}
          onMove={move}
        />
      )}
      {list.data && list.data.meta.last_page > 1 && (
        <Pagination
          getControlProps={controls}
          mt="md"
          total={list.data.meta.last_page}
          value={page}
          onChange={(next) => onSearch({ ...search, page: next })}
        />
      )}
      {dialog}
    </section>
  );
}

function SelectionBar({
  store,
  participants,
  isPending,
  onMove,
  onClear,
}: {
  store: number;
  participants: readonly Participant[];
  isPending: boolean;
  onMove: (participants: readonly Participant[], to: Status) => void;
  onClear: () => void;
}) {
  const { board: t } = useCampaignTexts();
  const { number } = useFormats();
  const moves = commonMoves(participants);
  if (participants.length === 0) return null;
  return (
    <Card p="sm" mb="sm" role="status">
      <Group gap="sm">
        <Strong>{t.chosen(number(participants.length))}</Strong>
        {moves.length === 0 && <Text size="sm">{t.nothingInCommon}</Text>}
        {moves.map((status) => (
          <Button
            key={status}
            size="xs"
            variant="light"
            loading={isPending}
            onClick={() => onMove(participants, status)}
          >
            {t.moveTo[status]}
          </Button>
        ))}
        <Button
          size="xs"
          variant="default"
          renderRoot={(props) => (
            <Link
              to="/console/shop/$store/messages"
              params={{ store: String(store) }}
              search={{ to: participants.map(({ id }) => id) }}
              {...props}
            />
          )}
        >
          {t.write}
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
          {t.clear}
        </Button>
      </Group>
    </Card>
  );
}
