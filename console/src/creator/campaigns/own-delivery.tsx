import { Stack } from '@mantine/core';
import { DELIVERY_KEPT_DAYS } from '../../../../src/platform/limits.ts';
import type { Field } from '../../admin/components/fields.ts';
import { RecordForm } from '../../admin/components/record-form.tsx';
import { client } from '../../api.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { DeliveryFacts } from '../../components/delivery/delivery-facts.tsx';
import { useDeliveryTexts } from '../../components/delivery/texts.ts';
import { type Delivery, useDelivery } from '../../components/delivery/use-delivery.ts';
import { type Given, useGiven } from '../../components/delivery/use-given.ts';
import { Note } from '../../components/note.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useFormats } from '../../language/formats.ts';
import { type Gift, OwnGift } from './own-gift.tsx';

interface OwnDeliveryProps {
  offer: number;
  participant: number;
  /** The name of the store, which alone sees the details. */
  store: string;
}

interface OwnProductsProps {
  offer: number;
  /** What those who join now are given. */
  gift: Gift | null;
  /** Null: the creator has not joined. */
  participant: number | null;
  store: string;
}

/** What a creator is given in a campaign, and where the creator receives it. */
export default function OwnProducts({ offer, gift, participant, store }: OwnProductsProps) {
  return (
    <>
      <OwnGift offer={offer} gift={gift} participant={participant} />
      {participant !== null && <OwnDelivery offer={offer} participant={participant} store={store} />}
    </>
  );
}

/** Where a creator receives the products of a campaign; nothing if the store sends none. */
function OwnDelivery({ offer, participant, store }: OwnDeliveryProps) {
  const t = useDeliveryTexts();
  const { data } = useDelivery(offer, participant);
  const { data: own } = useGiven(offer, participant);
  if (data === undefined || own === undefined || (!data.is_wanted && data.delivery === null)) return null;
  const { is_wanted: isWanted, delivery } = data;
  return (
    <SectionCard id="delivery" title={t.title} hint={t.own(store, DELIVERY_KEPT_DAYS)}>
      <Stack gap="md">
        {isWanted && own.given?.is_open !== false ? (
          <DeliveryForm offer={offer} participant={participant} delivery={delivery} given={own.given} />
        ) : (
          delivery && <DeliveryFacts delivery={delivery} />
        )}
        {delivery !== null && (
          <ConfirmButton
            title={t.remove}
            text={t.removeText}
            action={t.remove}
            keep={t.keep}
            isHarmful
            button={{ variant: 'subtle', color: 'red', size: 'compact-sm', style: { alignSelf: 'flex-start' } }}
            act={() =>
              client.DELETE('/v2/offers/{offer}/participants/{participant}/delivery', {
                params: { path: { offer, participant } },
              })
            }
            done={t.removed}
          />
        )}
      </Stack>
    </SectionCard>
  );
}

const NAMES = ['recipient', 'street', 'postal_code', 'city', 'country', 'phone', 'size', 'colour', 'note'] as const;
type Body = Record<(typeof NAMES)[number], string>;

/** The fields of the details; empty texts without any. */
const bodyOf = (delivery: Delivery | null): Body =>
  Object.fromEntries(NAMES.map((name) => [name, delivery?.[name] ?? ''])) as Body;

function DeliveryForm({
  offer,
  participant,
  delivery,
  given,
}: Omit<OwnDeliveryProps, 'store'> & { delivery: Delivery | null; given: Given | null }) {
  const t = useDeliveryTexts();
  const { day } = useFormats();
  const saved = bodyOf(delivery);
  const choice = given?.gift?.kind === 'choice' ? given.gift : null;
  const places = Array.from({ length: choice?.choices ?? 0 }, (_, place) => place);
  const chosen = Object.fromEntries(
    places.flatMap((place) => [
      [`product_${place}`, String(given?.products[place]?.id ?? '')],
      [`options_${place}`, given?.products[place]?.options ?? ''],
    ]),
  );
  const choiceFields = places.flatMap((place): Field[] => [
    {
      name: `product_${place}`,
      label: t.product(place + 1),
      kind: 'choice',
      required: true,
      options: (choice?.products ?? []).map(({ id, title }) => ({ value: String(id), label: title })),
    },
    { name: `options_${place}`, label: t.options(place + 1) },
  ]);
  const fields: Field[] = [
    ...choiceFields,
    { name: 'recipient', label: t.recipient, required: true },
    { name: 'street', label: t.street, required: true },
    { name: 'postal_code', label: t.postalCode, required: true },
    { name: 'city', label: t.city, required: true },
    { name: 'country', label: t.country, kind: 'country', required: true },
    { name: 'phone', label: t.phone },
    { name: 'size', label: t.size },
    { name: 'colour', label: t.colour },
    { name: 'note', label: t.note },
  ];
  const send = (changes: Record<string, unknown>) => {
    const texts = Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, String(value ?? '')]));
    const all: Record<string, string> = { ...saved, ...chosen, ...texts };
    const address = Object.fromEntries(NAMES.map((name) => [name, all[name] ?? ''])) as Body;
    const choices = places.map((place) => ({
      product_id: Number(all[`product_${place}`]),
      options: all[`options_${place}`] ?? '',
    }));
    return client.PUT('/v2/offers/{offer}/participants/{participant}/delivery', {
      params: { path: { offer, participant } },
      body: choices.length === 0 ? address : { ...address, choices },
    });
  };
  return (
    <>
      <RecordForm
        // What was deleted is no longer in the form.
        key={delivery === null ? 'new' : 'saved'}
        fields={fields}
        values={{ ...saved, ...chosen }}
        name={`delivery:${participant}`}
        send={send}
        done={t.saved}
        submit={t.save}
      />
      {delivery?.kept_until != null && <Note size="xs">{t.until(day(delivery.kept_until))}</Note>}
    </>
  );
}
