import { Anchor, Button, List, Stack, Text, Textarea } from '@mantine/core';
import type { paths } from '@tributary/client';
import { useState } from 'react';
import { client } from '../../api.ts';
import { type Given, useGiven } from '../../components/delivery/use-given.ts';
import { ExportMenu } from '../../components/export-menu.tsx';
import { Form } from '../../components/form.tsx';
import { Note } from '../../components/note.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useForm } from '../../components/use-form.ts';
import { useFormats } from '../../language/formats.ts';
import { useMe } from '../../session/use-me.ts';
import { useOwnGiftTexts } from './gift/texts.ts';

export type Gift = NonNullable<
  paths['/v2/users/{user}/campaign-board/{offer}']['get']['responses']['200']['content']['application/json']['gift']
>;

interface OwnGiftProps {
  offer: number;
  /** What those who join now are given. */
  gift: Gift | null;
  /** Null: the creator has not joined. */
  participant: number | null;
}

/** What a creator is given in a campaign: before joining what the store offers, then what the creator receives. */
export function OwnGift({ offer, gift, participant }: OwnGiftProps) {
  if (participant !== null) return <Joined offer={offer} participant={participant} />;
  return gift === null ? null : <Offered gift={gift} />;
}

function Offered({ gift }: { gift: Gift }) {
  const t = useOwnGiftTexts();
  return (
    <SectionCard id="gift" title={t.gift}>
      <GiftText gift={gift} />
    </SectionCard>
  );
}

function GiftText({ gift }: { gift: Gift }) {
  const t = useOwnGiftTexts();
  const { money } = useFormats();
  const value = money(gift.value.minor, gift.value.currency);
  if (gift.kind === 'credit') return <Text size="sm">{t.credit(value)}</Text>;
  return (
    <>
      <Text size="sm">
        {gift.kind === 'choice' ? `${t.chooses(gift.choices)} (${t.upTo(value)})` : `${t.yours} (${t.worth(value)})`}
      </Text>
      <List size="sm">
        {gift.products.map(({ id, title, url }) => (
          <List.Item key={id}>{url === null ? title : <Away url={url} text={title} />}</List.Item>
        ))}
      </List>
    </>
  );
}

const Away = ({ url, text }: { url: string; text: string }) => (
  <Anchor size="sm" href={url} target="_blank" rel="noreferrer">
    {text}
  </Anchor>
);

function Joined({ offer, participant }: { offer: number; participant: number }) {
  const t = useOwnGiftTexts();
  const me = useMe();
  const { data } = useGiven(offer, participant);
  const given = data?.given;
  if (given == null || (given.gift === null && given.parcel === null)) return null;
  return (
    <SectionCard id="gift" title={t.gift}>
      <Stack gap="sm" align="flex-start">
        {given.gift !== null && given.products.length === 0 && <GiftText gift={given.gift} />}
        {given.products.length > 0 && (
          <List size="sm">
            {given.products.map(({ id, title, options }) => (
              <List.Item key={id}>{options === '' ? title : `${title} (${options})`}</List.Item>
            ))}
          </List>
        )}
        {given.credit_code !== null && (
          <Text size="sm">
            {t.yourCode}: <b>{given.credit_code}</b>
          </Text>
        )}
        {given.parcel !== null && <ParcelText parcel={given.parcel} />}
        {given.parcel !== null && given.parcel.received_at === null && given.parcel.not_received === null && (
          <NotArrived offer={offer} participant={participant} />
        )}
        {given.parcel?.received_at != null && (
          <>
            <Note size="xs">{t.all}</Note>
            <ExportMenu formats={['csv', 'xlsx']} urlOf={(format) => `/v2/users/${me.id}/gifts?format=${format}`} />
          </>
        )}
      </Stack>
    </SectionCard>
  );
}

function ParcelText({ parcel }: { parcel: NonNullable<Given['parcel']> }) {
  const t = useOwnGiftTexts();
  const { day } = useFormats();
  const dayOf = (at: string) => day(at.slice(0, 10));
  const name = `${parcel.carrier} ${parcel.number}`.trim();
  return (
    <div>
      {name !== '' && (
        <Text size="sm">
          {t.parcel}: {parcel.tracking_url === null ? name : <Away url={parcel.tracking_url} text={name} />}
        </Text>
      )}
      <Text size="sm">{t.sent(dayOf(parcel.sent_at))}</Text>
      {parcel.received_at !== null && <Text size="sm">{t.received(dayOf(parcel.received_at))}</Text>}
      {parcel.received_by_itself_at !== null && <Note size="xs">{t.itself(dayOf(parcel.received_by_itself_at))}</Note>}
      {parcel.not_received !== null && <Note size="xs">{t.missing(dayOf(parcel.not_received.at))}</Note>}
    </div>
  );
}

function NotArrived({ offer, participant }: { offer: number; participant: number }) {
  const t = useOwnGiftTexts();
  const [isOpen, setIsOpen] = useState(false);
  const form = useForm(
    { text: '' },
    {
      send: ({ text }) =>
        client.POST('/v2/offers/{offer}/participants/{participant}/not-received', {
          params: { path: { offer, participant } },
          body: { text: text.trim() },
        }),
      done: t.told,
    },
  );
  if (!isOpen)
    return (
      <Button size="xs" variant="default" onClick={() => setIsOpen(true)}>
        {t.notArrived}
      </Button>
    );
  return (
    <Form of={form} action={t.tellStore} onCancel={() => setIsOpen(false)} label={t.notArrived}>
      <Textarea label={t.notArrivedText} required maxLength={500} autosize {...form.text('text')} />
    </Form>
  );
}
