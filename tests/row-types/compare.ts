import path from 'node:path';
// Version 5, which the client's generator uses: version 7 has no stable compiler API yet.
import ts from '../../packages/client/node_modules/typescript/lib/typescript.js';
import type { PageRow } from '../../src/platform/database/read-page.ts';
import type { RecordedRows } from './record.ts';

/** Columns that `readPage` adds to a statement and removes from its rows. */
const OF_PAGES: ReadonlySet<string> = new Set<keyof PageRow<object>>(['page_place', 'page_total']);

export interface RowFault {
  /** `file:line` of the call that declares the row type. */
  at: string;
  column: string;
  fault: string;
}

/**
 * The JavaScript type that pg returns for a PostgreSQL type on our connections, by its number. Other types (arrays, json) are not
 * compared.
 */
const PARSED: Record<number, string> = {
  16: 'boolean',
  17: 'Buffer',
  18: 'string',
  19: 'string',
  20: 'number',
  21: 'number',
  23: 'number',
  25: 'string',
  26: 'number',
  700: 'number',
  701: 'number',
  869: 'string',
  1042: 'string',
  1043: 'string',
  1082: 'string',
  1083: 'string',
  1114: 'string',
  1184: 'string',
  1186: 'string',
  1700: 'string',
  2950: 'string',
};

/** The row types of some source files. */
export interface RowTypes {
  checker: ts.TypeChecker;
  /** The row types by the position of the call. */
  declared: Map<string, ts.Type>;
}

/**
 * Reads the row types that files declare, which compiles them and takes seconds.
 * @param root folder that `files` are relative to
 */
export function readRowTypes(root: string, files: readonly string[]): RowTypes {
  const project = path.join(import.meta.dirname, '../..');
  const { config } = ts.readConfigFile(path.join(project, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, project);
  const program = ts.createProgram(
    files.map((file) => path.join(root, file)),
    options,
  );
  const checker = program.getTypeChecker();
  const declared = new Map<string, ts.Type>();
  for (const file of files) {
    const source = program.getSourceFile(path.join(root, file));
    if (source !== undefined) findRowTypes(file, source, checker, declared);
  }
  return { checker, declared };
}

/**
 * Compares the declared row types with the recorded columns. A call without a row type, or with one that allows any column, is not
 * compared.
 * @returns the faults, each once, and how many calls were compared
 */
export function compareRows(
  { checker, declared }: RowTypes,
  recorded: readonly RecordedRows[],
): { faults: RowFault[]; compared: number } {
  const faults = new Map<string, RowFault>();
  const compared = new Set<string>();
  for (const { calls, columns } of recorded) {
    const call = calls.find((each) => declared.has(each));
    if (call === undefined) continue;
    compared.add(call);
    for (const [column, fault] of faultsOf(declared.get(call)!, columns, checker)) {
      const at = call.replace(/:\d+$/, '');
      faults.set(`${at} ${column} ${fault}`, { at, column, fault });
    }
  }
  return { faults: [...faults.values()], compared: compared.size };
}

/** The calls of a file that declare the row type as their first type argument, by the position that a stack shows. */
function findRowTypes(
  file: string,
  source: ts.SourceFile,
  checker: ts.TypeChecker,
  declared: Map<string, ts.Type>,
): void {
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.typeArguments?.[0] !== undefined) {
      const callee = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
      const type = checker.getTypeFromTypeNode(node.typeArguments[0]);
      const isOpen = type.isTypeParameter() || checker.getIndexTypeOfType(type, ts.IndexKind.String) !== undefined;
      if (/^(?:execute|readPage)$/.test(callee.getText(source)) && !isOpen) {
        const { line, character } = source.getLineAndCharacterOfPosition(callee.getStart(source));
        declared.set(`${file}:${line + 1}:${character + 1}`, type);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

/** The faults of a row type, by column. */
function faultsOf(
  type: ts.Type,
  columns: RecordedRows['columns'],
  checker: ts.TypeChecker,
): [column: string, fault: string][] {
  const faults: [string, string][] = [];
  const properties = new Map(checker.getPropertiesOfType(type).map((property) => [property.name, property]));
  const returned = new Map(columns);
  for (const [name, property] of properties) {
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
    const number = returned.get(name);
    if (number === undefined) {
      if (!isOptional) faults.push([name, 'declared, but not returned']);
      continue;
    }
    const parsed = PARSED[number];
    if (parsed === undefined) continue;
    const wrong = kindsOf(checker.getTypeOfSymbol(property), checker).filter(
      (kind) => kind !== parsed && kind !== 'any',
    );
    if (wrong.length > 0) faults.push([name, `declared as ${wrong.join(' | ')}, returned as ${parsed}`]);
  }
  for (const name of returned.keys())
    if (!properties.has(name) && !OF_PAGES.has(name)) faults.push([name, 'returned, but not declared']);
  return faults;
}

/** The base types of a column's declared type, without null and undefined. */
function kindsOf(type: ts.Type, checker: ts.TypeChecker): string[] {
  const members = type.isUnion() ? type.types : [type];
  return [...new Set(members.flatMap((member) => kindOf(member, checker) ?? []))];
}

function kindOf(type: ts.Type, checker: ts.TypeChecker): string | null {
  const { flags } = type;
  if (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Void)) return null;
  if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return 'any';
  if (flags & ts.TypeFlags.StringLike) return 'string';
  if (flags & ts.TypeFlags.NumberLike) return 'number';
  if (flags & ts.TypeFlags.BooleanLike) return 'boolean';
  // A branded string or number is an intersection.
  if (type.isIntersection())
    return type.types.map((part) => kindOf(part, checker)).find((kind) => kind !== 'object') ?? 'any';
  return checker.typeToString(type).replace(/<.*>$/, '');
}
