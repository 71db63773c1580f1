<?php

declare(strict_types=1);

namespace Tributary\WooCommerce;

use WC_Order;
use WC_Order_Item_Product;

defined('ABSPATH') || exit;

/**
 * A paid order as it is reported. It is stored with the order and replaced when the order is edited, until something is refunded: Tributary takes a later
 * report of the same way as a correction, and subtracts refunds from the value.
 */
final class Report
{
    /** The order's meta. */
    public const META = '_tributary_report';

    private const MAX_LINES = 200;
    /** More decimals than the currency has, for prices of single pieces. */
    private const PRICE_DIGITS = 4;

    /**
     * @param array<string, mixed> $body the report, as `POST /v2/stores/{store}/orders` takes it
     * @param list<int> $items the order's items, in the order of the report's lines
     * @param int $paid_minor what the goods cost the buyer with tax: the measure of refunds that name no item
     */
    private function __construct(
        public readonly array $body,
        public readonly array $items,
        public readonly int $paid_minor,
        public readonly int $digits,
        public readonly bool $with_tax,
    ) {
    }

    /** The report of an order that has just been paid. */
    public static function of(WC_Order $order, bool $with_tax): self
    {
        // Tributary rounds lines to these decimals before it adds them up.
        $digits = Currencies::decimals_of($order->get_currency());
        $items = array_values(array_filter($order->get_items(), static fn ($item) => $item instanceof WC_Order_Item_Product));
        // The categories of all products in one query.
        update_object_term_cache(array_map(static fn (WC_Order_Item_Product $item) => $item->get_product_id(), $items), 'product');
        $value_minor = 0;
        $paid_minor = 0;
        $lines = [];
        $has_negative = false;
        foreach ($items as $item) {
            $total = (float) $item->get_total() + ($with_tax ? (float) $item->get_total_tax() : 0.0);
            // Gift cards and deposits of some extensions.
            $minor = $total < 0 ? -self::to_minor(-$total, $digits) : self::to_minor($total, $digits);
            $has_negative = $has_negative || $minor < 0;
            $value_minor += $minor;
            $paid_minor += self::to_minor((float) $item->get_total() + (float) $item->get_total_tax(), $digits);
            if ($minor >= 0) {
                $lines[] = self::line($item, $minor, $digits, $with_tax);
            }
        }
        $click = $order->get_meta(Click::META);
        $coupons = $order->get_coupon_codes();
        $body = [
            'order_id' => (string) $order->get_order_number(),
            'order_value' => self::to_decimal(max($value_minor, 0), $digits),
            'currency' => $order->get_currency(),
            'order_at' => gmdate('Y-m-d\TH:i:s\Z', ($order->get_date_created() ?? new \WC_DateTime())->getTimestamp()),
            ...(is_string($click) && $click !== '' ? ['tclid' => $click] : []),
            // WooCommerce stores `&` in codes as an entity.
            ...($coupons !== [] ? ['voucher_codes' => array_map(static fn ($code): string => html_entity_decode((string) $code), array_values($coupons))] : []),
            ...self::customer($order),
            // Guests have none.
            ...($order->get_customer_id() > 0 ? ['customer_reference' => (string) $order->get_customer_id()] : []),
            // Lines must add up to the value.
            ...($lines !== [] && !$has_negative && count($lines) <= self::MAX_LINES ? ['lines' => $lines] : []),
        ];
        $ids = isset($body['lines']) ? array_map(static fn (WC_Order_Item_Product $item) => $item->get_id(), $items) : [];
        return new self($body, $ids, $paid_minor, $digits, $with_tax);
    }

    /** The report of an order that was edited after its payment; this one if nothing has changed, or if something was refunded. */
    public function edited(WC_Order $order): self
    {
        if ($order->get_refunds() !== []) {
            return $this;
        }
        $now = self::of($order, $this->with_tax);
        // Whether the buyer was new is a fact of the time of the order, and Tributary keeps the first customer that it knows.
        $body = [...$now->body, ...array_intersect_key($this->body, ['customer' => true, 'customer_reference' => true])];
        return $body == $this->body ? $this : new self($body, $now->items, $now->paid_minor, $now->digits, $now->with_tax);
    }

    /** The report that is stored with an order; null: the order has not been paid, or was placed before the installation. */
    public static function stored(WC_Order $order): ?self
    {
        $stored = json_decode((string) $order->get_meta(self::META), true);
        // Extensions copy the meta of an order to others, such as renewals.
        if (!is_array($stored) || ($stored['id'] ?? 0) !== $order->get_id()) {
            return null;
        }
        return new self($stored['body'], $stored['items'], $stored['paid_minor'], $stored['digits'], $stored['with_tax']);
    }

    /** Writes the report to the order, which the caller saves. */
    public function store(WC_Order $order): void
    {
        $order->update_meta_data(self::META, (string) wp_json_encode(['id' => $order->get_id(), ...get_object_vars($this)]));
    }

    /** @return array{customer?: 'new'|'returning'} whether the buyer has a paid order that is older; nothing if the buyer is unknown */
    private static function customer(WC_Order $order): array
    {
        $email = $order->get_billing_email();
        $placed = $order->get_date_created();
        if ($email === '' || $placed === null) {
            return [];
        }
        $earlier = wc_get_orders([
            'billing_email' => $email,
            'status' => wc_get_is_paid_statuses(),
            'date_created' => '<' . $placed->getTimestamp(),
            'exclude' => [$order->get_id()],
            'type' => 'shop_order',
            'limit' => 1,
            'return' => 'ids',
        ]);
        return ['customer' => $earlier === [] ? 'new' : 'returning'];
    }

    /** Minor units of an amount, rounded half up. */
    public static function to_minor(float $amount, int $digits): int
    {
        return (int) round(max($amount, 0.0) * 10 ** $digits);
    }

    public static function to_decimal(int $minor, int $digits): string
    {
        $figures = str_pad((string) $minor, $digits + 1, '0', STR_PAD_LEFT);
        return $digits === 0 ? $figures : substr($figures, 0, -$digits) . '.' . substr($figures, -$digits);
    }

    /** The value of a line is price × quantity less discount. The price is rounded up, and the discount contains the difference. */
    private static function line(WC_Order_Item_Product $item, int $value_minor, int $digits, bool $with_tax): array
    {
        $product = $item->get_product();
        $product_id = $item->get_variation_id() ?: $item->get_product_id();
        $sku = $product ? (string) $product->get_sku() : '';
        $categories = get_the_terms($item->get_product_id(), 'product_cat');
        $category = is_array($categories) ? (string) reset($categories)->name : '';
        $quantity = (float) $item->get_quantity();
        // Some extensions sell fractions; Tributary takes whole pieces.
        $pieces = $quantity >= 1 && floor($quantity) === $quantity ? (int) $quantity : 1;
        $subtotal = (float) $item->get_subtotal() + ($with_tax ? (float) $item->get_subtotal_tax() : 0.0);
        $full_minor = max(self::to_minor($subtotal, $digits), $value_minor);
        $unit = 10 ** self::PRICE_DIGITS;
        $price = intdiv($full_minor * $unit + $pieces - 1, $pieces);
        $amount = static fn (int $units): string => self::to_decimal($units, $digits + self::PRICE_DIGITS);
        return [
            'sku' => mb_substr($sku !== '' ? $sku : (string) $product_id, 0, 128),
            ...($category !== '' ? ['category' => mb_substr(html_entity_decode($category), 0, 255)] : []),
            'quantity' => $pieces,
            'price' => $amount($price),
            'discount' => $amount($price * $pieces - $value_minor * $unit),
        ];
    }
}
