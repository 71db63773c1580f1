<?php
/**
 * Plugin Name: Tributary for WooCommerce
 * Description: Keeps the click of a shopper and reports paid orders, refunds and cancellations to Tributary, server to server.
 * Version: 0.1.0
 * Author: Tributary
 * License: Apache-2.0
 * Text Domain: tributary-for-woocommerce
 * Requires at least: 6.1
 * Requires PHP: 8.2
 * Requires Plugins: woocommerce
 * WC requires at least: 7.9
 */

declare(strict_types=1);

namespace Tributary\WooCommerce;

defined('ABSPATH') || exit;

foreach (['settings', 'settings-page', 'click', 'currencies', 'report', 'changes', 'api', 'gifts', 'reporter'] as $file) {
    require_once __DIR__ . "/includes/$file.php";
}

add_action('before_woocommerce_init', static function (): void {
    foreach (['custom_order_tables', 'cart_checkout_blocks'] as $feature) {
        \Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility($feature, __FILE__, true);
    }
});

add_action('woocommerce_loaded', static function (): void {
    SettingsPage::register();
    Click::register();
    Reporter::register();
    Gifts::register();
});

register_deactivation_hook(__FILE__, static function (): void {
    if (function_exists('as_unschedule_all_actions')) {
        as_unschedule_all_actions('', [], Reporter::GROUP);
    }
});
