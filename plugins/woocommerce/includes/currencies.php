<?php

declare(strict_types=1);

namespace Tributary\WooCommerce;

defined('ABSPATH') || exit;

/** The decimals of currencies in ISO 4217. A test compares them with the table of Tributary, src/platform/currency-decimals.ts. */
final class Currencies
{
    private const WITHOUT_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF';
    private const WITH_THREE_DECIMALS = 'BHD IQD JOD KWD LYD OMR TND';

    /** The number of decimals of a currency: 2 unless the table says otherwise. */
    public static function decimals_of(string $currency): int
    {
        return match (true) {
            in_array($currency, explode(' ', self::WITHOUT_DECIMALS), true) => 0,
            in_array($currency, explode(' ', self::WITH_THREE_DECIMALS), true) => 3,
            default => 2,
        };
    }
}
