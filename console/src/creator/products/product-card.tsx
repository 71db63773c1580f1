import { Anchor, Button, Card, Group, Image, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import type { paths } from '@tributary/client';
import { CopyText } from '../../components/copy-text.tsx';
import { FailureText } from '../../components/failure.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { useFormats } from '../../language/formats.ts';
import { useNewLink } from '../new-link/use-new-link.ts';
import { useProductsTexts } from './texts.ts';

type Product = paths['/v2/products']['get']['responses']['200']['content']['application/json']['data'][number];

/** A product with its picture and price, and a link to it in one click. */
export function ProductCard({ product, onShop }: { product: Product; onShop: (store: number) => void }) {
  const t = useProductsTexts();
  const { title, brand, advertiser, availability } = product;
  return (
    <Card component="li" style={{ overflowWrap: 'anywhere' }}>
      <Stack gap="sm" h="100%" justify="space-between">
        <Stack gap={6}>
          {/* White background in both colour schemes, since pictures of products are made for white. */}
          <Image
            src={product.image_url === null ? null : `/v2/products/${product.id}/picture`}
            alt=""
            h={180}
            bg="white"
            fit="contain"
            radius="sm"
            loading="lazy"
          />
          <Text fw={600} lineClamp={2}>
            {title}
          </Text>
          <Group gap={6}>
            {brand !== '' && (
              <Text size="sm" c="dimmed">
                {brand}
              </Text>
            )}
            <Anchor
              component="button"
              type="button"
              size="sm"
              aria-label={t.card.shop(advertiser.name)}
              onClick={() => onShop(advertiser.id)}
            >
              {advertiser.name}
            </Anchor>
          </Group>
          <Price product={product} />
          {availability !== 'in_stock' && <StateBadge tone="warning">{t.availability[availability]}</StateBadge>}
        </Stack>
        <MakeLink product={product} />
      </Stack>
    </Card>
  );
}

function Price({ product: { price, sale_price: sale } }: { product: Product }) {
  const { card: t } = useProductsTexts();
  const { moneyOf } = useFormats();
  if (sale === null) return <Text>{moneyOf(price.amount, price.currency)}</Text>;
  return (
    <Group gap="xs">
      <Text fw={600}>
        <VisuallyHidden>{t.now} </VisuallyHidden>
        {moneyOf(sale.amount, sale.currency)}
      </Text>
      <Text c="dimmed" td="line-through" component="s">
        <VisuallyHidden>{t.before} </VisuallyHidden>
        {moneyOf(price.amount, price.currency)}
      </Text>
    </Group>
  );
}

function MakeLink({ product: { url, title, advertiser } }: { product: Product }) {
  const { card: t } = useProductsTexts();
  const make = useNewLink();
  const link = make.data?.kind === 'link' ? make.data.link : null;
  if (link !== null)
    return (
      <Group gap="xs" wrap="nowrap">
        <TextInput
          aria-label={t.yours(title)}
          value={link.url}
          readOnly
          flex={1}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <CopyText text={link.url} />
      </Group>
    );
  return (
    <Stack gap={4}>
      <Button
        variant="light"
        aria-label={t.createFor(title)}
        loading={make.isPending}
        onClick={() => make.mutate({ url, advertiserId: advertiser.id })}
      >
        {t.create}
      </Button>
      <FailureText message={make.failure} />
    </Stack>
  );
}
