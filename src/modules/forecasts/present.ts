import { addMinor } from '../../platform/money.ts';
import type { Forecast, ForecastFigures, ForecastSide } from './forecast-campaign.ts';

/** Presents a forecast, with money in minor units. */
export function presentForecast(forecast: Forecast, currency: string) {
  return {
    from: forecast.first,
    to: forecast.last,
    currency,
    forecast: presentSide(forecast.forecast),
    charged: presentSide(forecast.charged),
    cap_reached_at: forecast.capReachedAt,
    clicks_beyond_cap: forecast.clicksBeyondCap,
    targets_left_out: forecast.omitsTargets,
  };
}

const presentSide = ({ campaign, store }: ForecastSide) => ({
  offer: presentFigures(campaign),
  store: presentFigures(store),
});

const presentFigures = ({ clicks, clickMinor, orders, orderMinor, oneTimeMinor }: ForecastFigures) => ({
  clicks,
  orders,
  cost: {
    clicks: clickMinor,
    orders: orderMinor,
    one_time_payments: oneTimeMinor,
    total: addMinor(clickMinor, orderMinor, oneTimeMinor),
  },
});
