<?php

declare(strict_types=1);

namespace Tributary\WooCommerce;

use WC_Order;

defined('ABSPATH') || exit;

/** The changes of a reported order. */
final class Changes
{
    private const CANCELLED = ['cancelled', 'failed'];

    /**
     * The change that brings Tributary's record of an order up to date, as `PATCH /v2/stores/{store}/orders/{order}` takes it. Refunds only grow.
     *
     * @param array<string, mixed> $recorded the order at Tributary
     * @return array<string, mixed>|null null: nothing is to be changed
     */
    public static function of(WC_Order $order, Report $report, array $recorded): ?array
    {
        $is_cancelled = $order->has_status(self::CANCELLED);
        if ($recorded['status'] === 'denied') {
            // A payment that failed is often followed by one that succeeds.
            return !$is_cancelled && self::is_own_denial($recorded) ? ['status' => 'pending'] : null;
        }
        if ($is_cancelled && $recorded['status'] === 'pending') {
            return ['status' => 'denied', 'denial_reason' => $order->has_status('failed') ? 'not_paid' : 'cancelled'];
        }
        $currency = $recorded['value']['currency'];
        $money = static fn (int $minor): array => ['amount' => Report::to_decimal($minor, $report->digits), 'currency' => $currency];
        $minor = static fn (array $amount): int => Report::to_minor((float) $amount['amount'], $report->digits);
        $value = $minor($recorded['value']);
        [$items, $rest] = self::refunds($order, $report);
        $lines = [];
        $of_lines = 0;
        foreach ($recorded['lines'] ?? [] as $index => $line) {
            $refunded = min($items[$report->items[$index] ?? 0] ?? 0, $minor($line['value']));
            $of_lines += $refunded;
            if ($refunded !== $minor($line['refunded'])) {
                $lines[] = ['line' => $index + 1, 'amount' => $money($refunded)];
            }
        }
        $without_lines = isset($recorded['lines']) ? 0 : array_sum($items);
        $share = $report->paid_minor > 0 ? $rest / $report->paid_minor : 0;
        $refunded = $is_cancelled ? $value : min($of_lines + $without_lines + (int) round($value * $share), $value);
        if ($refunded <= $minor($recorded['refunded'])) {
            return null;
        }
        return ['refunded' => $money($refunded), ...($lines === [] ? [] : ['refunded_lines' => $lines])];
    }

    /** Whether an API key of the store has denied the order, and not a person. */
    private static function is_own_denial(array $recorded): bool
    {
        $decisions = array_filter(
            $recorded['events'] ?? [],
            static fn (array $event): bool => in_array($event['kind'], ['status', 'voided', 'void_undone'], true)
        );
        $last = end($decisions);
        return $last !== false && ($last['details']['channel'] ?? null) === 'server';
    }

    /**
     * @return array{array<int, int>, int} the refunds by item, in minor units of the reported value; and what was refunded with tax, of neither
     *   items nor shipping nor fees
     */
    private static function refunds(WC_Order $order, Report $report): array
    {
        $items = [];
        $rest = 0.0;
        foreach ($order->get_refunds() as $refund) {
            $rest += (float) $refund->get_amount();
            foreach ($refund->get_items(['line_item', 'shipping', 'fee']) as $item) {
                $total = -(float) $item->get_total();
                $tax = -(float) $item->get_total_tax();
                $rest -= $total + $tax;
                if ($item->get_type() === 'line_item') {
                    $id = (int) $item->get_meta('_refunded_item_id');
                    $items[$id] = ($items[$id] ?? 0.0) + $total + ($report->with_tax ? $tax : 0.0);
                }
            }
        }
        $minor = static fn (float $amount): int => Report::to_minor($amount, $report->digits);
        return [array_map($minor, $items), $minor($rest)];
    }
}
