___TERMS_OF_SERVICE___

By creating or modifying this file you agree to Google Tag Manager's Community Template Gallery Developer Terms of Service available at
https://developers.google.com/tag-manager/gallery-tos (or such other URL as Google may provide), as modified from time to time.

___INFO___

{
  "type": "TAG",
  "id": "cvt_temp_public_id",
  "version": 1,
  "securityGroups": [],
  "displayName": "Tributary",
  "categories": ["AFFILIATE_MARKETING", "CONVERSIONS"],
  "brand": { "id": "tributary", "displayName": "Tributary" },
  "description": "Stores the click of an affiliate link and reports purchases.",
  "containerContexts": ["SERVER"]
}

___TEMPLATE_PARAMETERS___

[
  {
    "type": "TEXT",
    "name": "url",
    "displayName": "Address of Tributary",
    "help": "Such as https://links.example.com",
    "simpleValueType": true,
    "valueValidators": [{ "type": "REGEX", "args": ["^https://[^/]+$"] }]
  },
  { "type": "TEXT", "name": "store", "displayName": "Id of the store", "simpleValueType": true, "valueValidators": [{ "type": "POSITIVE_NUMBER" }] },
  { "type": "TEXT", "name": "trackingKey", "displayName": "Tracking key", "simpleValueType": true, "valueValidators": [{ "type": "NON_EMPTY" }] },
  {
    "type": "TEXT",
    "name": "apiKey",
    "displayName": "API key of the store with the scope orders",
    "simpleValueType": true,
    "valueValidators": [{ "type": "NON_EMPTY" }]
  },
  { "type": "TEXT", "name": "days", "displayName": "Attribution window in days", "simpleValueType": true, "defaultValue": 30, "valueValidators": [{ "type": "POSITIVE_NUMBER" }] },
  {
    "type": "SELECT",
    "name": "consent",
    "displayName": "Consent to the cookie",
    "simpleValueType": true,
    "defaultValue": "consent_mode",
    "selectItems": [
      { "value": "consent_mode", "displayValue": "From consent mode (ad_storage)" },
      { "value": "granted", "displayValue": "Not required" }
    ]
  }
]

___SANDBOXED_JS_FOR_SERVER___

const getAllEventData = require('getAllEventData');
const getCookieValues = require('getCookieValues');
const JSON = require('JSON');
const logToConsole = require('logToConsole');
const makeNumber = require('makeNumber');
const makeString = require('makeString');
const parseUrl = require('parseUrl');
const sendHttpRequest = require('sendHttpRequest');
const setCookie = require('setCookie');

const event = getAllEventData();
// G1 and then a digit for ad_storage and one for analytics_storage.
const mayStore = data.consent === 'granted' || makeString(event['x-ga-gcs'] || '').charAt(2) === '1';
// The cookie of the store's script, so that both read it.
const cookie = 'tributary_' + data.trackingKey;
const address = parseUrl(event.page_location || '');
const landed = address && address.searchParams ? makeString(address.searchParams.tclid || '') : '';
const click = landed || (mayStore && getCookieValues(cookie)[0]) || '';

if (landed.length === 36 && mayStore) {
  const maxAge = makeNumber(data.days) * 86400;
  setCookie(cookie, landed, { domain: 'auto', path: '/', samesite: 'lax', secure: true, 'max-age': maxAge }, true);
}

if (event.event_name !== 'purchase') {
  data.gtmOnSuccess();
} else if (!event.transaction_id || event.value === undefined) {
  logToConsole('Tributary: a purchase needs transaction_id and value');
  data.gtmOnFailure();
} else {
  const order = {
    order_id: makeString(event.transaction_id),
    order_value: makeString(event.value),
    currency: event.currency
  };
  // Without consent, the order is reported without the click. A voucher code can still attribute it.
  if (click && mayStore) order.tclid = click;
  if (event.coupon) order.voucher_code = makeString(event.coupon);
  const headers = { authorization: data.apiKey, 'content-type': 'application/json' };
  const options = { method: 'POST', headers: headers, timeout: 5000 };
  sendHttpRequest(data.url + '/v2/stores/' + data.store + '/orders', options, JSON.stringify(order)).then(
    (reply) => {
      if (reply.statusCode >= 200 && reply.statusCode < 300) return data.gtmOnSuccess();
      logToConsole('Tributary: the order was refused with ' + reply.statusCode + ': ' + reply.body);
      data.gtmOnFailure();
    },
    () => data.gtmOnFailure()
  );
}

___SERVER_PERMISSIONS___

[
  {
    "instance": { "key": { "publicId": "read_event_data", "versionId": "1" }, "param": [{ "key": "eventDataAccess", "value": { "type": 1, "string": "any" } }] },
    "clientAnnotations": { "isEditedByUser": true },
    "isRequired": true
  },
  {
    "instance": { "key": { "publicId": "get_cookies", "versionId": "1" }, "param": [{ "key": "cookieAccess", "value": { "type": 1, "string": "any" } }] },
    "clientAnnotations": { "isEditedByUser": true },
    "isRequired": true
  },
  {
    "instance": {
      "key": { "publicId": "set_cookies", "versionId": "1" },
      "param": [
        {
          "key": "allowedCookies",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 3,
                "mapKey": [
                  { "type": 1, "string": "name" },
                  { "type": 1, "string": "domain" },
                  { "type": 1, "string": "path" },
                  { "type": 1, "string": "secure" },
                  { "type": 1, "string": "session" }
                ],
                "mapValue": [
                  { "type": 1, "string": "*" },
                  { "type": 1, "string": "*" },
                  { "type": 1, "string": "/" },
                  { "type": 1, "string": "secure" },
                  { "type": 1, "string": "any" }
                ]
              }
            ]
          }
        }
      ]
    },
    "clientAnnotations": { "isEditedByUser": true },
    "isRequired": true
  },
  {
    "instance": {
      "key": { "publicId": "send_http", "versionId": "1" },
      "param": [
        { "key": "allowedUrls", "value": { "type": 1, "string": "specific" } },
        { "key": "urls", "value": { "type": 2, "listItem": [{ "type": 1, "string": "https://links.example.com/*" }] } }
      ]
    },
    "clientAnnotations": { "isEditedByUser": true },
    "isRequired": true
  },
  {
    "instance": { "key": { "publicId": "logging", "versionId": "1" }, "param": [{ "key": "environments", "value": { "type": 1, "string": "all" } }] },
    "clientAnnotations": { "isEditedByUser": true },
    "isRequired": true
  }
]

___NOTES___

Before the import, replace links.example.com by the host of Tributary.
