<?php

/**
 * Executes actions in the store of the tests that a shopper cannot execute: php act.php FOLDER ACTION JSON. Prints the result as JSON.
 */

declare(strict_types=1);

// WordPress has global variables of many names.
[, $test_folder, $test_action] = $argv;
$test_input = json_decode($argv[3] ?? '{}', true, 16, JSON_THROW_ON_ERROR);
$_SERVER += ['HTTP_HOST' => parse_url((string) getenv('STORE_URL'), PHP_URL_HOST), 'REQUEST_METHOD' => 'GET', 'SERVER_PROTOCOL' => 'HTTP/1.1'];
if ($test_action === 'install') {
    define('WP_INSTALLING', true);
}
define('WP_ADMIN', true);
require "$test_folder/wp-load.php";
require_once ABSPATH . 'wp-admin/includes/admin.php';

const TAX_RATE = ['tax_rate_country' => 'SE', 'tax_rate' => '25', 'tax_rate_name' => 'Moms', 'tax_rate_priority' => 1, 'tax_rate_shipping' => 1];

$test_actions = [
    'install' => static function (): void {
        require_once ABSPATH . 'wp-admin/includes/upgrade.php';
        wp_install('Nordic Runner', 'admin', 'admin@store.example', true, '', 'a password of the test');
        switch_theme('plain');
    },
    'activate' => static function (array $input): void {
        $failed = activate_plugin($input['plugin']);
        if (is_wp_error($failed)) {
            throw new RuntimeException($failed->get_error_message());
        }
    },
    'deactivate' => static fn (array $input) => deactivate_plugins($input['plugin']),
    'uninstall' => static function (array $input): array {
        deactivate_plugins($input['plugin']);
        uninstall_plugin($input['plugin']);
        return ['options' => get_option('tributary_settings', null)];
    },
    'stock' => static function (): array {
        wc_get_container()->get(\Automattic\WooCommerce\Internal\DataStores\Orders\DataSynchronizer::class)->create_database_tables();
        $options = [
            ...['woocommerce_currency' => 'SEK', 'woocommerce_default_country' => 'SE', 'woocommerce_calc_taxes' => 'yes'],
            ...['woocommerce_enable_guest_checkout' => 'yes', 'woocommerce_task_list_hidden' => 'yes', 'woocommerce_onboarding_profile' => ['skipped' => true]],
            ...['woocommerce_bacs_settings' => ['enabled' => 'yes'], 'woocommerce_cod_settings' => ['enabled' => 'yes']],
            ...['woocommerce_feature_custom_order_tables_enabled' => 'yes'],
        ];
        // Otherwise the first page of an administrator redirects to the setup wizard.
        delete_transient('_wc_activation_redirect');
        foreach ($options as $name => $value) {
            update_option($name, $value);
        }
        WC_Tax::_insert_tax_rate(TAX_RATE);
        $zone = new WC_Shipping_Zone(0);
        $rate = $zone->add_shipping_method('flat_rate');
        update_option("woocommerce_flat_rate_{$rate}_settings", ['title' => 'Post', 'tax_status' => 'taxable', 'cost' => '40']);
        $category = wp_insert_term('Shoes', 'product_cat')['term_id'];
        $products = [];
        foreach (['SHOE' => '100', 'SOCK' => '19.95'] as $sku => $price) {
            $product = new WC_Product_Simple();
            $product->set_props(['name' => ucfirst(strtolower($sku)), 'sku' => $sku, 'regular_price' => $price, 'category_ids' => $sku === 'SHOE' ? [$category] : []]);
            $products[$sku] = $product->save();
        }
        $coupon = new WC_Coupon();
        $coupon->set_props(['code' => 'ANNA10', 'discount_type' => 'percent', 'amount' => '10']);
        $coupon->save();
        $checkout = wp_insert_post(['post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Checkout', 'post_content' => '[woocommerce_checkout]']);
        update_option('woocommerce_checkout_page_id', $checkout);
        return ['products' => $products, 'checkout' => $checkout];
    },
    // WooCommerce does not change the place of existing orders.
    'orders-in' => static function (array $input): void {
        foreach (wc_get_orders(['limit' => -1, 'type' => ['shop_order', 'shop_order_refund']]) as $order) {
            $order->delete(true);
        }
        update_option('woocommerce_custom_orders_table_enabled', $input['table'] ? 'yes' : 'no');
    },
    'order' => static function (array $input): array {
        $order = wc_get_order($input['order']);
        return [
            'code' => $order->get_order_number(),
            'status' => $order->get_status(),
            'data_store' => $order->get_data_store()->get_current_class_name(),
            'unsent' => $order->get_meta('_tributary_unsent'),
            'notes' => array_column(wc_get_order_notes(['order_id' => $order->get_id()]), 'content'),
        ];
    },
    'pay' => static fn (array $input) => wc_get_order($input['order'])->payment_complete('transaction'),
    'set-status' => static fn (array $input) => wc_get_order($input['order'])->update_status($input['status']),
    'refund' => static function (array $input): void {
        $order = wc_get_order($input['order']);
        $lines = [];
        foreach ($order->get_items() as $id => $item) {
            $quantity = $input['pieces'][$item->get_product()->get_sku()] ?? 0;
            if ($quantity > 0) {
                $share = $quantity / $item->get_quantity();
                $taxes = array_map(static fn ($tax) => wc_round_tax_total((float) $tax * $share), $item->get_taxes()['total']);
                $lines[$id] = ['qty' => $quantity, 'refund_total' => $item->get_total() * $share, 'refund_tax' => $taxes];
            }
        }
        $of_lines = array_sum(array_map(static fn (array $line) => $line['refund_total'] + array_sum($line['refund_tax']), $lines));
        $refund = wc_create_refund(['order_id' => $order->get_id(), 'amount' => $of_lines + ($input['amount'] ?? 0), 'line_items' => $lines]);
        if (is_wp_error($refund)) {
            throw new RuntimeException($refund->get_error_message());
        }
    },
    // Runs what is due, as WordPress's scheduler does every minute. `later`: also what is due within four days.
    'run-jobs' => static function (array $input): array {
        $ran = [];
        $store = ActionScheduler::store();
        $due = $input['later'] ?? false ? new DateTime('+4 days') : new DateTime('+1 second');
        $query = ['group' => 'tributary', 'status' => ActionScheduler_Store::STATUS_PENDING, 'date' => $due, 'per_page' => 50];
        foreach ($store->query_actions($query) as $id) {
            $ran[] = $store->fetch_action($id)->get_hook();
            ActionScheduler::runner()->process_action($id);
        }
        return $ran;
    },
    'remove-jobs' => static fn () => as_unschedule_all_actions('', [], 'tributary'),
];
$test_result = $test_actions[$test_action]($test_input);
echo "\nRESULT ", json_encode($test_result, JSON_THROW_ON_ERROR), "\n";
