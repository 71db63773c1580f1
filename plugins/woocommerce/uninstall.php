<?php

declare(strict_types=1);

defined('WP_UNINSTALL_PLUGIN') || exit;

// The reports of orders remain with the orders: they belong to the history of the store.
delete_option('tributary_settings');
