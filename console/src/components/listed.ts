interface Answer<Data> {
  data: Data | undefined;
  error: unknown;
  refetch: () => unknown;
  isPlaceholderData: boolean;
}

/**
 * The list reply of an endpoint that can also return a file. The type of such a reply includes a text. Without `format`, which
 * the console does not send, the reply is the list.
 */
export const listed = <Data>(answer: Answer<Data>): Answer<Exclude<Data, string>> =>
  answer as Answer<Exclude<Data, string>>;
