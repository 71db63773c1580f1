export const SAME = { sv: [] as string[], de: [] as string[] };
