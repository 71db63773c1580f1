import { CREDENTIALS, type Property } from './n8n.ts';

/** An installation of Tributary, with an API token of a person or an API key of a store. */
export class TributaryApi {
  name = CREDENTIALS;
  displayName = 'Tributary API';
  properties: Property[] = [
    {
      displayName: 'URL',
      name: 'url',
      type: 'string',
      default: '',
      required: true,
      description: 'The address of Tributary, such as https://links.example.com',
    },
    {
      displayName: 'Token or API Key',
      name: 'token',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description: 'An API token of your account, or an API key of a store, with the scopes that the workflow needs',
    },
  ];
  authenticate = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.token}}' } },
  };
  /** Both tokens and keys may read their events. */
  test = { request: { baseURL: '={{$credentials.url}}', url: '/v2/events' } };
}
