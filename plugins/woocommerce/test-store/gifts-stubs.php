<?php

declare(strict_types=1);

// The part of WordPress and WooCommerce that includes/gifts.php uses, in memory. Prints the requests and the orders as JSON. argv[1]: the gifts that
// Tributary lists, argv[2]: whether the gift orders are completed afterwards.
namespace {
    define('ABSPATH', '/');

    final class State
    {
        public static array $orders = [];
        public static array $requests = [];
        public static array $jobs = [];
        public static array $gifts = [];
    }

    class WC_Product
    {
        public function __construct(public readonly string $sku)
        {
        }
    }

    class WC_Item
    {
        public array $meta = [];

        public function __construct(public string $sku, public array $args)
        {
        }

        public function add_meta_data(string $key, string $value): void
        {
            $this->meta[$key] = $value;
        }

        public function save(): void
        {
        }
    }

    class WC_Order
    {
        public array $meta = [];
        public array $items = [];
        public array $addresses = [];
        public string $status = 'pending';
        public string $total = '';
        public string $note = '';

        public function __construct(public int $id, public string $via)
        {
        }

        public function get_id(): int
        {
            return $this->id;
        }

        public function get_order_number(): string
        {
            return "N{$this->id}";
        }

        public function get_created_via(): string
        {
            return $this->via;
        }

        public function get_meta(string $key): mixed
        {
            return $this->meta[$key] ?? '';
        }

        public function update_meta_data(string $key, string $value): void
        {
            $this->meta[$key] = $value;
        }

        public function delete_meta_data(string $key): void
        {
            unset($this->meta[$key]);
        }

        public function save(): void
        {
        }

        public function save_meta_data(): void
        {
        }

        public function add_product(WC_Product $product, int $quantity, array $args): int
        {
            $this->items[] = new WC_Item($product->sku, $args);
            return count($this->items) - 1;
        }

        public function get_item(int $id): WC_Item
        {
            return $this->items[$id];
        }

        public function set_address(array $address, string $kind): void
        {
            $this->addresses[$kind] = $address;
        }

        public function set_customer_note(string $note): void
        {
            $this->note = $note;
        }

        public function calculate_totals(bool $with_taxes): void
        {
        }

        public function set_total(string $total): void
        {
            $this->total = $total;
        }

        public function set_status(string $status, string $note): void
        {
            $this->status = $status;
        }

        public function add_order_note(string $note): void
        {
        }
    }

    if (!function_exists('mb_substr')) {
        // As WordPress has it, for texts without other letters.
        function mb_substr(string $text, int $start, int $length): string
        {
            return substr($text, $start, $length);
        }
    }

    function __(string $text, string $domain): string
    {
        return $text;
    }

    function esc_html(string $text): string
    {
        return $text;
    }

    function add_action(string $name, callable $callback): void
    {
    }

    function apply_filters(string $name, mixed $value): mixed
    {
        return $value;
    }

    function get_bloginfo(string $what): string
    {
        return 'The shop';
    }

    function get_option(string $name, mixed $otherwise): array
    {
        return ['url' => 'https://tributary.example', 'store' => 7, 'api_key' => 'trbs_x', 'order_gifts' => true];
    }

    function wc_create_order(array $args): WC_Order
    {
        return State::$orders[] = new WC_Order(count(State::$orders) + 1, $args['created_via']);
    }

    function wc_get_order(int $id): WC_Order
    {
        return State::$orders[$id - 1];
    }

    function wc_get_orders(array $query): array
    {
        $is_found = fn (WC_Order $order): bool => isset($order->meta[$query['meta_key']])
            && (!isset($query['meta_value']) || $order->meta[$query['meta_key']] === $query['meta_value']);
        return array_values(array_filter(State::$orders, $is_found));
    }

    function wc_get_product_id_by_sku(string $sku): int
    {
        return $sku === 'shoe' ? 1 : 0;
    }

    function wc_get_product(int $id): WC_Product|false
    {
        return $id === 1 ? new WC_Product('shoe') : false;
    }

    function is_wp_error(mixed $value): bool
    {
        return false;
    }

    function wp_json_encode(mixed $value): string
    {
        return json_encode($value);
    }

    function wp_remote_request(string $url, array $args): array
    {
        State::$requests[] = [$args['method'], substr($url, strlen('https://tributary.example/v2/stores/7')), json_decode($args['body'] ?? 'null', true)];
        return ['body' => json_encode(['data' => $args['method'] === 'GET' ? State::$gifts : []])];
    }

    function wp_remote_retrieve_response_code(array $reply): int
    {
        return 200;
    }

    function wp_remote_retrieve_body(array $reply): string
    {
        return $reply['body'];
    }

    function as_unschedule_all_actions(string $name, array $args, string $group): void
    {
    }

    function as_schedule_single_action(int $at, string $name, array $args, string $group): void
    {
        State::$jobs[] = $args[0];
    }
}

namespace Tributary\WooCommerce {
    /** The reporter, of which gifts use the group of jobs. */
    final class Reporter
    {
        public const GROUP = 'tributary';
    }

    foreach (['settings', 'api', 'gifts'] as $file) {
        require __DIR__ . "/../includes/$file.php";
    }
    \State::$gifts = json_decode($argv[1], true);
    $work = static function (): void {
        while (\State::$jobs !== []) {
            Gifts::send(array_shift(\State::$jobs));
        }
    };
    // The second reading comes before Tributary knows of the first one's orders.
    Gifts::read();
    Gifts::read();
    $work();
    if ($argv[2] === 'completed') {
        foreach (\State::$orders as $order) {
            Gifts::note_sent($order->get_id());
        }
        $work();
    }
    $orders = array_map(static fn (\WC_Order $order) => [
        'status' => $order->status,
        'total' => $order->total,
        'items' => array_map(static fn (\WC_Item $item) => [$item->sku, $item->args, array_values($item->meta)], $order->items),
        'shipping' => $order->addresses['shipping'],
        'note' => $order->note,
        'is_gift' => Gifts::is_gift($order),
        'is_unsent' => isset($order->meta['_tributary_gift_unsent']),
    ], \State::$orders);
    echo json_encode(['orders' => $orders, 'requests' => \State::$requests]);
}
