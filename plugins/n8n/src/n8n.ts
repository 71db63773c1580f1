/** The parts of n8n's interface (n8n-workflow) that these nodes use. The package itself is that of the installation, so nothing is imported. */

type Json = Record<string, unknown>;

/** A record that passes through a workflow. */
export interface Item {
  json: Json;
  /** The input from which it was made. */
  pairedItem?: { item: number };
}

export interface Request {
  method: string;
  url: string;
  qs?: Json;
  body?: Json;
  json: true;
}

/** A field that a person fills in. */
export interface Property {
  displayName: string;
  name: string;
  type: 'string' | 'number' | 'options' | 'multiOptions' | 'json' | 'dateTime';
  default: unknown;
  description?: string;
  required?: boolean;
  noDataExpression?: boolean;
  options?: readonly { name: string; value: string; action?: string }[];
  typeOptions?: { password?: true; minValue?: number; maxValue?: number };
  displayOptions?: { show: Record<string, readonly string[]> };
}

interface Functions {
  getCredentials(name: string): Promise<Json>;
  helpers: { httpRequestWithAuthentication(this: Functions, credentials: string, request: Request): Promise<Json> };
}

export interface ExecuteFunctions extends Functions {
  getInputData(): readonly Item[];
  getNodeParameter(name: string, item: number, otherwise?: unknown): unknown;
  /** Whether the workflow goes on with a record of the error. */
  continueOnFail(): boolean;
}

export interface PollFunctions extends Functions {
  getNodeParameter(name: string): unknown;
  /** What is kept between two polls of an active workflow. */
  getWorkflowStaticData(kind: 'node'): Json;
  /** `manual`: a person tests the node in the editor. */
  getMode(): string;
}

export const CREDENTIALS = 'tributaryApi';

/** Sends a request to the service of the credentials. n8n throws an error for a reply that is not a success. */
export async function send(it: Functions, method: string, path: string, more: Pick<Request, 'qs' | 'body'> = {}) {
  const { url } = await it.getCredentials(CREDENTIALS);
  const address = `${String(url).replace(/\/+$/, '')}${path}`;
  const request: Request = { method, url: address, ...more, json: true };
  return it.helpers.httpRequestWithAuthentication.call(it, CREDENTIALS, request);
}
