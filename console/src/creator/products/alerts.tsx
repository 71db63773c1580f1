import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { SectionCard } from '../../components/section-card.tsx';
import { useFormats } from '../../language/formats.ts';
import { useMe } from '../../session/use-me.ts';
import { useProductsTexts } from './texts.ts';

const SHOWN = 5;

/** The latest price drops and dead links of the creator; nothing when there are none. */
export function Alerts() {
  const { alerts: t } = useProductsTexts();
  const { moneyOf } = useFormats();
  const { id: user } = useMe();
  const { data } = api.useQuery('get', '/v2/users/{user}/product-alerts', {
    params: { path: { user }, query: { size: SHOWN } },
  });
  if (data === undefined || data.data.length === 0) return null;
  return (
    <SectionCard id="product-alerts" title={t.title}>
      <Stack gap={6} component="ul" m={0} pl="md">
        {data.data.map(({ kind, affiliate_link: link, product, previous_price: before }) => {
          const now = product.sale_price ?? product.price;
          return (
            <Text key={`${kind} ${product.id}`} component="li" size="sm">
              <Anchor
                size="sm"
                underline="always"
                renderRoot={(props) => (
                  <Link {...props} to="/console/creator/links/$link" params={{ link: String(link.id) }} />
                )}
              >
                {kind === 'price_drop' && before !== null
                  ? t.price_drop(
                      product.title,
                      moneyOf(before.amount, before.currency),
                      moneyOf(now.amount, now.currency),
                    )
                  : t.gone(product.title, product.advertiser.name)}
              </Anchor>
            </Text>
          );
        })}
      </Stack>
    </SectionCard>
  );
}
