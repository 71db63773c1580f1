<?php

declare(strict_types=1);

namespace Tributary\WooCommerce;

use WC_Order;
use WC_Product;

defined('ABSPATH') || exit;

/**
 * Orders the gifts of campaigns in this shop. A job reads those that the store has requested at Tributary and creates an order for each, which costs
 * nothing and is never reported as a sale. When the order is completed, Tributary learns what was sent.
 */
final class Gifts
{
    private const READ = 'tributary_read_gifts';
    private const SEND = 'tributary_send_gift';
    private const CREATED_VIA = 'tributary-gift';
    /** The order's meta: the id of the gift at Tributary. */
    private const GIFT = '_tributary_gift';
    /** The order's meta, until Tributary knows it: what is to be reported, `created` or `sent`. */
    private const UNSENT = '_tributary_gift_unsent';
    private const EVERY_SECONDS = 900;
    private const AT_ONCE = 50;

    public static function register(): void
    {
        add_action(self::READ, [self::class, 'read']);
        add_action(self::SEND, [self::class, 'send']);
        add_action('woocommerce_order_status_completed', [self::class, 'note_sent']);
        add_action('admin_init', static function (): void {
            $is_planned = as_has_scheduled_action(self::READ, [], Reporter::GROUP);
            if (self::is_on() && !$is_planned) {
                as_schedule_recurring_action(time(), self::EVERY_SECONDS, self::READ, [], Reporter::GROUP);
            } elseif (!self::is_on() && $is_planned) {
                as_unschedule_all_actions(self::READ, [], Reporter::GROUP);
            }
        });
    }

    /** Whether an order is a gift. It is never reported as a sale. */
    public static function is_gift(WC_Order $order): bool
    {
        return $order->get_created_via() === self::CREATED_VIA || $order->get_meta(self::GIFT) !== '';
    }

    /** Creates the orders that the store has requested, and repeats reports that have failed. */
    public static function read(): void
    {
        if (!self::is_on()) {
            return;
        }
        foreach (wc_get_orders(['meta_key' => self::UNSENT, 'limit' => self::AT_ONCE, 'type' => 'shop_order']) as $order) {
            self::send($order->get_id());
        }
        try {
            $page = Api::send('GET', '/gift-orders?status=requested&size=' . self::AT_ONCE, null);
        } catch (RequestFailed $failure) {
            self::warn('Gifts could not be read from Tributary', $failure);
            return;
        }
        foreach ($page['data'] ?? [] as $gift) {
            self::order($gift);
        }
    }

    /** Notes that a gift was sent. A job reports it, so that the administration does not wait for Tributary. */
    public static function note_sent(int $order_id): void
    {
        $order = wc_get_order($order_id);
        if ($order instanceof WC_Order && self::is_gift($order)) {
            self::note($order, 'sent');
        }
    }

    /** Reports what has happened to a gift. A failure is repeated by the next reading. */
    public static function send(int $order_id): void
    {
        $order = wc_get_order($order_id);
        $status = $order instanceof WC_Order ? (string) $order->get_meta(self::UNSENT) : '';
        if ($status === '' || !Settings::can_report()) {
            return;
        }
        $body = ['status' => $status, 'shop_order' => $order->get_order_number()];
        if ($status === 'sent') {
            $body += self::parcel_of($order);
        }
        try {
            Api::send('POST', '/gift-orders/' . $order->get_meta(self::GIFT), $body);
        } catch (RequestFailed $failure) {
            self::warn(sprintf('Gift order %s could not be reported to Tributary', $order->get_order_number()), $failure);
            if (!$failure->is_final) {
                return;
            }
            /* translators: %s: the reply of Tributary */
            $order->add_order_note(sprintf(__('This gift could not be reported to Tributary: %s', 'tributary-for-woocommerce'), esc_html($failure->getMessage())));
        }
        $order->delete_meta_data(self::UNSENT);
        $order->save_meta_data();
    }

    /** @param array<string, mixed> $gift as Tributary lists it */
    private static function order(array $gift): void
    {
        $id = (string) $gift['id'];
        // An order that was created before the process ended early.
        $known = wc_get_orders(['meta_key' => self::GIFT, 'meta_value' => $id, 'limit' => 1, 'type' => 'shop_order']);
        if ($known !== []) {
            self::note($known[0], 'created');
            return;
        }
        $products = array_map(self::product_of(...), $gift['products']);
        $missing = array_search(null, $products, true);
        if ($gift['address'] === null || $products === [] || $missing !== false) {
            $title = $missing === false ? '' : (string) $gift['products'][$missing]['title'];
            self::refuse($id, $missing === false
                ? __('There is no address, or no product.', 'tributary-for-woocommerce')
                /* translators: %s: a product */
                : sprintf(__('The shop has no product “%s”.', 'tributary-for-woocommerce'), $title));
            return;
        }
        $order = wc_create_order(['created_via' => self::CREATED_VIA]);
        if (is_wp_error($order)) {
            wc_get_logger()->warning($order->get_error_message(), ['source' => 'tributary']);
            return;
        }
        // First, so that the order is known as a gift whatever happens next.
        $order->update_meta_data(self::GIFT, $id);
        $order->save();
        foreach ($products as $index => $product) {
            $item = $order->get_item($order->add_product($product, 1, ['subtotal' => 0, 'total' => 0]));
            if ($item !== false && $gift['products'][$index]['options'] !== '') {
                $item->add_meta_data(__('Size and colour', 'tributary-for-woocommerce'), $gift['products'][$index]['options']);
                $item->save();
            }
        }
        $address = self::address_of($gift['address']);
        $order->set_address($address, 'billing');
        $order->set_address($address, 'shipping');
        $order->set_customer_note(implode(', ', array_filter([$gift['address']['size'], $gift['address']['colour'], $gift['address']['note']])));
        $order->calculate_totals(false);
        $order->set_total('0');
        $order->set_status('processing', __('A gift of a campaign, requested at Tributary.', 'tributary-for-woocommerce'));
        $order->save();
        self::note($order, 'created');
    }

    /** @param array<string, mixed> $product as Tributary lists it: its id in the feed is the SKU or the id of the product here */
    private static function product_of(array $product): ?WC_Product
    {
        $id = (string) ($product['product_id'] ?? '');
        if ($id === '') {
            return null;
        }
        $found = wc_get_product(wc_get_product_id_by_sku($id) ?: (ctype_digit($id) ? (int) $id : 0));
        return $found instanceof WC_Product ? $found : null;
    }

    /**
     * @param array<string, string> $address
     * @return array<string, string>
     */
    private static function address_of(array $address): array
    {
        return [
            'last_name' => $address['recipient'],
            'address_1' => $address['street'],
            'postcode' => $address['postal_code'],
            'city' => $address['city'],
            'country' => $address['country'],
            'phone' => $address['phone'],
        ];
    }

    /**
     * The parcel of a completed order: of the extension Shipment Tracking, if it is there. Otherwise the parcel is named by the order.
     *
     * @return array{carrier: string, number: string, tracking_url?: string}
     */
    private static function parcel_of(WC_Order $order): array
    {
        $tracked = $order->get_meta('_wc_shipment_tracking_items');
        $item = is_array($tracked) ? end($tracked) : false;
        $parcel = [
            'carrier' => (string) ($item['custom_tracking_provider'] ?? '') ?: (string) ($item['tracking_provider'] ?? ''),
            'number' => (string) ($item['tracking_number'] ?? ''),
            'tracking_url' => (string) ($item['custom_tracking_link'] ?? ''),
        ];
        $parcel = (array) apply_filters('tributary_gift_parcel', $parcel, $order);
        $url = (string) ($parcel['tracking_url'] ?? '');
        $text = static fn (string $name, string $otherwise): string => mb_substr(trim((string) ($parcel[$name] ?? '')) ?: $otherwise, 0, 60);
        return [
            'carrier' => $text('carrier', get_bloginfo('name') ?: 'WooCommerce'),
            'number' => $text('number', (string) $order->get_order_number()),
            ...(str_starts_with($url, 'https://') ? ['tracking_url' => $url] : []),
        ];
    }

    private static function note(WC_Order $order, string $status): void
    {
        $order->update_meta_data(self::UNSENT, $status);
        $order->save_meta_data();
        as_unschedule_all_actions(self::SEND, [$order->get_id()], Reporter::GROUP);
        as_schedule_single_action(time(), self::SEND, [$order->get_id()], Reporter::GROUP);
    }

    private static function refuse(string $id, string $failure): void
    {
        try {
            Api::send('POST', "/gift-orders/$id", ['status' => 'failed', 'failure' => mb_substr($failure, 0, 300)]);
        } catch (RequestFailed $failed) {
            self::warn("Gift $id could not be refused at Tributary", $failed);
        }
    }

    private static function is_on(): bool
    {
        return Settings::can_report() && Settings::all()['order_gifts'];
    }

    private static function warn(string $text, RequestFailed $failure): void
    {
        wc_get_logger()->warning("$text: {$failure->getMessage()}", ['source' => 'tributary']);
    }
}
