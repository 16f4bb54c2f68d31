/**
 * The header fields of one message, by lower-case full name, in the order they were added. Control
 * characters in a value are replaced, so that no text from outside can start a header of its own.
 */
export class SipHeaders {
  readonly #values = new Map<string, string[]>();

  /** The first value of a header. */
  find(name: string): string | undefined {
    return this.#values.get(name)?.[0];
  }

  /** Every value of a header, topmost first. */
  list(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** Replaces a header. Without values it is removed. */
  set(name: string, ...values: readonly string[]): this {
    if (values.length === 0) this.#values.delete(name);
    else this.#values.set(name, values.map(removeControls));
    return this;
  }

  append(name: string, value: string): this {
    const values = this.#values.get(name);
    if (values) values.push(removeControls(value));
    else this.#values.set(name, [removeControls(value)]);
    return this;
  }

  /** Replaces the topmost value, as a server does with Via (RFC 3261 section 18.2.1). */
  replaceFirst(name: string, value: string): void {
    const values = this.#values.get(name);
    if (values) values[0] = removeControls(value);
  }

  /** Every line, Via first because routers read no further. */
  *lines(): Generator<readonly [name: string, value: string]> {
    for (const value of this.list('via')) yield ['via', value];
    for (const [name, values] of this.#values) {
      if (name !== 'via') for (const value of values) yield [name, value];
    }
  }
}

/** RFC 3261 section 25.1 allows no control character but a folding line break, which has become a space. */
function removeControls(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  return /[\u0000-\u0008\u000a-\u001f\u007f]/.test(value)
    ? // biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
      value.replace(/[\u0000-\u0008\u000a-\u001f\u007f]+/g, ' ')
    : value;
}
