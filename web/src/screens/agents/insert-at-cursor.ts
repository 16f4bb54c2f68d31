/**
 * Puts text where the cursor stands in a field, or in place of what is selected, and leaves the cursor behind it.
 * A field that was never in use takes it at its end (EDITOR-6).
 */
export function insertAtCursor(
  field: HTMLTextAreaElement | null,
  text: string,
  onChange: (value: string) => void,
): void {
  if (!field) return;
  const { value } = field;
  const wasUsed = usedFields.has(field);
  const start = wasUsed ? field.selectionStart : value.length;
  const end = wasUsed ? field.selectionEnd : value.length;
  onChange(value.slice(0, start) + text + value.slice(end));
  // Once the new value is painted; a menu gives its focus back first.
  setTimeout(() => {
    field.focus();
    field.setSelectionRange(start + text.length, start + text.length);
  });
}

/** Fields in which the user has put the cursor: before that the browser says 0, which is nobody's choice. */
const usedFields = new WeakSet<HTMLTextAreaElement>();

export function markUsed(field: HTMLTextAreaElement): void {
  usedFields.add(field);
}
