import type { RequestTemplate } from './postback-template.ts';

/** A ready template that people complete with their own ids and tokens. */
interface Preset extends RequestTemplate {
  id: 'ga4' | 'meta' | 'tiktok';
  name: string;
}

/** Templates in the formats that the providers document. `sub5` of the link carries the provider's own id of the visit. */
export const PRESETS: readonly Preset[] = [
  {
    id: 'ga4',
    name: 'Google Analytics 4, Measurement Protocol',
    method: 'POST',
    url: 'https://www.google-analytics.com/mp/collect?measurement_id={secret.measurement_id}&api_secret={secret.api_secret}',
    contentType: 'json',
    headers: {},
    body: written({
      client_id: '{sub5}',
      timestamp_micros: '{ordered_micros}',
      events: [
        {
          name: 'purchase',
          params: { transaction_id: '{order}', value: '{value}', currency: '{value_currency}', coupon: '{voucher}' },
        },
      ],
    }),
  },
  {
    id: 'meta',
    name: 'Meta Conversions API',
    method: 'POST',
    url: 'https://graph.facebook.com/v24.0/{secret.pixel_id}/events',
    contentType: 'json',
    headers: {},
    body: written({
      data: [
        {
          event_name: 'Purchase',
          event_time: '{ordered_seconds}',
          event_id: '{order}',
          action_source: 'system_generated',
          user_data: { fbc: 'fb.1.{clicked_ms}.{sub5}', external_id: ['{click_id_sha256}'] },
          custom_data: { value: '{value}', currency: '{value_currency}', order_id: '{order}' },
        },
      ],
      access_token: '{secret.access_token}',
    }),
  },
  {
    id: 'tiktok',
    name: 'TikTok Events API',
    method: 'POST',
    url: 'https://business-api.tiktok.com/open_api/v1.3/event/track/',
    contentType: 'json',
    headers: { 'access-token': '{secret.access_token}' },
    body: written({
      event_source: 'web',
      event_source_id: '{secret.pixel_code}',
      data: [
        {
          event: 'CompletePayment',
          event_time: '{ordered_seconds}',
          event_id: '{order}',
          user: { ttclid: '{sub5}', external_id: '{click_id_sha256}' },
          properties: { value: '{value}', currency: '{value_currency}', order_id: '{order}' },
        },
      ],
    }),
  },
];

function written(body: object): string {
  return JSON.stringify(body, null, 2);
}
