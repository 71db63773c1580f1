/** The length of a text as the API counts it. */
export const lengthOf = (text: string): number => [...text].length;
