interface Answer<Data> {
  data: Data | undefined;
  error: unknown;
  refetch: () => unknown;
  isPlaceholderData: boolean;
}

/**
 * The answer to a question for a list that could also be had as a file, which is why its type has a text in it: asked without `format`,
 * as the console asks, it is the list.
 */
export const listed = <Data>(answer: Answer<Data>): Answer<Exclude<Data, string>> =>
  answer as Answer<Exclude<Data, string>>;
