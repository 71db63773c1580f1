<?php

declare(strict_types=1);

namespace Tributary\WooCommerce;

use WC_Order;

defined('ABSPATH') || exit;

/**
 * Reports orders in two steps. What is to be reported is written to the order when it is paid. A job of Action Scheduler sends it, so that neither
 * the checkout nor a payment provider waits for Tributary.
 */
final class Reporter
{
    public const GROUP = 'tributary';

    private const SEND = 'tributary_send_order';
    private const SEND_MISSED = 'tributary_send_missed_orders';
    /** The order's meta, until Tributary knows everything about the order: the number of failed attempts. */
    private const UNSENT = '_tributary_unsent';
    /** Seconds until the next attempt. The attempts end after three days. */
    private const DELAYS = [60, 300, 1_800, 7_200, 21_600, 43_200, 86_400, 86_400];
    private const MISSED_AT_ONCE = 100;
    /** Orders of shoppers, not those of administrators, imports and renewals of subscriptions. */
    private const CHECKOUTS = ['checkout', 'store-api'];

    public static function register(): void
    {
        add_action('woocommerce_payment_complete', [self::class, 'note_paid']);
        add_action('woocommerce_order_status_changed', [self::class, 'note_status'], 10, 4);
        add_action('woocommerce_order_refunded', [self::class, 'note_change']);
        // In the administration and by the REST API.
        add_action('woocommerce_saved_order_items', [self::class, 'note_edit']);
        add_action('woocommerce_rest_insert_shop_order_object', static fn (WC_Order $order) => self::note_edit($order->get_id()));
        add_action(self::SEND, [self::class, 'send']);
        add_action(self::SEND_MISSED, [self::class, 'send_missed']);
        add_action('admin_init', static function (): void {
            if (!as_has_scheduled_action(self::SEND_MISSED, [], self::GROUP)) {
                as_schedule_recurring_action(time() + HOUR_IN_SECONDS, HOUR_IN_SECONDS, self::SEND_MISSED, [], self::GROUP);
            }
        });
    }

    /** @param int|string $order_id */
    public static function note_paid($order_id): void
    {
        $order = wc_get_order($order_id);
        if (!$order instanceof WC_Order || !Settings::can_report() || Report::stored($order) !== null) {
            return;
        }
        // A gift is no sale, whatever a filter says.
        if (Gifts::is_gift($order)) {
            return;
        }
        $is_reported = in_array($order->get_created_via(), self::CHECKOUTS, true);
        if (apply_filters('tributary_reports_order', $is_reported, $order)) {
            Report::of($order, Settings::all()['with_tax'])->store($order);
            self::note($order);
        }
    }

    /** @param int|string $order_id */
    public static function note_status($order_id, string $from, string $to, WC_Order $order): void
    {
        if ($order->is_paid()) {
            self::note_paid($order_id);
        } elseif ($order->has_status(['cancelled', 'failed'])) {
            self::note_change($order_id);
        }
    }

    /** @param int|string $order_id an order that was refunded or cancelled */
    public static function note_change($order_id): void
    {
        $order = wc_get_order($order_id);
        if ($order instanceof WC_Order && Report::stored($order) !== null) {
            self::note($order);
        }
    }

    /** @param int|string $order_id an order whose items were edited */
    public static function note_edit($order_id): void
    {
        $order = wc_get_order($order_id);
        $stored = $order instanceof WC_Order && $order->is_paid() ? Report::stored($order) : null;
        $edited = $stored?->edited($order);
        if ($edited !== $stored) {
            $edited->store($order);
            self::note($order);
        }
    }

    /** Sends the report of an order and its changes. A failure is repeated later. */
    public static function send(int $order_id): void
    {
        $order = wc_get_order($order_id);
        $report = $order instanceof WC_Order ? Report::stored($order) : null;
        if ($report === null || !Settings::can_report()) {
            return;
        }
        try {
            $recorded = Api::send('POST', '/orders', $report->body);
            $change = Changes::of($order, $report, $recorded);
            if ($change !== null) {
                $key = hash('sha256', (string) wp_json_encode([home_url(), $recorded['id'], $change]));
                Api::send('PATCH', "/orders/{$recorded['id']}", $change, $key);
            }
        } catch (RequestFailed $failure) {
            self::repeat($order, $failure);
            return;
        }
        $order->delete_meta_data(self::UNSENT);
        $order->save_meta_data();
    }

    /** Sends what no job has sent, because a process ended early. */
    public static function send_missed(): void
    {
        $orders = wc_get_orders(['meta_key' => self::UNSENT, 'limit' => self::MISSED_AT_ONCE, 'type' => 'shop_order']);
        foreach ($orders as $order) {
            if (!as_has_scheduled_action(self::SEND, [$order->get_id()], self::GROUP)) {
                self::enqueue($order->get_id());
            }
        }
    }

    private static function note(WC_Order $order): void
    {
        $order->update_meta_data(self::UNSENT, '0');
        $order->save_meta_data();
        // A job that waits for its next attempt is replaced.
        self::enqueue($order->get_id());
    }

    private static function enqueue(int $order_id, int $delay_seconds = 0): void
    {
        as_unschedule_all_actions(self::SEND, [$order_id], self::GROUP);
        as_schedule_single_action(time() + $delay_seconds, self::SEND, [$order_id], self::GROUP);
    }

    private static function repeat(WC_Order $order, RequestFailed $failure): void
    {
        $attempts = (int) $order->get_meta(self::UNSENT);
        wc_get_logger()->warning(
            sprintf('Order %s could not be reported to Tributary: %s', $order->get_order_number(), $failure->getMessage()),
            ['source' => 'tributary']
        );
        if ($failure->is_final || !isset(self::DELAYS[$attempts])) {
            $order->delete_meta_data(self::UNSENT);
            $order->save_meta_data();
            /* translators: %s: the reply of Tributary */
            $order->add_order_note(sprintf(__('This order could not be reported to Tributary: %s', 'tributary-for-woocommerce'), esc_html($failure->getMessage())));
            return;
        }
        $order->update_meta_data(self::UNSENT, (string) ($attempts + 1));
        $order->save_meta_data();
        self::enqueue($order->get_id(), self::DELAYS[$attempts]);
    }
}
