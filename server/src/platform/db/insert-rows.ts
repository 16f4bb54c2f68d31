import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/**
 * The columns and rows of an insert, to be written after `insert into <table>`; all values together are one parameter.
 * Drizzle's `values` makes a parameter of each: to build, send and parse a thousand of them takes longer than to store the
 * rows. For what is stored hundreds of times a second. Columns that no row names take their defaults; one that only some
 * rows name is null in the others. `same` holds columns that have one value, such as now(), in all rows.
 */
export function rowsOf<Table extends PgTable>(
  table: Table,
  rows: readonly Readonly<Partial<Table['$inferInsert']>>[],
  same?: Readonly<Partial<Record<keyof Table['$inferInsert'] & string, SQL>>>,
): SQL {
  const nameOf = Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([key, { name }]) => [key, name]),
  );
  const named = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => [nameOf[key]!, value]),
    ),
  );
  const given = [...new Set(named.flatMap(Object.keys))].map((name) => sql.identifier(name));
  const others = Object.entries<SQL | undefined>(same ?? {}).filter(([, value]) => value !== undefined);
  const columns = [...given, ...others.map(([key]) => sql.identifier(nameOf[key]!))];
  const values = [...given, ...others.map(([, value]) => value!)];
  return sql`(${sql.join(columns, sql`, `)})
    select ${sql.join(values, sql`, `)} from jsonb_populate_recordset(null::${table}, ${toJson(named)}::jsonb)`;
}

/** Half of a surrogate pair is no character: it becomes U+FFFD, as in any parameter, where jsonb would refuse its escape. */
function toJson(rows: readonly object[]): string {
  return JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );
}

/** Rows as `returning *` of a raw statement gives them, in the form that drizzle's own queries have. */
export function toRows<Table extends PgTable>(
  table: Table,
  raw: readonly Readonly<Record<string, unknown>>[],
): Table['$inferSelect'][] {
  const columns = Object.entries(getTableColumns(table));
  return raw.map((row) =>
    Object.fromEntries(
      columns.map(([key, column]) => {
        const value = row[column.name];
        return [key, value === null ? null : column.mapFromDriverValue(value)];
      }),
    ),
  ) as Table['$inferSelect'][];
}
