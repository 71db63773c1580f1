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
  "description": "Stores the click of an affiliate link and reports orders.",
  "containerContexts": ["WEB"]
}

___TEMPLATE_PARAMETERS___

[
  {
    "type": "TEXT",
    "name": "script",
    "displayName": "Address of the store's script",
    "help": "As the console of Tributary shows it, such as https://links.example.com/t/KEY.js",
    "simpleValueType": true,
    "valueValidators": [{ "type": "REGEX", "args": ["^https://.+/[A-Za-z0-9_~.%-]+\\.js$"] }]
  },
  {
    "type": "SELECT",
    "name": "consent",
    "displayName": "Consent",
    "simpleValueType": true,
    "defaultValue": "consent_mode",
    "selectItems": [
      { "value": "consent_mode", "displayValue": "From consent mode (ad_storage)" },
      { "value": "granted", "displayValue": "Not required" }
    ]
  },
  {
    "type": "SELECT",
    "name": "withoutConsent",
    "displayName": "Without ad_storage",
    "simpleValueType": true,
    "defaultValue": "denied",
    "selectItems": [
      { "value": "denied", "displayValue": "Store and send nothing" },
      { "value": "session", "displayValue": "Store for the session only" }
    ],
    "enablingConditions": [{ "paramName": "consent", "paramValue": "consent_mode", "type": "EQUALS" }]
  },
  { "type": "CHECKBOX", "name": "isOrder", "checkboxText": "Report an order", "simpleValueType": true },
  {
    "type": "GROUP",
    "name": "order",
    "displayName": "Order",
    "groupStyle": "NO_ZIPPY",
    "enablingConditions": [{ "paramName": "isOrder", "paramValue": true, "type": "EQUALS" }],
    "subParams": [
      { "type": "TEXT", "name": "orderId", "displayName": "Order number", "simpleValueType": true, "valueValidators": [{ "type": "NON_EMPTY" }] },
      { "type": "TEXT", "name": "orderValue", "displayName": "Value of the goods, without shipping and tax", "simpleValueType": true, "valueValidators": [{ "type": "NON_EMPTY" }] },
      { "type": "TEXT", "name": "currency", "displayName": "Currency", "simpleValueType": true },
      { "type": "TEXT", "name": "voucherCode", "displayName": "Voucher code", "simpleValueType": true },
      { "type": "TEXT", "name": "signature", "displayName": "Signature, if the store signs its pages", "simpleValueType": true }
    ]
  }
]

___SANDBOXED_JS_FOR_WEB_TEMPLATE___

const addConsentListener = require('addConsentListener');
const callInWindow = require('callInWindow');
const createArgumentsQueue = require('createArgumentsQueue');
const injectScript = require('injectScript');
const isConsentGranted = require('isConsentGranted');

// Calls are queued until the script is loaded, which replaces the function. Each call therefore looks it up.
createArgumentsQueue('tributary', 'tributary.q');

const withoutConsent = data.withoutConsent || 'denied';
const state = (isGranted, otherwise) => callInWindow('tributary', 'consent', isGranted ? 'granted' : otherwise);
if (data.consent === 'granted') {
  state(true);
} else {
  // The choice of an earlier visit often follows a default that denies: until then, the click of that visit is not erased.
  state(isConsentGranted('ad_storage'), withoutConsent === 'denied' ? 'pending' : withoutConsent);
  // What the shopper agrees to later, or withdraws, applies at once.
  addConsentListener('ad_storage', (type, isGranted) => state(isGranted, withoutConsent));
}
if (data.isOrder) {
  callInWindow('tributary', 'order', {
    order_id: data.orderId,
    order_value: data.orderValue,
    currency: data.currency,
    voucher_code: data.voucherCode,
    signature: data.signature
  });
}
injectScript(data.script, data.gtmOnSuccess, data.gtmOnFailure, data.script);

___WEB_PERMISSIONS___

[
  {
    "instance": {
      "key": { "publicId": "access_globals", "versionId": "1" },
      "param": [
        {
          "key": "keys",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 3,
                "mapKey": [{ "type": 1, "string": "key" }, { "type": 1, "string": "read" }, { "type": 1, "string": "write" }, { "type": 1, "string": "execute" }],
                "mapValue": [{ "type": 1, "string": "tributary" }, { "type": 8, "boolean": true }, { "type": 8, "boolean": true }, { "type": 8, "boolean": true }]
              },
              {
                "type": 3,
                "mapKey": [{ "type": 1, "string": "key" }, { "type": 1, "string": "read" }, { "type": 1, "string": "write" }, { "type": 1, "string": "execute" }],
                "mapValue": [{ "type": 1, "string": "tributary.q" }, { "type": 8, "boolean": true }, { "type": 8, "boolean": true }, { "type": 8, "boolean": false }]
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
      "key": { "publicId": "inject_script", "versionId": "1" },
      "param": [{ "key": "urls", "value": { "type": 2, "listItem": [{ "type": 1, "string": "https://links.example.com/*" }] } }]
    },
    "clientAnnotations": { "isEditedByUser": true },
    "isRequired": true
  },
  {
    "instance": {
      "key": { "publicId": "access_consent", "versionId": "1" },
      "param": [
        {
          "key": "consentTypes",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 3,
                "mapKey": [{ "type": 1, "string": "consentType" }, { "type": 1, "string": "read" }, { "type": 1, "string": "write" }],
                "mapValue": [{ "type": 1, "string": "ad_storage" }, { "type": 8, "boolean": true }, { "type": 8, "boolean": false }]
              }
            ]
          }
        }
      ]
    },
    "clientAnnotations": { "isEditedByUser": true },
    "isRequired": true
  }
]

___NOTES___

Before the import, replace links.example.com by the host of Tributary.
