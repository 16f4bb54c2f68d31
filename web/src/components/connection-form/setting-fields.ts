/** A field of a connection's form, as the vendor's JSON schema describes it. */
export type SettingField = {
  name: string;
  label: string;
  help: string;
  kind: 'text' | 'secret' | 'number' | 'switch';
  isRequired: boolean;
  /** Shown before what is folded away. */
  isMain: boolean;
  /** A number without decimals. */
  isWhole: boolean;
  /** What can be chosen, in the vendor's words; undefined where anything can be written. */
  choices: readonly { value: string; label: string }[] | undefined;
  /** Shown where nothing was entered, and what counts then. */
  standard: string;
  minimum: number | undefined;
  maximum: number | undefined;
  maxLength: number | undefined;
};

/** What the form holds while it is edited: text of text and number fields, switches as they are. */
export type SettingValues = Readonly<Record<string, string | boolean>>;

type Property = Readonly<Record<string, unknown>>;

/** The fields of a vendor's form, in the vendor's order. */
export function readSettingFields(schema: Readonly<Record<string, unknown>>): SettingField[] {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Property>);
  return properties.map(([name, property]) => ({
    name,
    label: textOf(property['label']) || name,
    help: textOf(property['help']),
    kind: kindOf(property),
    isRequired: required.includes(name),
    isMain: property['isMain'] === true,
    isWhole: property['type'] === 'integer',
    choices: choicesOf(property),
    standard: ['string', 'number'].includes(typeof property['default']) ? String(property['default']) : '',
    minimum: numberOf(property['minimum']),
    maximum: numberOf(property['maximum']),
    maxLength: numberOf(property['maxLength']),
  }));
}

/** What a form begins with: what is stored, else the vendor's defaults. Secrets are never told, so they begin empty. */
export function startValues(
  schema: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, unknown>> = {},
): SettingValues {
  const properties = (schema['properties'] ?? {}) as Record<string, Property>;
  return Object.fromEntries(
    readSettingFields(schema).map(({ name, kind }) => {
      const value = stored[name] ?? properties[name]?.['default'];
      if (kind === 'switch') return [name, value === true];
      return [name, kind === 'secret' ? '' : textOf(value)];
    }),
  );
}

/**
 * The settings as the server takes them. A field that was emptied is sent empty where the vendor has a default, for an
 * empty one can mean "none"; numbers, secrets and what has no default are left out.
 */
export function toSettings(fields: readonly SettingField[], values: SettingValues): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ name, kind }): [string, unknown][] => {
      const value = values[name];
      if (typeof value === 'boolean') return [[name, value]];
      const text = (value ?? '').trim();
      if (kind === 'number') return text === '' ? [] : [[name, Number(text)]];
      return kind === 'secret' && text === '' ? [] : [[name, text]];
    }),
  );
}

/** Problems that are plain before the server is asked, by field. `hasStored`: its secrets may stay empty. */
export function findProblems(
  fields: readonly SettingField[],
  values: SettingValues,
  hasStored: (name: string) => boolean,
): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap(({ name, label, kind, isRequired, minimum, maximum }): [string, string][] => {
      const value = values[name];
      if (typeof value === 'boolean') return [];
      const text = (value ?? '').trim();
      if (text === '') return isRequired && !hasStored(name) ? [[name, `${label} is required`]] : [];
      if (kind !== 'number') return [];
      const number = Number(text);
      const isInRange = number >= (minimum ?? -Infinity) && number <= (maximum ?? Infinity);
      if (Number.isFinite(number) && isInRange) return [];
      const isBounded = minimum !== undefined && maximum !== undefined;
      return [[name, isBounded ? `Enter a number from ${minimum} to ${maximum}` : 'Enter a number']];
    }),
  );
}

function choicesOf(property: Property): SettingField['choices'] {
  if (!Array.isArray(property['enum'])) return undefined;
  const labels = (property['choices'] ?? {}) as Record<string, unknown>;
  return property['enum'].map((value) => ({
    value: String(value),
    label: textOf(labels[String(value)]) || String(value),
  }));
}

function kindOf(property: Property): SettingField['kind'] {
  if (property['secret'] === true) return 'secret';
  if (property['type'] === 'boolean') return 'switch';
  return property['type'] === 'number' || property['type'] === 'integer' ? 'number' : 'text';
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
