import { SimpleGrid } from '@mantine/core';
import { countryName } from '../../language/codes.ts';
import { useFormats } from '../../language/formats.ts';
import { useReader } from '../../language/language.tsx';
import { Fact } from '../fact.tsx';
import { Note } from '../note.tsx';
import { useDeliveryTexts } from './texts.ts';
import type { Delivery } from './use-delivery.ts';

/** The saved delivery details, and the day on which they are deleted. */
export function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const t = useDeliveryTexts();
  const { language } = useReader();
  const { day } = useFormats();
  const { kept_until: until } = delivery;
  const rows = [
    [t.recipient, delivery.recipient],
    [t.street, delivery.street],
    [t.city, `${delivery.postal_code} ${delivery.city}`],
    [t.country, countryName(delivery.country, language)],
    [t.phone, delivery.phone],
    [t.size, delivery.size],
    [t.colour, delivery.colour],
    [t.note, delivery.note],
  ] as const;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} component="dl" m={0}>
        {rows
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ))}
      </SimpleGrid>
      {until !== null && (
        <Note size="xs" mt="xs">
          {t.until(day(until))}
        </Note>
      )}
    </>
  );
}
