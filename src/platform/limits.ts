// Limits that the server checks and the console states. Limits of uploaded files are in `http/upload-limits.ts`, those of pages in `page-size.ts`.

/** The highest price of a click or a share of it, in minor units (interface documents). Some paths of API v2 document a lower limit. */
export const MAX_PRICE_MINOR = 100_000;
/** The highest fixed amount for an order, and the highest cost of one with the margin, in minor units. */
export const MAX_FIXED_MINOR = 1_000_000;
export const MAX_FIXED_COST_MINOR = 10_000_000;
/** The highest minimum value of orders, in minor units. */
export const MAX_MINIMUM_ORDER_MINOR = 100_000_000;
/** Names of campaign parameters that a store's links pass on. */
export const MAX_PASSED_PARAMETERS = 10;
/** Hashtags of a store. */
export const MAX_HASHTAGS = 100;
/** The minimum and the maximum length of a password, in characters. The maximum limits the work of hashing. */
export const PASSWORD_LENGTH = { min: 8, max: 256 };
/** Tags of a link. */
export const MAX_LINK_TAGS = 10;
/** Records that one request changes, such as links to archive. */
export const MAX_CHANGED_AT_ONCE = 1000;
/** Days of a range of statistics: a leap year. */
export const MAX_RANGE_DAYS = 366;
/** Days of a range of a store's results, whose cost depends on the days with activity: a century. */
export const MAX_RESULT_DAYS = 36_600;
/** Days of a forecast. */
export const MAX_FORECAST_DAYS = 92;
/** Days of a list of clicks. */
export const MAX_CLICK_DAYS = 31;
/** Days after the end of a campaign or a participation for which delivery details are kept. */
export const DELIVERY_KEPT_DAYS = 30;
/** Days between a click and an order that it may explain, at least and at most. */
export const WINDOW_DAYS = { min: 1, max: 365 };
/** Characters of a campaign's title. */
export const MAX_TITLE = 64;
/** Rules of a campaign's commissions. They are tried for each line of an order, so their number is limited. */
export const MAX_COMMISSION_RULES = 50;
/** Tiers of a campaign's bonuses. */
export const MAX_BONUS_TIERS = 10;
/** Steps of a campaign's rates. */
export const MAX_RATE_STEPS = 10;
/** Characters of a comment. */
export const MAX_COMMENT = 4000;
/** People to whom one report is mailed. */
export const MAX_REPORT_RECIPIENTS = 20;
