<?php

declare(strict_types=1);

namespace Tributary\WooCommerce;

use WC_Order;

defined('ABSPATH') || exit;

/** The click that led a shopper to the store: from the landing page to the order, in a cookie of the store. */
final class Click
{
    /** The order's meta. */
    public const META = '_tributary_click';

    /** A click's id (UUIDv7), as Tributary adds it to the addresses of landing pages. */
    private const ID = '/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i';

    public static function register(): void
    {
        add_action('template_redirect', [self::class, 'keep']);
        add_action('wp_head', [self::class, 'print_script'], 1);
        add_action('woocommerce_checkout_create_order', [self::class, 'write_to_order']);
        add_action('woocommerce_store_api_checkout_update_order_from_request', [self::class, 'write_to_order']);
    }

    /** Stores the click of a landing page, as far as the shopper's consent goes, and erases what a narrower consent does not permit. */
    public static function keep(): void
    {
        if (self::is_script_used() || Settings::all()['tracking_key'] === '') {
            return;
        }
        $kept = self::read(wp_unslash($_COOKIE[self::cookie()] ?? null));
        $landed = self::read(wp_unslash($_GET['tclid'] ?? null));
        $consent = self::consent();
        if ($consent === 'denied') {
            if ($kept !== null) {
                self::set_cookie('', 1);
            }
            return;
        }
        $click = self::later($kept, $landed);
        // A page that sets a cookie for one shopper must not be served to others. With `session`, a cookie of an earlier, wider consent is replaced.
        if ($click !== null && ($click !== $kept || $consent === 'session')) {
            nocache_headers();
            self::set_cookie($click, $consent === 'session' ? 0 : self::seconds_of($click) + 30 * DAY_IN_SECONDS);
        }
    }

    /** Adds Tributary's script to a page, which then keeps the click in place of this server. */
    public static function print_script(): void
    {
        if (!self::is_script_used()) {
            return;
        }
        ['url' => $url, 'tracking_key' => $key] = Settings::all();
        wp_print_inline_script_tag('window.tributary=window.tributary||function(){(tributary.q=tributary.q||[]).push(arguments)}');
        wp_print_script_tag(['async' => true, 'src' => "$url/t/$key.js", 'data-consent' => self::consent()]);
    }

    /** Writes the click to an order that is being placed; WooCommerce saves the order afterwards. */
    public static function write_to_order(WC_Order $order): void
    {
        $click = self::read(wp_unslash($_COOKIE[self::cookie()] ?? null));
        // The script erases its cookie when consent is withdrawn, so that an existing one is permitted.
        if ($click !== null && (self::is_script_used() || self::consent() !== 'denied')) {
            $order->update_meta_data(self::META, $click);
        }
    }

    /** The permitted storage, by the names of Tributary's script. Global Privacy Control limits it to the session. */
    private static function consent(): string
    {
        $consent = apply_filters('tributary_consent', Settings::all()['consent']);
        if (!in_array($consent, Settings::CONSENTS, true)) {
            return 'denied';
        }
        return $consent === 'granted' && ($_SERVER['HTTP_SEC_GPC'] ?? '') === '1' ? 'session' : $consent;
    }

    private static function is_script_used(): bool
    {
        ['load_script' => $is_used, 'url' => $url, 'tracking_key' => $key] = Settings::all();
        return $is_used && $url !== '' && $key !== '';
    }

    /** The cookie has the name of the script's, so that a store can change the way. */
    private static function cookie(): string
    {
        return 'tributary_' . Settings::all()['tracking_key'];
    }

    private static function set_cookie(string $value, int $expires): void
    {
        $domain = is_string(COOKIE_DOMAIN) ? COOKIE_DOMAIN : '';
        setcookie(self::cookie(), $value, [
            'expires' => $expires,
            'path' => COOKIEPATH ?: '/',
            'domain' => $domain,
            'secure' => is_ssl(),
            'httponly' => true,
            'samesite' => 'Lax',
        ]);
    }

    /**
     * @param mixed $value
     * @return string|null null: not the id of a click, or of one in the future, which is forged
     */
    private static function read($value): ?string
    {
        $is_click = is_string($value) && preg_match(self::ID, $value) === 1;
        return $is_click && self::seconds_of($value) < time() + DAY_IN_SECONDS ? strtolower($value) : null;
    }

    /** An id begins with its time, so that the greater one is the later click. */
    private static function later(?string $one, ?string $other): ?string
    {
        return max((string) $one, (string) $other) ?: null;
    }

    private static function seconds_of(string $click): int
    {
        return intdiv((int) hexdec(substr(str_replace('-', '', $click), 0, 12)), 1000);
    }
}
