export function pythonClient(document: object, template: string): string;
