import { type ChangeEvent, type FormEvent, useState } from 'react';

/** What is wrong with a value, or null. */
export type FieldRule = (value: string) => string | null;

type Names<Rules> = Extract<keyof Rules, string>;

/**
 * The text fields of a small form: what they hold, and what is wrong with them. Lighter than the form library of the
 * screens behind the login, which visitors would have to wait for. A complaint goes once its field is changed.
 */
export function useFields<Rules extends Record<string, FieldRule>>(rules: Rules) {
  type Name = Names<Rules>;
  const names = Object.keys(rules) as Name[];
  const [values, setValues] = useState(
    () => Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>,
  );
  const [errors, setErrors] = useState<Partial<Record<Name, string | null>>>({});

  const setValue = (name: Name, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: null }));
  };
  const findProblem = (name: Name) => rules[name]?.(values[name]) ?? null;
  /** Complains about a field that was left. */
  const checkField = (name: Name) => setErrors((before) => ({ ...before, [name]: findProblem(name) }));
  /** Complains about every field at once; true when there is nothing to complain about. */
  const checkAll = (): boolean => {
    const problems = Object.fromEntries(names.map((name) => [name, findProblem(name)]));
    setErrors(problems as Partial<Record<Name, string | null>>);
    return names.every((name) => problems[name] === null);
  };

  return {
    values,
    errors,
    isValid: names.every((name) => findProblem(name) === null),
    setValue,
    checkField,
    checkAll,
    /** Complaints from elsewhere, such as the server's, beside those that stand. */
    addErrors: (problems: Partial<Record<string, string>>) =>
      setErrors((before) => ({ ...before, ...problems })),
    /** Value, complaint and change of a field. */
    propsOf: (name: Name) => ({
      value: values[name],
      error: errors[name] ?? null,
      onChange: (event: ChangeEvent<HTMLInputElement>) => setValue(name, event.currentTarget.value),
    }),
    /** Runs when the form is sent and nothing is wrong. */
    onSubmit: (run: (values: Record<Name, string>) => void) => (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (checkAll()) run(values);
    },
  };
}
