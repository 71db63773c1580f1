<?php

declare(strict_types=1);

namespace Tributary\WooCommerce;

defined('ABSPATH') || exit;

/** The page “WooCommerce > Tributary”. */
final class SettingsPage
{
    private const PAGE = 'tributary';
    private const CAPABILITY = 'manage_woocommerce';

    public static function register(): void
    {
        add_action('admin_menu', [self::class, 'add_page'], 60);
        add_action('admin_init', static function (): void {
            register_setting(self::PAGE, Settings::OPTION, ['type' => 'array', 'sanitize_callback' => [Settings::class, 'sanitize']]);
        });
        // Shop managers administer WooCommerce without the right to change WordPress.
        add_filter('option_page_capability_' . self::PAGE, static fn (): string => self::CAPABILITY);
    }

    public static function add_page(): void
    {
        add_submenu_page('woocommerce', 'Tributary', 'Tributary', self::CAPABILITY, self::PAGE, [self::class, 'render']);
    }

    public static function render(): void
    {
        $settings = Settings::all();
        echo '<div class="wrap"><h1>Tributary</h1>';
        settings_errors();
        echo '<form method="post" action="options.php" autocomplete="off">';
        settings_fields(self::PAGE);
        echo '<table class="form-table" role="presentation">';
        self::text('url', __('Address of Tributary', 'tributary-for-woocommerce'), $settings['url'], 'https://tributary.example');
        self::text('store', __('Store', 'tributary-for-woocommerce'), $settings['store'] > 0 ? (string) $settings['store'] : '', __('The number of the store at Tributary', 'tributary-for-woocommerce'));
        self::text('tracking_key', __('Tracking key', 'tributary-for-woocommerce'), $settings['tracking_key'], '');
        self::key($settings['api_key'] !== '');
        self::consent($settings['consent']);
        self::checkbox('load_script', __('Script', 'tributary-for-woocommerce'), __('Load Tributary’s script on all pages. It keeps the click instead of this server, for stores with a page cache or a consent banner.', 'tributary-for-woocommerce'), $settings['load_script']);
        self::checkbox('with_tax', __('Value of orders', 'tributary-for-woocommerce'), __('Report the value including tax. Shipping is never part of it.', 'tributary-for-woocommerce'), $settings['with_tax']);
        self::checkbox('order_gifts', __('Gifts', 'tributary-for-woocommerce'), __('Create an order without a price for each gift of a campaign that is requested at Tributary. The API key needs the scope “gifts”.', 'tributary-for-woocommerce'), $settings['order_gifts']);
        echo '</table>';
        submit_button();
        echo '</form></div>';
    }

    private static function text(string $name, string $label, string $value, string $placeholder): void
    {
        self::row($name, $label, sprintf(
            '<input type="text" class="regular-text" id="tributary_%1$s" name="%2$s[%1$s]" value="%3$s" placeholder="%4$s">',
            $name,
            Settings::OPTION,
            esc_attr($value),
            esc_attr($placeholder)
        ));
    }

    /** The key is never part of the page, so that nobody who sees the page can copy it. */
    private static function key(bool $is_stored): void
    {
        $hint = match (true) {
            Settings::key_is_constant() => __('The key is in wp-config.php.', 'tributary-for-woocommerce'),
            $is_stored => __('A key is stored and not shown. Enter a new one to replace it.', 'tributary-for-woocommerce'),
            default => __('Create a key with the scope “orders” on the page “Tracking” of Tributary.', 'tributary-for-woocommerce'),
        };
        self::row('api_key', __('API key', 'tributary-for-woocommerce'), sprintf(
            '<input type="password" class="regular-text" id="tributary_api_key" name="%s[api_key]" value="" autocomplete="new-password"%s><p class="description">%s</p>',
            Settings::OPTION,
            disabled(Settings::key_is_constant(), true, false),
            esc_html($hint)
        ));
    }

    private static function consent(string $chosen): void
    {
        $labels = [
            'granted' => __('A cookie for 30 days', 'tributary-for-woocommerce'),
            'session' => __('A cookie until the browser is closed', 'tributary-for-woocommerce'),
            'denied' => __('Nothing, until the shopper agrees', 'tributary-for-woocommerce'),
        ];
        $options = '';
        foreach ($labels as $value => $label) {
            $options .= sprintf('<option value="%s"%s>%s</option>', $value, selected($chosen, $value, false), esc_html($label));
        }
        self::row('consent', __('Stored in the browser', 'tributary-for-woocommerce'), sprintf(
            '<select id="tributary_consent" name="%s[consent]">%s</select>',
            Settings::OPTION,
            $options
        ));
    }

    private static function checkbox(string $name, string $label, string $text, bool $is_checked): void
    {
        self::row($name, $label, sprintf(
            '<label><input type="checkbox" id="tributary_%1$s" name="%2$s[%1$s]" value="1"%3$s> %4$s</label>',
            $name,
            Settings::OPTION,
            checked($is_checked, true, false),
            esc_html($text)
        ));
    }

    /** @param string $field HTML that is already escaped */
    private static function row(string $name, string $label, string $field): void
    {
        printf('<tr><th scope="row"><label for="tributary_%s">%s</label></th><td>%s</td></tr>', esc_attr($name), esc_html($label), $field);
    }
}
