export function schemaOf(document: object): Promise<string>;
export function idempotentOperationsOf(document: object): string;
