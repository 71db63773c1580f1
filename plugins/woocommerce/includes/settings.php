<?php

declare(strict_types=1);

namespace Tributary\WooCommerce;

defined('ABSPATH') || exit;

/** The settings of the plugin: one option. */
final class Settings
{
    public const OPTION = 'tributary_settings';
    /** The prefix of API keys of stores. */
    public const KEY_PREFIX = 'trbs_';
    /** The permitted storage in the browser, from the strictest to the widest. */
    public const CONSENTS = ['denied', 'session', 'granted'];

    private const DEFAULTS = [
        'url' => '',
        'store' => 0,
        'tracking_key' => '',
        'api_key' => '',
        'consent' => 'granted',
        'load_script' => false,
        'with_tax' => false,
        'order_gifts' => false,
    ];

    private const LOCAL_HOSTS = ['127.0.0.1', '[::1]', 'localhost'];

    /** @return array{url: string, store: int, tracking_key: string, api_key: string, consent: string, load_script: bool, with_tax: bool, order_gifts: bool} */
    public static function all(): array
    {
        $stored = get_option(self::OPTION, []);
        $settings = array_merge(self::DEFAULTS, is_array($stored) ? $stored : []);
        if (self::key_is_constant()) {
            $settings['api_key'] = (string) constant('TRIBUTARY_API_KEY');
        }
        return $settings;
    }

    /** Whether wp-config.php contains the key, so that it is not in the database. */
    public static function key_is_constant(): bool
    {
        return defined('TRIBUTARY_API_KEY');
    }

    /** Whether orders can be reported. */
    public static function can_report(): bool
    {
        ['url' => $url, 'store' => $store, 'api_key' => $key] = self::all();
        return $url !== '' && $store > 0 && $key !== '';
    }

    /**
     * Reads submitted settings. An invalid field keeps its value and leads to an error that names it; an empty key keeps the stored one.
     *
     * @param mixed $input
     */
    public static function sanitize($input): array
    {
        $input = is_array($input) ? $input : [];
        $before = get_option(self::OPTION, []);
        $settings = array_intersect_key(array_merge(self::DEFAULTS, is_array($before) ? $before : []), self::DEFAULTS);
        $text = static fn (string $name): string => trim((string) ($input[$name] ?? ''));

        if (self::is_address($text('url'))) {
            $settings['url'] = untrailingslashit($text('url'));
        } else {
            self::refuse('url', __('The address must begin with https:// and have no path.', 'tributary-for-woocommerce'));
        }
        if (preg_match('/^[1-9]\d{0,14}$/', $text('store')) === 1) {
            $settings['store'] = (int) $text('store');
        } else {
            self::refuse('store', __('The store must be the number of the store at Tributary.', 'tributary-for-woocommerce'));
        }
        if (preg_match('/^[A-Za-z0-9]{1,64}$/', $text('tracking_key')) === 1) {
            $settings['tracking_key'] = $text('tracking_key');
        } else {
            self::refuse('tracking_key', __('The tracking key must consist of letters and digits.', 'tributary-for-woocommerce'));
        }
        if (preg_match('/^' . self::KEY_PREFIX . '[\x21-\x7e]+$/', $text('api_key')) === 1) {
            $settings['api_key'] = $text('api_key');
        } elseif ($text('api_key') !== '') {
            self::refuse('api_key', __('The API key must be one of the store, which begins with trbs_.', 'tributary-for-woocommerce'));
        }
        if (in_array($text('consent'), self::CONSENTS, true)) {
            $settings['consent'] = $text('consent');
        }
        $settings['load_script'] = !empty($input['load_script']);
        $settings['with_tax'] = !empty($input['with_tax']);
        $settings['order_gifts'] = !empty($input['order_gifts']);
        return $settings;
    }

    /** Whether a text is an address without a path. The key is sent to it, so that http is only for this machine. */
    private static function is_address(string $url): bool
    {
        $parts = wp_parse_url($url);
        if (!is_array($parts) || array_diff_key($parts, array_flip(['scheme', 'host', 'port', 'path'])) !== []) {
            return false;
        }
        $is_local = in_array($parts['host'] ?? '', self::LOCAL_HOSTS, true);
        $schemes = $is_local ? ['http', 'https'] : ['https'];
        return isset($parts['host']) && in_array($parts['scheme'] ?? '', $schemes, true) && ($parts['path'] ?? '/') === '/';
    }

    private static function refuse(string $field, string $message): void
    {
        // WordPress sanitizes an option twice when it is first stored.
        if (!in_array("tributary_$field", array_column(get_settings_errors(self::OPTION), 'code'), true)) {
            add_settings_error(self::OPTION, "tributary_$field", $message);
        }
    }
}
