import { Checkbox, Stack } from '@mantine/core';
import { client } from '../api.ts';
import { DayField } from '../components/day-field.tsx';
import { today } from '../components/day-range.ts';
import { DecimalInput } from '../components/decimal-input.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
import { LimitedArea } from '../components/limited-area.tsx';
import { LimitedInput } from '../components/limited-input.tsx';
import { useCommonTexts } from '../components/texts.ts';
import { useForm } from '../components/use-form.ts';
import { digitsOf } from '../language/formats.ts';
import { RIGHT_CHANNELS, type StorePublication } from './publication.ts';
import { usePublicationTexts } from './texts.ts';

/** Offers usage rights of a publication to its creator. */
export function OfferRights({ of, onClose }: { of: StorePublication | null; onClose: () => void }) {
  const t = usePublicationTexts().rights;
  return (
    <Dialog opened={of !== null} onClose={onClose} title={t.offerTitle(of?.deliverable.title ?? '')}>
      {of !== null && <OfferForm of={of} onClose={onClose} />}
    </Dialog>
  );
}

function OfferForm({ of, onClose }: { of: StorePublication; onClose: () => void }) {
  const all = usePublicationTexts();
  const t = all.rights;
  const { faults } = useCommonTexts();
  const { currency } = of.cost.total;
  const digits = digitsOf(currency);
  const form = useForm(
    {
      channels: [] as string[],
      territory: '',
      starts_on: today(),
      ends_on: '',
      price: '0',
      allows_whitelisting: false,
      exclusivity: '',
    },
    {
      name: `offer-rights:${of.deliverable.id}`,
      check: ({ channels }) => (channels.length === 0 ? { channels: faults.required } : {}),
      send: ({ channels, price, ends_on: ends, ...typed }) =>
        client.POST('/v2/deliverables/{deliverable}/usage-rights', {
          params: { path: { deliverable: of.deliverable.id } },
          body: {
            ...typed,
            channels: RIGHT_CHANNELS.filter((channel) => channels.includes(channel)),
            ends_on: ends === '' ? null : ends,
            price: { minor: Math.round(Number(price) * 10 ** digits), currency },
          },
        }),
      done: t.offered,
      onDone: onClose,
    },
  );
  return (
    <Form of={form} action={t.send} onCancel={onClose}>
      <Checkbox.Group label={t.channelsLabel} withAsterisk {...form.value('channels')}>
        <Stack gap="xs" mt="xs">
          {RIGHT_CHANNELS.map((channel) => (
            <Checkbox key={channel} value={channel} label={all.channels[channel]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <LimitedInput label={t.territory} required max={200} {...form.text('territory')} />
      <DayField label={t.from} required {...form.value('starts_on')} />
      <DayField label={t.until} min={today()} {...form.value('ends_on')} />
      <DecimalInput label={t.price(currency)} required digits={digits} {...form.value('price')} />
      <Checkbox label={t.whitelisting} {...form.flag('allows_whitelisting')} />
      <LimitedArea label={t.exclusivity} autosize minRows={2} max={1000} {...form.text('exclusivity')} />
    </Form>
  );
}
