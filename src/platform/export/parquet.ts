import { Readable } from 'node:stream';
import { ByteWriter, type ColumnSource, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { Batches } from './sheet.ts';

type CellOf = {
  text: string | null;
  /** A whole number within the safe integers, stored as 64 bits. */
  whole: number | null;
  /** Stored in milliseconds, UTC. */
  instant: Date | null;
  /** A calendar day: midnight, UTC. */
  day: Date | null;
  truth: boolean | null;
};

/** One column of a Parquet file: its name, and its cell for a row. Every column may be null. */
export type ParquetColumn<Row> = {
  [Kind in keyof CellOf]: { name: string; kind: Kind; cell: (row: Row) => CellOf[Kind] };
}[keyof CellOf];

const TYPES = { text: 'STRING', whole: 'INT64', instant: 'TIMESTAMP', day: 'INT32', truth: 'BOOLEAN' } as const;

/**
 * Streams a Parquet file while its rows are read. Each batch is a row group, so that only one is in memory at a time.
 * @param metadata read after the last batch: key-value metadata of the file
 */
export function parquetStream<Row>(
  columns: readonly ParquetColumn<Row>[],
  batches: Batches<Row>,
  metadata: () => Record<string, string>,
): Readable {
  return Readable.from(groups(columns, batches, metadata), { objectMode: false });
}

async function* groups<Row>(
  columns: readonly ParquetColumn<Row>[],
  batches: Batches<Row>,
  metadata: () => Record<string, string>,
): AsyncGenerator<Buffer> {
  const bytes = new ByteWriter();
  const columnsOf = (rows: readonly Row[]): ColumnSource[] =>
    columns.map((column) => ({ name: column.name, type: TYPES[column.kind], data: rows.map(dataOf(column)) }));
  const days = new Set(columns.filter(({ kind }) => kind === 'day').map(({ name }) => name));
  const schema = schemaFromColumnData({ columnData: columnsOf([]) }).map((element) =>
    days.has(element.name) ? { ...element, converted_type: 'DATE' as const } : element,
  );
  const file = new ParquetWriter({ writer: bytes, schema });
  for await (const rows of batches) {
    if (rows.length === 0) continue;
    await file.write({ columnData: columnsOf(rows), rowGroupSize: rows.length });
    yield takeFrom(bytes);
  }
  file.kvMetadata = Object.entries(metadata()).map(([key, value]) => ({ key, value }));
  await file.finish();
  yield takeFrom(bytes);
}

function dataOf<Row>(column: ParquetColumn<Row>): (row: Row) => string | bigint | boolean | Date | null {
  if (column.kind !== 'whole') return column.cell;
  return (row) => {
    const value = column.cell(row);
    return value === null ? null : BigInt(value);
  };
}

/** Returns the bytes written since the last call. The writer keeps counting its offset and reuses its memory. */
function takeFrom(bytes: ByteWriter): Buffer {
  const taken = Buffer.from(bytes.getBytes());
  bytes.index = 0;
  return taken;
}
