import type { AssistantOperation } from '../../platform/http/assistant-operations.ts';

const MAX_FOUND = 12;
/** A match in a name says more than one in a description. */
const WEIGHTS = { name: 8, summary: 5, tags: 3, description: 1 };

/** Finds the operations whose texts contain the words of a query, the best first. */
export function findOperations(operations: readonly AssistantOperation[], query: string): AssistantOperation[] {
  const words = wordsOf(query);
  const scored = operations.map((operation) => ({ operation, score: scoreOf(operation, words) }));
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_FOUND)
    .map(({ operation }) => operation);
}

function scoreOf({ operationId, summary, tags, description }: AssistantOperation, words: readonly string[]): number {
  const texts = { name: operationId, summary, tags: tags.join(' '), description };
  let score = 0;
  for (const [part, text] of Object.entries(texts)) {
    const known = new Set(wordsOf(text));
    score += WEIGHTS[part as keyof typeof WEIGHTS] * words.filter((word) => known.has(word)).length;
  }
  return score;
}

/** The words of a text or of a name such as `listStoreOrders`, in lower case and without the plural. */
function wordsOf(text: string): string[] {
  const words =
    text
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => (word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word));
}
