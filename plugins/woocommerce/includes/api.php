<?php

declare(strict_types=1);

namespace Tributary\WooCommerce;

defined('ABSPATH') || exit;

/** A request that Tributary refused, or that did not arrive. */
final class RequestFailed extends \RuntimeException
{
    /** @param bool $is_final whether Tributary refused the request because of its content, so that repeating it is of no use */
    public function __construct(string $message, public readonly bool $is_final)
    {
        parent::__construct($message);
    }
}

/** The part of Tributary's API that the plugin uses. */
final class Api
{
    private const TIMEOUT_SECONDS = 15;
    private const CONTENT_REFUSED = [400, 422];

    /**
     * Sends a request with the key of the store.
     *
     * @param string $path below the store
     * @param array<string, mixed>|null $body null: none
     * @param string|null $idempotency_key the same for each repetition of the request; null: the order number makes repetitions one order
     * @return array<string, mixed> the reply
     * @throws RequestFailed
     */
    public static function send(string $method, string $path, ?array $body, ?string $idempotency_key = null): array
    {
        ['url' => $url, 'store' => $store, 'api_key' => $api_key] = Settings::all();
        $reply = wp_remote_request("$url/v2/stores/$store$path", [
            'method' => $method,
            'timeout' => self::TIMEOUT_SECONDS,
            // A redirect would send the key to another address.
            'redirection' => 0,
            'headers' => [
                'Authorization' => $api_key,
                ...($body === null ? [] : ['Content-Type' => 'application/json']),
                ...($idempotency_key === null ? [] : ['Idempotency-Key' => $idempotency_key]),
            ],
            ...($body === null ? [] : ['body' => (string) wp_json_encode($body)]),
        ]);
        if (is_wp_error($reply)) {
            throw new RequestFailed($reply->get_error_message(), false);
        }
        $status = (int) wp_remote_retrieve_response_code($reply);
        $text = wp_remote_retrieve_body($reply);
        $order = json_decode($text, true);
        if ($status >= 200 && $status < 300 && is_array($order)) {
            return $order;
        }
        throw new RequestFailed("$status " . mb_substr($text, 0, 500), in_array($status, self::CONTENT_REFUSED, true));
    }
}
