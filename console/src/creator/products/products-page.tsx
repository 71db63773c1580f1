import { Button, Center, Checkbox, Group, NativeSelect, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Failure } from '../../components/failure.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { Alerts } from './alerts.tsx';
import { ProductCard } from './product-card.tsx';
import { ORDERS, type Order, type ProductSearch } from './search.ts';
import { useProductsTexts } from './texts.ts';

const FROM = '/console/creator/products';
const SIZE = 24;

/** Search for products of the stores that a creator can link to. */
export function ProductsPage() {
  const t = useProductsTexts();
  const search = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  const { q, shop, sale, order } = search;
  const list = api.useInfiniteQuery(
    'get',
    '/v2/products',
    {
      params: {
        query: {
          size: SIZE,
          order: order ?? 'newest',
          ...(q && { q }),
          ...(shop && { store: shop }),
          ...(sale && { on_sale: true }),
        },
      },
    },
    {
      pageParamName: 'after',
      // Null is left out of the query; undefined would be sent as 0.
      initialPageParam: null,
      getNextPageParam: ({ next }: { next: string | null }) => next ?? undefined,
    },
  );
  const products = list.data?.pages.flatMap(({ data }) => data);
  const isFiltered = q !== undefined || shop !== undefined || sale !== undefined;
  const change = (next: ProductSearch) => navigate({ search: next, replace: true });
  const selectedStoreName = shop === undefined ? undefined : (products?.[0]?.advertiser.name ?? String(shop));
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <Stack gap="lg">
        <Alerts />
        <Group gap="sm" align="flex-end">
          <SearchBox
            label={t.search}
            value={q}
            maxLength={200}
            onChange={(text) => change({ ...without(search, 'q'), ...(text === '' ? {} : { q: text }) })}
          />
          <NativeSelect
            label={t.order}
            // Prices are compared in the currency of the selected store, so they need a store.
            data={ORDERS.filter((each) => shop !== undefined || !each.startsWith('price')).map((value) => ({
              value,
              label: t.orders[value],
            }))}
            value={order ?? 'newest'}
            onChange={({ currentTarget: { value } }) =>
              change({
                ...without(search, 'order'),
                ...(value === 'newest' ? {} : { order: value as Exclude<Order, 'newest'> }),
              })
            }
          />
          <Checkbox
            label={t.sale}
            checked={sale === true}
            mb={8}
            onChange={({ currentTarget: { checked } }) =>
              change({ ...without(search, 'sale'), ...(checked ? { sale: true as const } : {}) })
            }
          />
          {selectedStoreName !== undefined && (
            <Button
              variant="light"
              rightSection={<IconX size={14} aria-hidden />}
              aria-label={t.clear(selectedStoreName)}
              onClick={() => change(withoutStore(search))}
            >
              {t.only(selectedStoreName)}
            </Button>
          )}
        </Group>
        {list.error && <Failure error={list.error} onRetry={list.refetch} />}
        {products === undefined && !list.error && <Skeleton h={320} />}
        {products?.length === 0 &&
          (isFiltered ? <EmptyState title={t.empty} hint={t.emptyHint} /> : <EmptyState {...t.nothingYet} />)}
        {products !== undefined && products.length > 0 && (
          <SimpleGrid
            component="ul"
            aria-label={t.results}
            cols={{ base: 1, xs: 2, md: 3, xl: 4 }}
            m={0}
            p={0}
            style={{ listStyle: 'none' }}
          >
            {products.map((product) => (
              <ProductCard key={product.id} product={product} onShop={(id) => change({ ...search, shop: id })} />
            ))}
          </SimpleGrid>
        )}
        {list.hasNextPage && (
          <Center>
            <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {t.more}
            </Button>
          </Center>
        )}
      </Stack>
    </>
  );
}

function without(search: ProductSearch, key: keyof ProductSearch): ProductSearch {
  const { [key]: _, ...rest } = search;
  return rest;
}

function withoutStore(search: ProductSearch): ProductSearch {
  const rest = without(search, 'shop');
  return rest.order?.startsWith('price') ? without(rest, 'order') : rest;
}
